// Splits captured URLs, which may be invalid and are never resolved.

export interface UrlParts {
  /** Scheme, host and port. */
  readonly origin: string;
  readonly path: string;
  /** The query with its question mark; empty when there is none. */
  readonly query: string;
}

/** Splits a URL into origin, path and query. */
export function urlParts(url: string): UrlParts {
  const slash = url.indexOf('/', url.indexOf('://') + 3);
  const end = slash < 0 ? url.length : slash;
  const mark = url.indexOf('?', end);
  const pathEnd = mark < 0 ? url.length : mark;
  return { origin: url.slice(0, end), path: url.slice(end, pathEnd), query: url.slice(pathEnd) };
}

/** Splits a path before its last segment: `/v1` and `/users`. */
export function lastSegment(path: string): readonly [head: string, last: string] {
  const slash = path.lastIndexOf('/', path.length - 2);
  return slash <= 0 ? ['', path] : [path.slice(0, slash), path.slice(slash)];
}

/** Returns the parameters of a query or form, decoded where possible. */
export function queryParameters(query: string): readonly (readonly [name: string, value: string])[] {
  return query
    .replace(/^\?/, '')
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => {
      const equals = pair.indexOf('=');
      const [name, value] = equals < 0 ? [pair, ''] : [pair.slice(0, equals), pair.slice(equals + 1)];
      return [decoded(name), decoded(value)] as const;
    });
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text.replaceAll('+', ' '));
  } catch {
    return text;
  }
}
