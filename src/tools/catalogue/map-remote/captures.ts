// `$1` in what a rule writes: what the first group, or wildcard, of its pattern stood for.

/** `$$` is a dollar sign, `$&` and `$0` the whole; a group that there is not is empty. */
export function expandCaptures(text: string, captures: readonly string[]): string {
  if (!text.includes('$')) return text;
  return text.replace(/\$(?:\$|&|(\d{1,2}))/g, (found, digits: string | undefined) => {
    if (found === '$$') return '$';
    if (digits === undefined) return captures[0] ?? '';
    const whole = Number(digits);
    if (whole < captures.length || digits.length === 1) return captures[whole] ?? '';
    // As in JavaScript: with a single group, `$10` is that group and a 0.
    return (captures[Number(digits[0])] ?? '') + digits.slice(1);
  });
}
