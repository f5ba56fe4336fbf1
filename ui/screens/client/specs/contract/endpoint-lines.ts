// The lines of a comparison with traffic: operations that were called, calls that the description does not have, and
// operations that nobody has called.
import type { Endpoint } from './use-contract.ts';

export type EndpointLine =
  | { readonly type: 'heading'; readonly key: string; readonly title: string; readonly number: number }
  | { readonly type: 'endpoint'; readonly key: string; readonly endpoint: Endpoint };

export type Shown = 'all' | 'violations' | 'unknown';

export function endpointLines(
  endpoints: readonly Endpoint[],
  shown: Shown,
  query: string,
): readonly EndpointLine[] {
  const wanted = query.trim().toLowerCase();
  const found = endpoints.filter(({ endpoint }) => endpoint.toLowerCase().includes(wanted));
  const called = found.filter(
    ({ isDescribed, calls, wrong }) => isDescribed && calls > 0 && (shown === 'all' || wrong > 0),
  );
  const unknown = found.filter(({ isDescribed }) => !isDescribed);
  const unused = found.filter(({ isDescribed, calls }) => isDescribed && calls === 0);
  const lines = (list: readonly Endpoint[]): readonly EndpointLine[] =>
    list.map((endpoint) => ({ type: 'endpoint', key: endpoint.endpoint, endpoint }));
  const group = (title: string, list: readonly Endpoint[]): readonly EndpointLine[] =>
    list.length === 0
      ? []
      : [{ type: 'heading', key: `heading:${title}`, title, number: list.length }, ...lines(list)];
  return [
    ...(shown === 'unknown' ? [] : lines(called)),
    ...(shown === 'violations' ? [] : group('In traffic, not in the description', unknown)),
    ...(shown === 'all' ? group('In the description, not in traffic', unused) : []),
  ];
}

/** Returns method and path. */
export function partsOf(endpoint: string): readonly [method: string, path: string] {
  const at = endpoint.indexOf(' ');
  return at === -1 ? ['', endpoint] : [endpoint.slice(0, at), endpoint.slice(at + 1)];
}
