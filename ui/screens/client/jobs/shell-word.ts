// Words of commands that are copied.

/** Returns a text as one word for a shell. */
export function shellWord(text: string): string {
  return /^[\w./@-]+$/.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}
