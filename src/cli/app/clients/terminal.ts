// A terminal whose shell has the variables of `setup terminal`. Some terminals open the window in a process that is
// already running and do not pass on the environment, so a script sets the variables.
import { chmod } from 'node:fs/promises';
import { basename } from 'node:path';
import { UserError } from '../../../base/errors.ts';
import { ALL_VARIABLES } from '../../../system/runtimes/index.ts';
import { installedProgram } from '../../installed-program.ts';
import { runtimeVariables } from '../../environment/environment.ts';
import { runFolder } from '../../environment/run-folder.ts';
import { environmentAfter, environmentBefore } from '../../setup/before.ts';
import { shellCommands } from '../../setup/shell.ts';
import type { ClientsOptions, ClientsProxy } from './contract.ts';

/** The programs of Linux desktops, with the options before a command. */
const LINUX: Readonly<Record<string, readonly string[]>> = {
  'x-terminal-emulator': ['-e'],
  'gnome-terminal': ['--'],
  kgx: ['--'],
  ptyxis: ['--'],
  konsole: ['-e'],
  'xfce4-terminal': ['-x'],
  'mate-terminal': ['-x'],
  tilix: ['-e'],
  kitty: [],
  alacritty: ['-e'],
  wezterm: ['start', '--'],
  foot: [],
  xterm: ['-e'],
};

/**
 * Returns the path of a terminal, or on macOS and Windows its name. Throws a UserError that lists the programs it
 * looked for.
 */
export function findTerminal(env: NodeJS.ProcessEnv, platform: NodeJS.Platform): string {
  if (platform === 'darwin') return 'Terminal';
  if (platform === 'win32') return 'powershell.exe';
  const programs = Object.keys(LINUX);
  const found = installedProgram(programs, env);
  if (found !== undefined) return found;
  throw new UserError('NOT_FOUND', `no terminal is installed: looked for ${programs.join(', ')} on the PATH`);
}

export interface TerminalRequest extends Omit<ClientsOptions, 'proxy'> {
  readonly proxy: ClientsProxy;
}

/**
 * Returns the command that opens the terminal, and its environment. Rejects with an Error that names the unwritable
 * file.
 */
export async function terminalCommand(
  program: string,
  { proxy: { port, caPem, caPath, home }, env, platform }: TerminalRequest,
): Promise<readonly [command: readonly string[], env: NodeJS.ProcessEnv]> {
  const base = environmentBefore(env);
  const variables = await runtimeVariables({ proxyPort: port, caPem, caPath, home, base }, ALL_VARIABLES);
  const after = environmentAfter(base, variables);
  // `start` gives it its own window and the environment.
  if (platform === 'win32') return [['cmd.exe', '/d', '/c', 'start', program, '-NoLogo', '-NoExit'], after];
  const changed = Object.fromEntries(Object.entries(after).filter(([name, value]) => base[name] !== value));
  // The macOS Terminal runs files with this extension.
  const script = await runFolder(home).file('terminal-*.command', scriptText(changed, port));
  await chmod(script, 0o700);
  const before = platform === 'darwin' ? ['open', '-a', program] : [program, ...LINUX[basename(program)]!];
  return [[...before, script], env];
}

function scriptText(variables: NodeJS.ProcessEnv, port: number): string {
  return `#!/bin/sh
${shellCommands({}, variables, 'sh')}cd "$HOME" 2>/dev/null
echo 'Programs of this terminal use the proxy on port ${port}, and trust its certificate.'
exec "\${SHELL:-/bin/sh}" -i
`;
}
