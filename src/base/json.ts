// JSON (RFC 8259) from users and other programs: parses it, locates errors, and checks it for unsafe content.
import { UserError } from './errors.ts';
import { locateJsonError } from './json-error.ts';

/** A value that JSON can represent. */
export type Json = null | boolean | number | string | readonly Json[] | { readonly [name: string]: Json };

/**
 * Parses JSON. Throws a UserError that gives the position of the error: `invalid JSON at line 2, column 5: expected a
 * colon`.
 */
export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    const found = locateJsonError(text);
    if (found === null) throw error;
    const { line, column, expected } = found;
    throw new UserError(
      'INVALID_DATA',
      `invalid JSON at line ${line}, column ${column}: expected ${expected}`,
      {
        cause: error,
      },
    );
  }
}

/** Deeper than anybody writes by intention. */
const MAX_LEVELS = 100;

/**
 * Returns the reason to refuse a parsed value from outside, as the end of a sentence; null when it is safe. It
 * refuses nesting so deep that a walk could overflow the stack, and `__proto__` fields, which readers drop silently.
 */
export function unsafeJsonReason(value: unknown, levels = MAX_LEVELS): string | null {
  if (typeof value !== 'object' || value === null) return null;
  if (levels === 0) return `it is nested more than ${MAX_LEVELS} levels deep`;
  if (Object.hasOwn(value, '__proto__')) return 'it has a field "__proto__", which is not allowed';
  for (const inner of Object.values(value) as readonly unknown[]) {
    const reason = unsafeJsonReason(inner, levels - 1);
    if (reason !== null) return reason;
  }
  return null;
}
