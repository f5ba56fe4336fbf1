// `run --transparent`: runs a command in its own network, where each TCP connection leads to the proxy, whether or
// not the command honours proxy variables. Linux only, because the network is a namespace (namespaces(7)).
import { execFileSync } from 'node:child_process';
import { messageOf, UserError } from '../../../base/errors.ts';
import { moduleFile } from '../../../base/module-file.ts';
import { ownScript } from '../../../base/own-command.ts';
import type { Engine } from '../../../session/engine/index.ts';
import { runCommand, withCleanUp, type RunningCommand } from '../../processes/command.ts';
import { listeningSockets } from '../../../system/listening-sockets.ts';
import type { InsideOptions } from './channel.ts';
import type { CommandNetwork } from './command-network.ts';
import { Gate } from './gate.ts';

const INSIDE = moduleFile(new URL('./inside.ts', import.meta.url));

/** Root needs no user namespace; others are root inside one. */
const UNSHARE = process.getuid?.() === 0 ? ['-nm'] : ['-Urnm'];

/** Checks the system. Throws a UserError that names the missing feature. */
export function checkTransparent(): void {
  if (process.platform !== 'linux')
    throw new UserError(
      'UNSUPPORTED',
      '--transparent needs network namespaces, which only Linux has: leave it out, or capture the program through DNS in the app',
    );
  for (const program of [
    ['unshare', ...UNSHARE, 'true'],
    ['ip', '-V'],
    ['mount', '-V'],
  ] as const) {
    const [name, ...args] = program;
    try {
      execFileSync(name, args, { stdio: ['ignore', 'ignore', 'pipe'] });
    } catch (error) {
      throw new UserError(
        'UNSUPPORTED',
        `--transparent: ${program.join(' ')} fails: ${remedy(name, error)}`,
        {
          cause: error,
        },
      );
    }
  }
}

function remedy(program: string, error: unknown): string {
  if ((error as NodeJS.ErrnoException).code === 'ENOENT')
    return `${program} is not installed: install ${program === 'ip' ? 'iproute2' : 'util-linux'}`;
  const { stderr } = error as { readonly stderr?: Buffer };
  const reason = stderr?.toString().trim() ?? messageOf(error);
  return `${reason}. Run as root, or allow user namespaces, on Ubuntu with: sudo sysctl kernel.apparmor_restrict_unprivileged_userns=0`;
}

/** Starts the command in its network. Failures of the command itself do not reject. */
export async function runTransparently(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
  engine: Engine,
  network: CommandNetwork,
): Promise<RunningCommand> {
  const gate = await Gate.open(engine, network);
  const options: InsideOptions = {
    gate: gate.path,
    servers: gate.servers,
    loopbackPorts: await ipv6LoopbackPorts(),
  };
  const inside = [...ownScript(INSIDE, [JSON.stringify(options)]), ...command];
  const running = runCommand(['unshare', ...UNSHARE, ...inside], env);
  return withCleanUp(running, () => gate.close());
}

async function ipv6LoopbackPorts(): Promise<readonly number[]> {
  const listening = await listeningSockets();
  return listening.filter(({ address }) => /^0{31}[01]$/.test(address)).map(({ port }) => port);
}
