// A summary of a model's response in one line, for people.
import { isObject } from '../../../base/is-object.ts';

/**
 * Returns for example `35 tokens in (10 cached), 15 out, 0.00018 USD`, from the body of a response; null when the
 * provider did not report the tokens.
 */
export function responseSummary(body: Buffer): string | null {
  const { usage, cost } = fields(parsed(body));
  const { input, cachedInput, output } = fields(usage);
  if (typeof input !== 'number' || typeof output !== 'number') return null;
  const { amount, currency } = fields(cost);
  return [
    `${input} tokens in${typeof cachedInput === 'number' && cachedInput > 0 ? ` (${cachedInput} cached)` : ''}`,
    `${output} out`,
    ...(typeof amount === 'number' ? [`${decimal(amount)} ${String(currency)}`] : []),
  ].join(', ');
}

/** Returns a small number without an exponent. */
function decimal(amount: number): string {
  return amount.toLocaleString('en', { maximumSignificantDigits: 4, useGrouping: false });
}

function fields(value: unknown): Readonly<Record<string, unknown>> {
  return isObject(value) ? value : {};
}

function parsed(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return null;
  }
}
