// Runs the requests of a collection in iterations.
import type { RunTotals } from './events.ts';
import type { PickedIteration, RunOptions } from './options.ts';
import { iterationsOf, stepsIn } from './shard.ts';
import { indexOfStep, selectedSteps, stepsOf, type Step } from './steps.ts';
import { runScenario, type IterationControls } from './scenario.ts';

/**
 * Runs a collection. Resolves when all reporters are done. Rejects with an Error when the run cannot start or a
 * reporter fails.
 */
export async function runCollection(options: RunOptions): Promise<RunTotals> {
  if (options.picked !== undefined) return runPicked(options, options.picked);
  const selected = selectedSteps(options);
  const { shard, iterations, data } = options;
  const count = iterations ?? Math.max(1, data.length);
  if (shard === undefined) return runSteps(options, selected);
  if (count === 1) return runSteps(options, stepsIn(shard, selected));
  const numbers = iterationsOf(shard, count);
  return runSteps({ ...options, iterations: numbers.length }, selected, numbers);
}

/** `numbers`: those of the iterations, where they are not all from the first one on. */
function runSteps(
  options: RunOptions,
  steps: readonly Step[],
  numbers?: readonly number[],
): Promise<RunTotals> {
  return runScenario(options, {
    requests: steps.length,
    ...(numbers !== undefined && { numbers }),
    iterate: (controls) => inOrder(steps, controls),
  });
}

/** Runs parts of iterations, each with its number and its row of data. */
async function runPicked(options: RunOptions, picked: readonly PickedIteration[]): Promise<RunTotals> {
  const parts = new Map(
    picked.map(({ iteration, requests }) => [
      iteration,
      requests.flatMap((each) => stepsOf(options.collection, [each])),
    ]),
  );
  const numbers = [...parts.keys()];
  return runScenario(
    { ...options, iterations: numbers.length },
    {
      requests: Math.max(0, ...[...parts.values()].map(({ length }) => length)),
      numbers,
      iterate: (controls) => inOrder(parts.get(controls.iteration) ?? [], controls),
    },
  );
}

/** Returns requests one after another, or as scripts choose the next one. */
async function inOrder(steps: readonly Step[], controls: IterationControls): Promise<void> {
  let index = 0;
  while (index >= 0 && index < steps.length && !controls.isStopped()) {
    const { next, run } = await controls.send(steps[index]!);
    if (next === undefined) {
      index += 1;
      continue;
    }
    const chosen = next === null ? -1 : indexOfStep(steps, next);
    // A name that belongs to no request ends the iteration.
    const missed = steps.length - 1 - index;
    if (chosen === -1 && missed > 0) controls.endedEarly({ after: run.name, next, missed });
    index = chosen;
  }
}
