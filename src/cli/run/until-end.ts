// Waits for the end of a run: of its command, by a signal, or of its time.
import { stopCommand, type RunningCommand } from '../processes/command.ts';
import { isWrapping, type RunOptions } from './options.ts';
import { say } from './say.ts';

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Waits for a signal, the time limit or the end of the command; resolves with its exit code, 0 without a command. */
export function untilEnd(options: RunOptions, start: () => Promise<RunningCommand>): Promise<number> {
  return new Promise((resolve, reject) => {
    let wrapped: RunningCommand | null = null;
    let stopped: NodeJS.Signals | null = null;
    const stop = (signal: NodeJS.Signals): void => {
      stopped = signal;
      if (!isWrapping(options)) end(0);
      else if (wrapped !== null) stopCommand(wrapped, signal);
    };
    const timer = options.duration === null ? undefined : setTimeout(() => stop('SIGTERM'), options.duration);
    const end = (code: number): void => {
      clearTimeout(timer);
      for (const signal of STOP_SIGNALS) process.off(signal, stop);
      resolve(code);
    };
    for (const signal of STOP_SIGNALS) process.on(signal, stop);
    if (!isWrapping(options)) return;
    start().then((command) => {
      wrapped = command;
      void command.exited.then(({ code, error }) => {
        if (error !== undefined) say(`error: ${error}`);
        end(code);
      });
      if (stopped !== null) stopCommand(command, stopped);
    }, reject);
  });
}
