// The path and the query of a request, split for comparison.

export interface PathAndQuery {
  /** Segments of the path, still encoded; the last one is empty after a trailing slash. */
  readonly path: readonly string[];
  /** Names and values, decoded. */
  readonly query: readonly (readonly [name: string, value: string])[];
}

export function parsePathAndQuery(text: string): PathAndQuery {
  const [beforeFragment = ''] = text.split('#', 1);
  const separator = beforeFragment.indexOf('?');
  const path = separator < 0 ? beforeFragment : beforeFragment.slice(0, separator);
  const query = separator < 0 ? '' : beforeFragment.slice(separator + 1);
  return { path: segmentsOf(path), query: query === '' ? [] : [...new URLSearchParams(query)] };
}

/** Decodes a segment. Returns it unchanged when its escapes are invalid. */
export function decodeSegment(text: string): string {
  if (!text.includes('%')) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

function segmentsOf(path: string): readonly string[] {
  const trimmed = path.replace(/^\//, '');
  return trimmed === '' ? [] : trimmed.split('/');
}
