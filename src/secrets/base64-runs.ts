// Tells secrets from chance: what looks like a secret inside a long run of Base64, such as an image, is a part of it.

/** Characters before a place that make a run. */
const MIN_RUN = 64;

/** Returns true when the characters before the offset are a run of Base64, on one line or in lines of equal length. */
export function isInBase64(text: string, offset: number): boolean {
  const before = text.slice(Math.max(0, offset - 2 * MIN_RUN - 30), offset);
  const run = /(?:[A-Za-z0-9+/]*|[A-Za-z0-9_-]*)$/.exec(before)![0];
  if (run.length >= MIN_RUN) return isMixed(run);
  const line = /(?:^|[^A-Za-z0-9+/])([A-Za-z0-9+/]{60,76})(?:\r?\n|(?:\\r)?\\n)[A-Za-z0-9+/]*$/.exec(
    before,
  )?.[1];
  return line !== undefined && isMixed(line);
}

/** Words and slugs, too, are made of these characters. */
function isMixed(run: string): boolean {
  const last = run.slice(-MIN_RUN);
  return /[a-z]/.test(last) && /[A-Z0-9]/.test(last) && (last.match(/\d/g)?.length ?? 0) >= 3;
}
