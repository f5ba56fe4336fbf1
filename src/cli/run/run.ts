// `proxyctl run`: starts the engine, follows the captured traffic, and ends with the exit code for CI.
import type { CassetteOutcome } from '../../cassettes/index.ts';
import { asError, messageOf, UserError } from '../../base/errors.ts';
import { printable } from '../../base/printable.ts';
import type { Engine } from '../../session/engine/index.ts';
import { announcement } from '../announce.ts';
import type { RunOptions } from './options.ts';
import { closeParts, startParts } from './parts.ts';
import { say } from './say.ts';
import { startCommand } from './start-command.ts';
import { furtherLines } from './start-engine.ts';
import { summarize } from './summary.ts';
import { untilEnd } from './until-end.ts';

/**
 * Runs until the command ends, a signal arrives or the time is over. Resolves with the exit code after all output is
 * written.
 */
export async function run(options: RunOptions): Promise<number> {
  const parts = await startParts(options);
  // From here on, a signal ends the run in order. The command starts in a later turn, after these lines.
  const ended = untilEnd(options, () => startCommand(options, parts));
  announce(parts.capture.engine, options);
  const commandCode = await ended;
  const pastProxy = parts.watch?.stop() ?? [];
  const analysis = await closeParts(parts);
  const agents = await parts.agents.runs(options.agents);
  const cassette = await parts.cassette?.finish();
  const { hasFailed } = await summarize(options, { tally: parts.tally, analysis, agents, pastProxy }, say);
  const isUnknown = await reportCassette(cassette);
  const cause = parts.recordError;
  if (cause !== null) {
    const message = `cannot record to ${options.record ?? 'the traffic folder'}: ${messageOf(cause)}`;
    throw new UserError('INVALID_FILE', message, { cause });
  }
  if (parts.outputs.failure !== null) throw parts.outputs.failure;
  if (parts.logError !== null) throw asError(parts.logError);
  return hasFailed || isUnknown ? 1 : commandCode;
}

/** Resolves with true when a request was refused because the cassette does not have it. */
async function reportCassette(outcome: CassetteOutcome | undefined): Promise<boolean> {
  if (outcome === undefined) return false;
  const { outcomeLines } = await import('../../cassettes/index.ts');
  for (const line of outcomeLines(outcome)) say(printable(line));
  return outcome.unknown.length > 0;
}

function announce(engine: Engine, options: RunOptions): void {
  for (const line of announcement(engine, furtherLines(engine, options))) say(line);
}
