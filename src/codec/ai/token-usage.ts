// The tokens of a call to a language model, counted alike for all providers.
import type { AiCall, AiFact, AiReader } from './call.ts';

/** Token counts, with the same meaning for all providers; null when the provider does not report them. */
export interface TokenUsage {
  /** All of the input, that of the cache included. */
  readonly input: number | null;
  /** The part of the input that the provider had in its cache. */
  readonly cachedInput: number | null;
  /** The part of the input that the provider has put into its cache. */
  readonly cacheWrite: number | null;
  /** All of the output, reasoning included. */
  readonly output: number | null;
  /** The part of the output that is not shown. */
  readonly reasoning: number | null;
  readonly total: number | null;
}

export function tokenUsage(
  { usage }: Pick<AiCall, 'usage'>,
  countsApart: AiReader['countsApart'],
): TokenUsage {
  const cachedInput = count(usage, 'input, cached');
  const cacheWrite = count(usage, 'input, written to the cache');
  const reasoning = count(usage, 'output, reasoning');
  const input = plus(count(usage, 'input'), countsApart.cache ? [cachedInput, cacheWrite] : []);
  const output = plus(count(usage, 'output'), countsApart.reasoning ? [reasoning] : []);
  const total = count(usage, 'total') ?? (output === null ? null : plus(input, [output]));
  return { input, cachedInput, cacheWrite, output, reasoning, total };
}

function plus(sum: number | null, more: readonly (number | null)[]): number | null {
  return sum === null ? null : more.reduce<number>((before, each) => before + (each ?? 0), sum);
}

function count(usage: readonly AiFact[], name: string): number | null {
  const value = usage.find(([each]) => each === name)?.[1];
  return value === undefined ? null : Number(value);
}
