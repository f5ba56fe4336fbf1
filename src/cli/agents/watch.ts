// Follows runs of agents while they go on: a line for each step once it has ended.
import { setTimeout as delay } from 'node:timers/promises';
import type { AgentRun, AgentStep } from '../../agents/index.ts';
import { wantsColors } from '../flow-line.ts';
import { headLine, stepLine } from './lines.ts';
import type { RunSource } from './source.ts';

const EVERY_MS = 400;

interface Printed {
  readonly ended: number;
  readonly steps: ReadonlySet<string>;
}

/**
 * Prints the steps of a run, of the newest for `last`, or of all that go on from now, until `stopped` settles. Rejects
 * when the app can no longer be asked.
 */
export async function follow(
  source: RunSource,
  wanted: number | 'last' | null,
  print: (line: string) => void,
  stopped: Promise<void>,
): Promise<void> {
  const before = wanted === null ? await source.list() : [];
  const printed = new Map<number, Printed>(
    await Promise.all(
      before.map(async ({ id, endedAt }): Promise<[number, Printed]> => {
        return [
          id,
          { ended: endedAt, steps: new Set((await source.run(id)).steps.filter(hasEnded).map(keyOf)) },
        ];
      }),
    ),
  );
  const end = stopped.then(() => true);
  for (let isOver = false; !isOver;) {
    const runs = await source.list();
    const newest = runs.at(-1)?.id;
    for (const { id, endedAt } of runs) {
      if (wanted !== null && id !== (wanted === 'last' ? newest : wanted)) continue;
      if (printed.get(id)?.ended === endedAt) continue;
      const run = await source.run(id);
      printed.set(id, { ended: endedAt, steps: printSteps(run, printed.get(id)?.steps, print) });
    }
    isOver = await Promise.race([end, delay(EVERY_MS, false)]);
  }
}

function printSteps(
  run: AgentRun,
  known: ReadonlySet<string> | undefined,
  print: (line: string) => void,
): ReadonlySet<string> {
  if (known === undefined) print(headLine(run));
  const colors = wantsColors(process.stdout);
  const ended = run.steps.filter(hasEnded);
  for (const step of ended) if (known?.has(keyOf(step)) !== true) print(stepLine(step, run, colors));
  return new Set(ended.map(keyOf));
}

function hasEnded({ outcome }: AgentStep): boolean {
  return outcome !== 'open';
}

/** Returns what a step is known by: its number changes when steps come before it. */
function keyOf({ kind, exchange, callId, name, what }: AgentStep): string {
  return exchange === null ? `${callId ?? ''} ${name} ${what}` : `${kind} ${exchange}`;
}
