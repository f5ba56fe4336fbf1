// Converts requests and examples to schema 3 by way of version 2.1, so that both formats share one conversion.
import type { PostmanBody, PostmanRequest } from '../../../documents/postman.ts';
import type { Example } from '../../../collections/model/example.ts';
import type { SavedRequest } from '../../../collections/model/request.ts';
import { withoutEmpty } from '../shared/folder-files.ts';
import { postmanItem } from '../shared/postman/item.ts';
import { authFields } from './auth.ts';
import { mapOrList } from './pairs.ts';
import { scriptFields } from './scripts.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Returns the fields of a file, without the name when the file has the same name. */
export function requestFields(request: SavedRequest, stem: string, warnings: string[]): Fields {
  const { name, docs, scripts, auth, type } = request;
  const item = postmanItem({ ...request, examples: [] }, warnings);
  const isGraphql = type === 'graphql' && item.request.body?.mode === 'graphql';
  return {
    $kind: isGraphql ? 'graphql-request' : 'http-request',
    name: name === stem ? undefined : name,
    description: docs,
    ...(isGraphql ? graphqlFields(item.request) : partsOf(item.request)),
    auth: authFields(auth),
    settings: item.protocolProfileBehavior,
    scripts: scriptFields(scripts),
  };
}

/** Returns the fields of an example; Postman names it by its file too. */
export function exampleFields(example: Example, request: SavedRequest, warnings: string[]): Fields {
  const { response } = postmanItem({ ...request, examples: [example] }, warnings);
  const [saved] = response;
  if (saved === undefined) return {};
  return {
    $kind: 'http-example',
    name: saved.name,
    ...(example.request !== null && { request: withoutEmpty(partsOf(saved.originalRequest)) }),
    response: withoutEmpty({
      statusCode: saved.code,
      statusText: saved.status,
      headers: mapOrList(saved.header),
      body: saved.body === '' ? undefined : { type: saved._postman_previewlanguage, content: saved.body },
    }),
  };
}

function partsOf({ url, method, header, body }: PostmanRequest): Fields {
  const { raw, query = [], variable = [] } = url;
  return {
    url: query.length === 0 ? raw : addressOf(raw),
    method,
    headers: mapOrList(header),
    queryParams: query.map(({ value, ...pair }) => ({ ...pair, value })),
    pathVariables: mapOrList(variable),
    body: body === undefined ? undefined : bodyFields(body),
  };
}

/** Removes the query, which is in a separate list. */
function addressOf(raw: string): string {
  const masked = raw.replace(/\{\{[^{}]*\}\}/g, (name) => ' '.repeat(name.length));
  const at = masked.indexOf('?');
  return at < 0 ? raw : raw.slice(0, at);
}

function graphqlFields({ url, method, header, body }: PostmanRequest): Fields {
  if (body?.mode !== 'graphql') return {};
  const { query, variables, operationName } = body.graphql;
  return {
    url: url.raw,
    method: method === 'POST' ? undefined : method,
    headers: mapOrList(header),
    query,
    variables,
    operationName,
  };
}

function bodyFields(body: PostmanBody): object {
  switch (body.mode) {
    case 'raw':
      return { type: body.options?.raw.language ?? 'text', content: body.raw };
    case 'urlencoded':
      return { type: 'urlencoded', content: body.urlencoded };
    case 'formdata':
      return { type: 'formdata', content: body.formdata };
    case 'file':
      return { type: 'file', content: { src: body.file.src ?? '' } };
    case 'graphql':
      return { type: 'graphql', content: body.graphql };
  }
}
