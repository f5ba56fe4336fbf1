// References such as `$1` to the groups, or wildcards, of a rule's pattern.

const REFERENCE = /\$(?:\$|&|(\d{1,2}))/g;

/**
 * Replaces references: `$$` is a dollar sign, `$&` and `$0` are the whole match, and a group that does not exist is
 * empty.
 */
export function expandCaptures(text: string, captures: readonly string[]): string {
  if (!text.includes('$')) return text;
  return text.replace(REFERENCE, (found, digits: string | undefined) => {
    if (found === '$$') return '$';
    if (digits === undefined) return captures[0] ?? '';
    const whole = Number(digits);
    if (whole < captures.length || digits.length === 1) return captures[whole] ?? '';
    // As in JavaScript: with a single group, `$10` is that group followed by 0.
    return (captures[Number(digits[0])] ?? '') + digits.slice(1);
  });
}

/**
 * Returns the end of a message, "give …", about the first reference to a capture that does not exist; null without one.
 */
export function referenceError(text: string, captureCount: number): string | null {
  for (const [reference, digits] of text.matchAll(REFERENCE)) {
    if (digits === undefined || Number(digits) <= captureCount) continue;
    if (digits.length === 2 && !digits.startsWith('0') && Number(digits[0]) <= captureCount) continue;
    const captures = captureCount === 1 ? '1 capture' : `${captureCount} captures`;
    return `a text without ${reference}, since the pattern has ${captureCount === 0 ? 'none' : captures}; $$ is a dollar sign`;
  }
  return null;
}
