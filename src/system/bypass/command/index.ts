// The connections of a command and of the processes that it has started, found by sampling. A connection that opens and
// closes between two samples is missed.
import { runProgram, type RunProgram } from '../../commands.ts';
import type { CommandSampler } from './contract.ts';
import { LinuxCommand } from './linux.ts';
import { MacosCommand } from './macos.ts';

export type { CommandConnection, CommandSampler } from './contract.ts';

/**
 * Returns the sampler of this system; null where there is none. It must be created before the command starts.
 * `proxyPort`: the port in the command's proxy variables.
 */
export function commandSampler(
  proxyPort: number,
  platform: NodeJS.Platform = process.platform,
  run: RunProgram = runProgram,
): CommandSampler | null {
  if (platform === 'linux') return new LinuxCommand(proxyPort);
  return platform === 'darwin' ? new MacosCommand(run) : null;
}
