// Starts one of our own commands so that it outlives this process.
import { spawn, type ChildProcess } from 'node:child_process';
import { UserError } from '../base/errors.ts';

/** Starts `proxyctl <args>`. `output` is the descriptor of a file for its output, which is discarded by default. */
export function startDetached(args: readonly string[], output: number | 'ignore' = 'ignore'): ChildProcess {
  const program = process.argv[1];
  if (program === undefined) throw new UserError('UNAVAILABLE', 'this process was not started by proxyctl');
  const child = spawn(process.execPath, [program, ...args], {
    detached: true,
    stdio: ['ignore', output, output],
    windowsHide: true,
  });
  child.on('error', () => undefined);
  child.unref();
  return child;
}
