// interim
import { spawn } from 'node:child_process';
import os from 'node:os';
export interface RunningCommand {
  readonly exited: Promise<{ readonly code: number; readonly error?: string }>;
  signal(name: NodeJS.Signals): void;
}
export function runCommand(argv: readonly string[], env: NodeJS.ProcessEnv): RunningCommand {
  const [file = '', ...args] = argv;
  const child = spawn(file, args, { env, stdio: 'inherit' });
  return {
    exited: new Promise((resolve) => {
      child.on('error', (error) => resolve({ code: 127, error: `cannot start ${file}: ${error.message}` }));
      child.on('exit', (code, signal) => resolve({ code: code ?? 128 + (signal === null ? 0 : os.constants.signals[signal]) }));
    }),
    signal: (name) => void child.kill(name),
  };
}
