// Sources of regular expressions for plain texts and wildcards.

/** Escapes a text, so that it matches itself. */
export function quoted(text: string): string {
  return text.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');
}

/**
 * Converts wildcards: `?` matches any character, `*` as few characters as possible of those that `run` matches. Each is
 * a group; several `*` in a row are one.
 */
export function wildcardSource(text: string, run = '.'): string {
  return text.replace(/\*+|\?|[^*?]+/g, (part) =>
    part.startsWith('*') ? `(${run}*?)` : part === '?' ? '(.)' : quoted(part),
  );
}
