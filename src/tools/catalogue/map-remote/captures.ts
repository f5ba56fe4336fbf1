// References such as `$1` to the groups, or wildcards, of a rule's pattern.

/**
 * Replaces references: `$$` is a dollar sign, `$&` and `$0` are the whole match, and a group that does not exist is
 * empty.
 */
export function expandCaptures(text: string, captures: readonly string[]): string {
  if (!text.includes('$')) return text;
  return text.replace(/\$(?:\$|&|(\d{1,2}))/g, (found, digits: string | undefined) => {
    if (found === '$$') return '$';
    if (digits === undefined) return captures[0] ?? '';
    const whole = Number(digits);
    if (whole < captures.length || digits.length === 1) return captures[whole] ?? '';
    // As in JavaScript: with a single group, `$10` is that group followed by 0.
    return (captures[Number(digits[0])] ?? '') + digits.slice(1);
  });
}
