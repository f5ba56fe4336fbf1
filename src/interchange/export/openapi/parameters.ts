// Parameters of operations. Enabled entries are required, which is the reverse of an import.
import type { OpenApiParameter } from '../../../documents/openapi/writer.ts';
import type { SavedRequest } from '../../../collections/model/request.ts';
import type { QueryPair } from '../../../collections/model/values.ts';
import type { Interpolate } from '../shared/public-values.ts';

const TEXT_SCHEMA = { type: 'string' } as const;
/** Headers that OpenAPI describes elsewhere. */
const NOT_PARAMETERS = /^(?:accept|authorization|content-type|cookie)$/i;

/** Returns the parameters of all requests; `template` are the names in the path, `names` those of each request. */
export function parametersOf(
  requests: readonly SavedRequest[],
  template: readonly string[],
  names: readonly (readonly string[])[],
  interpolate: Interpolate,
): readonly OpenApiParameter[] {
  const parameters = new Map<string, OpenApiParameter>();
  for (const [at, request] of requests.entries()) {
    const ownNames = [
      ...pathParameters(request, template, names[at] ?? [], interpolate),
      ...queryParameters(request),
      ...headerParameters(request),
    ];
    const keys = new Set(ownNames.map(keyOf));
    for (const parameter of ownNames)
      if (!parameters.has(keyOf(parameter)))
        parameters.set(keyOf(parameter), at === 0 ? parameter : optional(parameter));
    for (const [key, parameter] of parameters) if (!keys.has(key)) parameters.set(key, optional(parameter));
  }
  return [...parameters.values()];
}

function keyOf({ in: location, name }: OpenApiParameter): string {
  return `${location} ${location === 'header' ? name.toLowerCase() : name}`;
}

function optional(parameter: OpenApiParameter): OpenApiParameter {
  return { ...parameter, required: parameter.in === 'path' };
}

function pathParameters(
  { path }: SavedRequest,
  template: readonly string[],
  ownNames: readonly string[],
  interpolate: Interpolate,
): readonly OpenApiParameter[] {
  // When several entries share a name, the first counts.
  const pairs = new Map(path.map((pair) => [pair.name, pair] as const).reverse());
  return template.map((name, at) => {
    const pair = pairs.get(ownNames[at] ?? '');
    const value = pair?.value ?? interpolate(`{{${ownNames[at] ?? name}}}`);
    return parameterOf('path', name, pair?.docs ?? '', true, value.startsWith('{{') ? '' : value);
  });
}

/** Returns query parameters; a repeated one is a list. */
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
      percentDecode(name),
      docs,
      pairs.some(({ enabled }) => enabled),
      percentDecode(values[0] ?? ''),
    );
    if (values.length === 1) return parameter;
    return {
      ...parameter,
      schema: { type: 'array', items: TEXT_SCHEMA },
      example: values.map(percentDecode),
    };
  });
}

function headerParameters({ headers }: SavedRequest): readonly OpenApiParameter[] {
  const parameters = new Map<string, OpenApiParameter>();
  for (const { name, value, enabled, docs } of headers) {
    if (name.toLowerCase() === 'cookie')
      for (const [cookie, content] of parseCookies(value))
        parameters.set(`cookie ${cookie}`, parameterOf('cookie', cookie, docs, enabled, content));
    const key = `header ${name.toLowerCase()}`;
    if (name.trim() !== '' && !NOT_PARAMETERS.test(name) && !parameters.has(key))
      parameters.set(key, parameterOf('header', name.trim(), docs, enabled, value));
  }
  return [...parameters.values()];
}

function parseCookies(value: string): readonly (readonly [string, string])[] {
  return value
    .split(';')
    .map((cookie) => cookie.trim())
    .filter((cookie) => cookie.indexOf('=') > 0)
    .map((cookie) => [cookie.slice(0, cookie.indexOf('=')), cookie.slice(cookie.indexOf('=') + 1)]);
}

function parameterOf(
  location: OpenApiParameter['in'],
  name: string,
  docs: string,
  required: boolean,
  example: string,
): OpenApiParameter {
  return {
    name,
    in: location,
    ...(docs !== '' && { description: docs }),
    required,
    schema: TEXT_SCHEMA,
    example,
  };
}

/** Decodes a value, which is encoded in the URL but not in the document. */
function percentDecode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
