// Lines of requests as parameters. What is switched on is required, as the other way round in an import.
import type { OpenApiParameter } from '../../../documents/openapi/writer.ts';
import type { SavedRequest } from '../../model/request.ts';
import type { QueryPair } from '../../model/values.ts';
import type { Shown } from '../shared/public-values.ts';

const TEXT = { type: 'string' } as const;
/** They are said elsewhere in a document. */
const NOT_PARAMETERS = /^(?:accept|authorization|content-type|cookie)$/i;

/** `template`: names in the path; `names`: those of each request. */
export function parametersOf(
  requests: readonly SavedRequest[],
  template: readonly string[],
  names: readonly (readonly string[])[],
  shown: Shown,
): readonly OpenApiParameter[] {
  const found = new Map<string, OpenApiParameter>();
  for (const [at, request] of requests.entries()) {
    const own = [
      ...pathParameters(request, template, names[at] ?? [], shown),
      ...queryParameters(request),
      ...headerParameters(request),
    ];
    const keys = new Set(own.map(keyOf));
    for (const parameter of own)
      if (!found.has(keyOf(parameter)))
        found.set(keyOf(parameter), at === 0 ? parameter : optional(parameter));
    for (const [key, parameter] of found) if (!keys.has(key)) found.set(key, optional(parameter));
  }
  return [...found.values()];
}

function keyOf({ in: place, name }: OpenApiParameter): string {
  return `${place} ${place === 'header' ? name.toLowerCase() : name}`;
}

function optional(parameter: OpenApiParameter): OpenApiParameter {
  return { ...parameter, required: parameter.in === 'path' };
}

function pathParameters(
  { path }: SavedRequest,
  template: readonly string[],
  own: readonly string[],
  shown: Shown,
): readonly OpenApiParameter[] {
  // The first one of a name counts.
  const pairs = new Map(path.map((pair) => [pair.name, pair] as const).reverse());
  return template.map((name, at) => {
    const pair = pairs.get(own[at] ?? '');
    const value = pair?.value ?? shown(`{{${own[at] ?? name}}}`);
    return parameterOf('path', name, pair?.docs ?? '', true, value.startsWith('{{') ? '' : value);
  });
}

/** One that is there several times has a list of values. */
function queryParameters({ query }: SavedRequest): readonly OpenApiParameter[] {
  const groups = new Map<string, QueryPair[]>();
  for (const pair of query.filter(({ name }) => name !== '')) {
    const group = groups.get(pair.name) ?? [];
    groups.set(pair.name, group);
    group.push(pair);
  }
  return [...groups].map(([name, pairs]): OpenApiParameter => {
    const docs = pairs.find((pair) => pair.docs !== '')?.docs ?? '';
    const values = pairs.map(({ value }) => value ?? '');
    const parameter = parameterOf(
      'query',
      decoded(name),
      docs,
      pairs.some(({ enabled }) => enabled),
      decoded(values[0] ?? ''),
    );
    if (values.length === 1) return parameter;
    return { ...parameter, schema: { type: 'array', items: TEXT }, example: values.map(decoded) };
  });
}

function headerParameters({ headers }: SavedRequest): readonly OpenApiParameter[] {
  const found = new Map<string, OpenApiParameter>();
  for (const { name, value, enabled, docs } of headers) {
    if (name.toLowerCase() === 'cookie')
      for (const [cookie, content] of cookiesOf(value))
        found.set(`cookie ${cookie}`, parameterOf('cookie', cookie, docs, enabled, content));
    const key = `header ${name.toLowerCase()}`;
    if (name.trim() !== '' && !NOT_PARAMETERS.test(name) && !found.has(key))
      found.set(key, parameterOf('header', name.trim(), docs, enabled, value));
  }
  return [...found.values()];
}

function cookiesOf(value: string): readonly (readonly [string, string])[] {
  return value
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.indexOf('=') > 0)
    .map((cookie) => [cookie.slice(0, cookie.indexOf('=')), cookie.slice(cookie.indexOf('=') + 1)]);
}

function parameterOf(
  place: OpenApiParameter['in'],
  name: string,
  docs: string,
  required: boolean,
  example: string,
): OpenApiParameter {
  return { name, in: place, ...(docs !== '' && { description: docs }), required, schema: TEXT, example };
}

/** What stands in a URL is encoded there, and plain in a document. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
