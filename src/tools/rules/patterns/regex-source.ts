// Pieces of regular expressions, made of what users write as text and as wildcards.

/** What stands for the text itself. */
export function quoted(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/**
 * What stands for a text with wildcards: `?` any character, `*` as few as will do of those that `run` stands for. Each
 * is a group; several `*` in a row are one.
 */
export function wildcardSource(text: string, run = '.'): string {
  return text.replace(/\*+|\?|[^*?]+/g, (part) =>
    part.startsWith('*') ? `(${run}*?)` : part === '?' ? '(.)' : quoted(part),
  );
}
