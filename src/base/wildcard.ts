// Wildcard patterns: `*` matches any run of characters, `?` one. In the worst case matching takes time proportional
// to the product of the lengths, because it never backtracks beyond the last `*`.

/** Returns true when all of `text` matches. Matching is case-sensitive, so fold the case of both first. */
export function matchesWildcard(pattern: string, text: string): boolean {
  let at = 0;
  let p = 0;
  let star = -1;
  let resume = 0;
  while (at < text.length) {
    if (p < pattern.length && pattern[p] === '*') {
      star = p++;
      resume = at;
    } else if (p < pattern.length && (pattern[p] === '?' || pattern[p] === text[at])) {
      p += 1;
      at += 1;
    } else if (star >= 0) {
      p = star + 1;
      at = ++resume;
    } else return false;
  }
  while (pattern[p] === '*') p += 1;
  return p === pattern.length;
}
