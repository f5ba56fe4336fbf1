// The query of a URL as text. A pair with neither name nor value stands for an empty part between two `&`, or after
// `?`.
import type { QueryPair } from './values.ts';

interface Address {
  readonly url: string;
  readonly query: readonly Pick<QueryPair, 'name' | 'value' | 'enabled'>[];
}

/** Returns the URL with its enabled parameters, without replacing variables. */
export function urlWithQuery({ url, query }: Address): string {
  const parts = query
    .filter(({ enabled }) => enabled)
    .map(({ name, value }) => (value === null ? name : `${name}=${value}`));
  return parts.length === 0 ? url : `${url}${url.includes('?') ? '&' : '?'}${parts.join('&')}`;
}
