// Joins scripts that run one after another, and splits them again.

/** Joins scripts so that an error in one does not stop the next, and their declarations do not conflict. */
export function joinScripts(texts: readonly string[]): string {
  const before = texts.slice(0, -1).map((text) => `try {\n${text}\n} finally {\n`);
  return `${before.join('')}${texts.at(-1) ?? ''}${'\n}'.repeat(before.length)}`;
}

/** Returns the scripts that were joined. A script that was not joined is the only one. */
export function splitScripts(text: string): readonly string[] {
  const parts: string[] = [];
  let rest = text;
  for (;;) {
    const [whole, before, after] = /^try \{\n([^]*?)\n\} finally \{\n([^]*)\n\}$/.exec(rest) ?? [];
    if (whole === undefined || before === undefined || after === undefined) break;
    parts.push(before);
    rest = after;
  }
  return [...parts, rest];
}
