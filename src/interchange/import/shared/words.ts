// Splits a command line into words, and joins words into a command line. Quotes and backslashes work as in a POSIX
// shell; nothing else is expanded or executed.

/** Returns the words without their quotes. An unclosed quote extends to the end. */
export function splitWords(line: string): string[] {
  const words = line.match(/(?:\\.|'[^']*'?|"(?:\\.|[^"\\])*"?|[^\s\\'"])+/gs) ?? [];
  return words.map((word) =>
    word.replace(
      /\\(.)|'([^']*)'?|"((?:\\.|[^"\\])*)"?/gs,
      (_, escaped?: string, single?: string, double?: string) =>
        escaped ?? single ?? (double ?? '').replace(/\\(["\\$`])/g, '$1'),
    ),
  );
}

/** Returns a line that `splitWords` splits into the words. */
export function joinWords(words: readonly string[]): string {
  return words
    .map((word) => (/^[\w@%+=:,./{}-]+$/.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`))
    .join(' ');
}
