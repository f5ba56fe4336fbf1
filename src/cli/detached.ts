// Starts one of our own commands so that it outlives this process.
import { spawn, type ChildProcess } from 'node:child_process';
import { UserError } from '../base/errors.ts';
import { ownCommand } from '../base/own-command.ts';

/** Starts `proxyctl <args>`. `output` is the descriptor of a file for its output, which is discarded by default. */
export function startDetached(args: readonly string[], output: number | 'ignore' = 'ignore'): ChildProcess {
  const command = ownCommand(args);
  if (command === null) throw new UserError('UNAVAILABLE', 'this process was not started by proxyctl');
  const [program, ...rest] = command;
  const child = spawn(program, rest, {
    detached: true,
    stdio: ['ignore', output, output],
    windowsHide: true,
  });
  child.on('error', () => undefined);
  child.unref();
  return child;
}
