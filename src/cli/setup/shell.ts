// Commands that a shell evaluates to change its variables.
import { basename } from 'node:path';
import { UserError } from '../../base/errors.ts';

interface Shell {
  readonly set: (name: string, value: string) => string;
  readonly unset: (name: string) => string;
  /** Returns the line that has the shell evaluate the output of `command`. */
  readonly evaluate: (command: string) => string;
}

const SHELLS = {
  sh: {
    set: (name, value) => `export ${name}='${value.replaceAll("'", `'\\''`)}'`,
    unset: (name) => `unset ${name}`,
    evaluate: (command) => `eval "$(${command})"`,
  },
  fish: {
    set: (name, value) => `set -gx ${name} '${value.replaceAll(/['\\]/g, String.raw`\$&`)}'`,
    unset: (name) => `set -e ${name}`,
    evaluate: (command) => `${command} | source`,
  },
  powershell: {
    set: (name, value) => `$Env:${name} = '${value.replaceAll("'", "''")}'`,
    unset: (name) => `Remove-Item -ErrorAction Ignore Env:${name}`,
    evaluate: (command) => `${command} | Out-String | Invoke-Expression`,
  },
} as const satisfies Record<string, Shell>;

export type ShellName = keyof typeof SHELLS;

/** Returns the shell with this name; without a name, the user's shell. Throws a UserError for an unknown name. */
export function shellNamed(
  name: string | undefined,
  env: NodeJS.ProcessEnv,
  platform = process.platform,
): ShellName {
  if (name === undefined) {
    if (basename(env['SHELL'] ?? '') === 'fish') return 'fish';
    return platform === 'win32' && env['SHELL'] === undefined ? 'powershell' : 'sh';
  }
  if (name in SHELLS) return name as ShellName;
  const names = Object.keys(SHELLS).join(', ');
  throw new UserError(
    'INVALID_PARAMETER',
    `--shell ${JSON.stringify(name)} is not known: give one of ${names}`,
  );
}

/** Returns the commands that turn the variables of `from` into those of `to`, one per line. */
export function shellCommands(from: NodeJS.ProcessEnv, to: NodeJS.ProcessEnv, name: ShellName): string {
  const shell: Shell = SHELLS[name];
  const removed = Object.keys(from).filter((key) => to[key] === undefined && from[key] !== undefined);
  const changed = Object.entries(to).filter(([key, value]) => value !== undefined && from[key] !== value);
  const lines = [
    ...removed.map((key) => shell.unset(key)),
    ...changed.map(([key, value]) => shell.set(key, value ?? '')),
  ];
  return lines.map((line) => `${line}\n`).join('');
}

/** Returns the line that makes the shell evaluate the output of a command. */
export function evaluation(name: ShellName, command: string): string {
  return SHELLS[name].evaluate(command);
}
