// Renders words as one line for a POSIX shell, to read and to paste.

/** Renders the words. Quotes only those that need it. */
export function commandLine(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`))
    .join(' ');
}
