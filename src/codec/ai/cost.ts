// The cost of a response, computed from the prices in the user's settings, because providers do not report it.
import { matchesWildcard } from '../../base/wildcard.ts';
import type { TokenUsage } from './token-usage.ts';

/** The price of a model, per million tokens. */
export interface Price {
  /** A name, with `*` and `?` as wildcards; case does not matter. */
  readonly model: string;
  readonly input: number;
  /** Null for the price of other input. */
  readonly cachedInput: number | null;
  readonly cacheWrite: number | null;
  readonly output: number;
  readonly currency: string;
}

export interface Cost {
  readonly amount: number;
  readonly currency: string;
}

/**
 * Returns the cost by the first price that matches one of the model's names. Returns null without a price, and when
 * the provider did not report the tokens.
 */
export function costOf(
  {
    input,
    cachedInput,
    cacheWrite,
    output,
  }: Pick<TokenUsage, 'input' | 'cachedInput' | 'cacheWrite' | 'output'>,
  names: readonly string[],
  prices: readonly Price[],
): Cost | null {
  const price = prices.find(({ model }) => names.some((name) => isNamed(name, model)));
  if (price === undefined || input === null || output === null) return null;
  const [cached, written] = [cachedInput ?? 0, cacheWrite ?? 0];
  const millionths =
    (input - cached - written) * price.input +
    cached * (price.cachedInput ?? price.input) +
    written * (price.cacheWrite ?? price.input) +
    output * price.output;
  return { amount: rounded(millionths / 1_000_000), currency: price.currency };
}

function isNamed(name: string, pattern: string): boolean {
  return matchesWildcard(pattern.toLowerCase(), name.toLowerCase());
}

/** Returns an amount without the noise of binary fractions: 0.1 + 0.2 is 0.3. */
function rounded(amount: number): number {
  return Number(amount.toPrecision(12));
}
