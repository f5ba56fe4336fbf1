// A test of a script as the channel of a send shows it, with its secrets masked.
import type { ScriptTest } from '../../runs/scripts/contract.ts';
import type { SecretMask } from './secret-mask.ts';

/** `expected` and `actual` are there where the test has compared two values, as JSON. */
export function shownTest({ name, passed, skipped, error }: ScriptTest, mask: SecretMask): object {
  const shown = { name: mask.text(name), passed, skipped };
  if (error === null) return { ...shown, error: null, line: null };
  const { message, line, expected, actual } = error;
  return {
    ...shown,
    error: mask.text(message),
    line,
    ...(expected !== undefined && { expected: mask.text(expected) }),
    ...(actual !== undefined && { actual: mask.text(actual) }),
  };
}
