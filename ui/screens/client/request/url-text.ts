// The URL of a request as one text: the field shows it with its query, the file has the parameters one by one.
import { urlWithQuery } from '../../../../src/collections/model/query.ts';
import { pathNames, splitUrl } from '../../../../src/collections/model/url-parts.ts';
import type { Pair, QueryPair } from '../../../../src/collections/model/values.ts';

export interface UrlFields {
  readonly url: string;
  readonly query: readonly QueryPair[];
  readonly path: readonly Pair[];
}

export function urlText({ url, query }: Pick<UrlFields, 'url' | 'query'>): string {
  return urlWithQuery({ url, query });
}

/**
 * Returns the fields for a URL as it was typed. Parameters that are off stay where they are, and descriptions stay with
 * the parameter at their place.
 */
export function typedUrl(text: string, before: UrlFields): UrlFields {
  const { url, query: typed, fragment } = splitUrl(text);
  const on = before.query.filter(({ enabled }) => enabled);
  const query = typed.map((pair, at) => ({ ...pair, docs: described(pair, at, on) }));
  const rest = [...query];
  const merged = before.query.flatMap((pair) => (pair.enabled ? rest.splice(0, 1) : [pair]));
  const whole = fragment === null ? url : `${url}#${fragment}`;
  return { url: whole, query: [...merged, ...rest], path: pathFields(url, before.path) };
}

function described({ name }: QueryPair, at: number, before: readonly QueryPair[]): string {
  return (before.find((each) => each.name === name) ?? before[at])?.docs ?? '';
}

/** Returns a value for each path variable of a URL; those that are gone stay out. */
export function pathFields(url: string, before: readonly Pair[]): readonly Pair[] {
  return [...pathNames(url)].map(
    (name) => before.find((pair) => pair.name === name) ?? { name, value: '', enabled: true, docs: '' },
  );
}
