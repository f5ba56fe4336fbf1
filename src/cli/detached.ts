// Starts a command of ours that outlives this process.
import { spawn } from 'node:child_process';

export function startDetached(args: readonly string[]): void {
  const program = process.argv[1];
  if (program === undefined) return;
  const child = spawn(process.execPath, [program, ...args], { detached: true, stdio: 'ignore' });
  child.on('error', () => undefined);
  child.unref();
}
