// The endpoint of a request: its URL with the varying segments of the path as path variables.
import type { Pair } from '../../collections/model/values.ts';
import { templatedPath } from '../endpoint.ts';

export interface EndpointUrl {
  /** Such as `https://api.example.com`. */
  readonly origin: string;
  /** Such as `/orders/:orderId`. */
  readonly path: string;
  /** The values that the request had. */
  readonly variables: readonly Pair[];
}

/** `url`: absolute, its query is ignored. */
export function endpointUrl(url: string): EndpointUrl {
  const [, origin = '', rest = ''] = /^([a-z][a-z\d+.-]*:\/\/[^/?#]*)([^?#]*)/i.exec(url) ?? [];
  const path = rest === '' ? '/' : rest;
  const isClosed = path.length > 1 && path.endsWith('/');
  const templates = templatedPath(path).split('/');
  const variables: Pair[] = [];
  const segments = (isClosed ? path.slice(0, -1) : path).split('/').map((segment, at) => {
    // A path variable is a whole segment; `{id}.json` is not.
    const [, name] = /^\{(\w+)\}$/.exec(templates[at] ?? '') ?? [];
    if (name === undefined) return segment;
    const own = freeName(name, new Set(variables.map((each) => each.name)));
    variables.push({ name: own, value: segment, enabled: true, docs: '' });
    return `:${own}`;
  });
  return { origin, path: segments.join('/') + (isClosed ? '/' : ''), variables };
}

/** Returns the name, or with a number behind it where it is taken. */
export function freeName(name: string, taken: ReadonlySet<string>): string {
  for (let number = 1; ; number += 1) {
    const candidate = number === 1 ? name : `${name}${number}`;
    if (!taken.has(candidate)) return candidate;
  }
}
