// Joins scripts that run one after another.

/** Joins scripts so that an error in one does not stop the next, and their declarations do not conflict. */
export function joinScripts(texts: readonly string[]): string {
  const before = texts.slice(0, -1).map((text) => `try {\n${text}\n} finally {\n`);
  return `${before.join('')}${texts.at(-1) ?? ''}${'\n}'.repeat(before.length)}`;
}
