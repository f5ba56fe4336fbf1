// `proxyctl run`: starts the engine, follows the captured traffic, and ends with the exit code for CI.
import { asError, messageOf, UserError } from '../../base/errors.ts';
import type { Engine } from '../../session/engine/index.ts';
import { announcement } from '../announce.ts';
import { stopCommand, type RunningCommand } from '../processes/command.ts';
import { isWrapping, type RunOptions } from './options.ts';
import { closeParts, startParts } from './parts.ts';
import { say } from './say.ts';
import { startCommand } from './start-command.ts';
import { furtherLines } from './start-engine.ts';
import { summarize } from './summary.ts';

/**
 * Runs until the command ends, a signal arrives or the time is over. Resolves with the exit code after all output is
 * written.
 */
export async function run(options: RunOptions): Promise<number> {
  if (options.mcp?.isAlone === true) {
    const { runThroughApp } = await import('./through-app.ts');
    const start = await runThroughApp(options, options.mcp);
    if (start !== null) return untilEnd(options, start);
  }
  const parts = await startParts(options);
  // From here on, a signal ends the run in order. The command starts in a later turn, after these lines.
  const ended = untilEnd(options, () => startCommand(options, parts));
  announce(parts.capture.engine, options);
  const commandCode = await ended;
  const pastProxy = parts.watch?.stop() ?? [];
  const analysis = await closeParts(parts);
  const { hasFailed } = await summarize(options, { tally: parts.tally, analysis, pastProxy }, say);
  const cause = parts.recordError;
  if (cause !== null) {
    const message = `cannot record to ${options.record ?? ''}: ${messageOf(cause)}`;
    throw new UserError('INVALID_FILE', message, { cause });
  }
  if (parts.outputs.failure !== null) throw parts.outputs.failure;
  if (parts.logError !== null) throw asError(parts.logError);
  return hasFailed ? 1 : commandCode;
}

function announce(engine: Engine, options: RunOptions): void {
  for (const line of announcement(engine, furtherLines(engine, options))) say(line);
}

const STOP_SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

/** Waits for a signal, the time limit or the end of the command; resolves with its exit code, 0 without a command. */
function untilEnd(options: RunOptions, start: () => Promise<RunningCommand>): Promise<number> {
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
