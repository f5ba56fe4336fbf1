// The mix of a load test. Without weights each iteration sends all requests in order. With weights it sends one part, a
// request or the requests of a folder, each as often as its weight says, in turns that are spread evenly.
import { nearest } from '../../base/did-you-mean.ts';
import { UserError } from '../../base/errors.ts';
import type { Step } from '../../runs/runner/steps.ts';

/** Numbers by the name or id of a request or folder. */
export type Weights = Readonly<Record<string, number>>;

export interface Mix {
  /** The indexes of the steps that belong to each part. */
  readonly parts: readonly (readonly number[])[];
  /** The part of each turn; the turns repeat. */
  readonly turns: readonly number[];
  /** The number of earlier turns that had the same part. */
  readonly earlier: readonly number[];
  /** The number of turns of each part. */
  readonly counts: readonly number[];
}

/** The steps that one iteration sends, and the row of data that it takes. */
export interface Turn {
  readonly steps: readonly number[];
  /** Counts the iterations of the same part, so that each part takes all rows. */
  readonly row: number;
}

const MAX_TURNS = 10_000;

/** Returns the mix of the steps. Throws a UserError for a name that none of them has, and without any weight. */
export function mixOf(steps: readonly Step[], weights: Weights): Mix {
  const all = steps.map((_, index) => index);
  if (Object.keys(weights).length === 0) return { parts: [all], turns: [0], earlier: [0], counts: [1] };
  refuseUnknown(steps, weights);
  const groups = [...Map.groupBy(all, (index) => partOf(steps[index]!, weights) ?? index)];
  const weighted = groups
    .map(([key, indexes]) => ({ indexes, weight: typeof key === 'string' ? weights[key]! : 1 }))
    .filter(({ weight }) => weight > 0);
  if (weighted.length === 0)
    throw new UserError('INVALID_PARAMETER', 'all weights are 0: give one of them more', {
      field: 'weights',
    });
  return spread(weighted);
}

export function turnAt({ parts, turns, earlier, counts }: Mix, iteration: number): Turn {
  const turn = iteration % turns.length;
  const part = turns[turn]!;
  const rounds = Math.floor(iteration / turns.length);
  return { steps: parts[part]!, row: rounds * counts[part]! + earlier[turn]! };
}

/** Returns the name or id by which the innermost weight is given; undefined for a step without one. */
function partOf(step: Step, weights: Weights): string | undefined {
  return namesOf(step)
    .toReversed()
    .find((each) => Object.hasOwn(weights, each));
}

/** Returns the names and ids of the folders and of the request, the outermost first. */
function namesOf({ request, folders, folderIds }: Step): readonly string[] {
  return [...folders.flatMap((name, at) => [name, folderIds[at]!]), request.name, request.id];
}

function refuseUnknown(steps: readonly Step[], weights: Weights): void {
  const known = new Set(steps.flatMap(namesOf));
  for (const given of Object.keys(weights)) {
    if (known.has(given)) continue;
    const similar = nearest(
      given,
      steps.flatMap(({ request, folders }) => [...folders, request.name]),
    );
    const hint = similar === null ? '' : `; did you mean ${JSON.stringify(similar)}?`;
    throw new UserError(
      'NOT_FOUND',
      `the weight of ${JSON.stringify(given)} is for no folder or request that is sent${hint}`,
      { field: 'weights' },
    );
  }
}

interface Weighted {
  readonly indexes: readonly number[];
  readonly weight: number;
}

/** Deals the turns out: at each the part that is furthest behind its share has it. */
function spread(weighted: readonly Weighted[]): Mix {
  const divisor = weighted.map(({ weight }) => weight).reduce(commonDivisor);
  const counts = weighted.map(({ weight }) => weight / divisor);
  const total = counts.reduce((sum, count) => sum + count, 0);
  if (total > MAX_TURNS)
    throw new UserError(
      'INVALID_PARAMETER',
      `the weights have a sum of ${total}: give smaller ones, up to ${MAX_TURNS} together`,
      { field: 'weights' },
    );
  const due = counts.map(() => 0);
  const had = counts.map(() => 0);
  const [turns, earlier]: [number[], number[]] = [[], []];
  for (let turn = 0; turn < total; turn += 1) {
    for (const [part, count] of counts.entries()) due[part]! += count;
    const next = due.indexOf(Math.max(...due));
    due[next]! -= total;
    turns.push(next);
    earlier.push(had[next]!);
    had[next]! += 1;
  }
  return { parts: weighted.map(({ indexes }) => indexes), turns, earlier, counts };
}

function commonDivisor(one: number, other: number): number {
  return other === 0 ? one : commonDivisor(other, one % other);
}
