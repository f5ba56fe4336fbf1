// JSON of strangers, of which nothing is expected.

/** Parses JSON; undefined for a text that is none. */
export function parseText(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
}
