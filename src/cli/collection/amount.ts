// Numeric options, parsed strictly.
import { UserError } from '../../base/errors.ts';

/** Parses a whole number in a range. Throws a UserError that names the option. */
export function amount(option: string, text: string, min: number, max: number): number {
  const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= min && value <= max) return value;
  throw new UserError(
    'INVALID_PARAMETER',
    `${option} ${JSON.stringify(text.slice(0, 100))} is not a number that can be used: give one from ${min} to ${max}`,
  );
}
