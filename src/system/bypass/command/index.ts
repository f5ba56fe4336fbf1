// The connections of a command and of the processes that it has started, found by looking now and then: a connection
// that opens and closes between two samples is not seen.
import { runProgram, type RunProgram } from '../../commands.ts';
import type { CommandSampler } from './contract.ts';
import { LinuxCommand } from './linux.ts';
import { MacosCommand } from './macos.ts';

export type { CommandConnection, CommandSampler } from './contract.ts';

/**
 * Returns the sampler of this system, to be made before the command starts, with the port of the proxy in its variables;
 * null where there is none.
 */
export function commandSampler(
  proxyPort: number,
  platform: NodeJS.Platform = process.platform,
  run: RunProgram = runProgram,
): CommandSampler | null {
  if (platform === 'linux') return new LinuxCommand(proxyPort);
  return platform === 'darwin' ? new MacosCommand(run) : null;
}
