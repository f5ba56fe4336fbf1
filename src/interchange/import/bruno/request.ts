// Converts requests of OpenCollection.
import { isObject } from '../../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../../documents/json-values.ts';
import { example as exampleModel, exampleRequest, type Example } from '../../../collections/model/example.ts';
import { newRequest, type SavedRequest } from '../../../collections/model/request.ts';
import type { Pair } from '../../../collections/model/values.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { tagsOf } from '../shared/tags.ts';
import { docsOf, jsonOrText } from '../shared/postman/fields.ts';
import { pathPairs, type ImportedUrl } from '../shared/path-pairs.ts';
import { splitUrl } from '../../../collections/model/url-parts.ts';
import { authOf } from './auth.ts';
import { bodyOf, graphqlBody, variantOf } from './body.ts';
import { pairsOf } from './pairs.ts';
import { scriptsOf } from './scripts.ts';
import { plainVariables } from './variables.ts';

/** Settings of the folders above a request that apply to it. */
export interface Defaults {
  readonly headers: readonly Pair[];
}

type Fields = Omit<Parameters<typeof newRequest>[0], 'id' | 'name'>;
type ReadBlock = (block: JsonObject, defaults: Defaults, context: ImportContext) => Fields;

const BLOCKS: readonly (readonly [key: string, read: ReadBlock])[] = [
  ['http', httpFields],
  ['graphql', graphqlFields],
  ['grpc', grpcFields],
  ['websocket', webSocketFields],
  ['ws', webSocketFields],
];

/** Returns true for the fields of a request. */
export function isRequest(fields: JsonObject): boolean {
  return BLOCKS.some(([key]) => isObject(fields[key]));
}

export function requestOf(
  file: { readonly fields: JsonObject; readonly id: string; readonly stem: string },
  defaults: Defaults,
  context: ImportContext,
): SavedRequest {
  context.countRequest();
  const { fields, id, stem } = file;
  const found = BLOCKS.find(([key]) => isObject(fields[key]));
  const block = found === undefined ? {} : (fields[found[0]] as JsonObject);
  const info = infoOf(fields, context);
  const runtime = isObject(fields['runtime']) ? fields['runtime'] : {};
  return newRequest({
    ...(found?.[1] ?? httpFields)(block, defaults, context),
    id: context.id(id),
    name: context.name(info['name'], stem),
    auth: authOf(block['auth'] ?? runtime['auth'] ?? fields['auth'], context),
    variables: plainVariables(runtime['variables'], context),
    scripts: scriptsOf(
      { scripts: runtime['scripts'], assertions: runtime['assertions'], actions: runtime['actions'] },
      context,
    ),
    docs: docsOf(fields['docs'] ?? info['description'], context),
    tags: tagsOf(info['tags']),
    settings: settingsOf(fields['settings']),
    examples: examplesOf(fields['examples'], context),
  });
}

/** Returns the name and order, even when a file has them under `meta` or not at all. */
export function infoOf(fields: JsonObject, context: ImportContext): JsonObject {
  const { info, meta } = fields;
  if (isObject(info)) return info;
  if (!isObject(meta)) return fields;
  context.warn('"meta" was read as "info"');
  return meta;
}

function httpFields(block: JsonObject, { headers }: Defaults, context: ImportContext): Fields {
  const body = bodyOf(block['body'], context);
  return {
    type: body.type === 'graphql' ? 'graphql' : 'http',
    method: (scalarText(block['method']) ?? 'GET').toUpperCase(),
    ...urlOf(block, context),
    headers: withDefaults(pairsOf(block['headers'], 'the headers', context), headers),
    body,
  };
}

function graphqlFields(block: JsonObject, defaults: Defaults, context: ImportContext): Fields {
  const given = variantOf(block['body'], 'body', context);
  const body = isObject(given) && isObject(given['data']) ? given['data'] : given;
  return {
    ...httpFields({ method: 'POST', ...block, body: undefined }, defaults, context),
    type: 'graphql',
    body: graphqlBody(isObject(body) ? body : {}),
  };
}

function grpcFields(block: JsonObject, _: Defaults, context: ImportContext): Fields {
  const [, service = '', method = ''] = /^\/?(.*)[./]([^./]*)$/.exec(scalarText(block['method']) ?? '') ?? [];
  const listed: readonly unknown[] = Array.isArray(block['message']) ? block['message'] : [block['message']];
  const messages = listed
    .map((each) => jsonOrText(isObject(each) ? each['message'] : each))
    .filter((text) => text !== '');
  const proto = scalarText(block['protoFilePath']) ?? '';
  const url = scalarText(block['url']) ?? '';
  return {
    type: 'grpc',
    url,
    headers: pairsOf(block['metadata'], 'the metadata', context),
    grpc: {
      service,
      method,
      messages,
      protoFiles: proto === '' ? [] : [proto],
      tls: /^(?:grpcs|https):/.test(url),
    },
  };
}

function webSocketFields(block: JsonObject, { headers }: Defaults, context: ImportContext): Fields {
  const listed: readonly unknown[] = Array.isArray(block['message'])
    ? block['message']
    : [{ message: block['message'] }];
  const messages = listed.filter(isObject).flatMap(({ title, message }) =>
    isObject(message)
      ? [
          {
            name: scalarText(title) ?? '',
            kind:
              message['type'] === 'json'
                ? ('json' as const)
                : message['type'] === 'binary'
                  ? ('base64' as const)
                  : ('text' as const),
            text: jsonOrText(message['data']),
          },
        ]
      : [],
  );
  return {
    type: 'websocket',
    ...urlOf(block, context),
    headers: withDefaults(pairsOf(block['headers'], 'the headers', context), headers),
    websocket: { messages },
  };
}

/** Returns the URL. Its query is listed too, and only the list has the disabled parameters. */
function urlOf(block: JsonObject, context: ImportContext): ImportedUrl {
  const { url, query } = splitUrl(scalarText(block['url']) ?? '');
  const params = context.list(block['params'], 'the parameters').filter(isObject);
  const inQuery = params.filter(({ type }) => type !== 'path');
  const listed = pairsOf(inQuery, 'the query', context).map((pair, index) => ({
    ...pair,
    value: inQuery[index]?.['value'] === undefined ? null : pair.value,
  }));
  const path = pairsOf(
    params.filter(({ type }) => type === 'path'),
    'the path variables',
    context,
  );
  return {
    url,
    query: listed.length > 0 ? listed : [...query],
    path: pathPairs(url, path, context),
  };
}

/** Adds headers of the folders above that the request does not have. */
function withDefaults(own: readonly Pair[], above: readonly Pair[]): Pair[] {
  const names = new Set(own.filter(({ enabled }) => enabled).map(({ name }) => name.toLowerCase()));
  return [...above.filter(({ name }) => !names.has(name.toLowerCase())), ...own];
}

function settingsOf(settings: unknown): Fields['settings'] {
  if (!isObject(settings)) return {};
  const flag = (name: string): boolean | undefined => ({ true: true, false: false })[String(settings[name])];
  const amount = (name: string, max: number): number | undefined => {
    const text = scalarText(settings[name]) ?? '';
    return /^\d{1,9}$/.test(text) ? Math.min(Number(text), max) : undefined;
  };
  return {
    encodeUrl: flag('encodeUrl'),
    followRedirects: flag('followRedirects'),
    keepAuthorization: flag('forwardAuthorizationHeader'),
    maxRedirects: amount('maxRedirects', 100),
    timeoutMs: amount('timeout', 2_147_483_647),
  };
}

function examplesOf(examples: unknown, context: ImportContext): Example[] {
  return context
    .list(examples, 'the examples')
    .filter(isObject)
    .map((fields) => {
      const response = isObject(fields['response']) ? fields['response'] : {};
      const { status, statusText, headers, body } = response;
      const code = Number(scalarText(status) ?? 200);
      return exampleModel.parse({
        id: context.id(null),
        name: context.name(fields['name'], 'Example'),
        status: Number.isInteger(code) && code >= 0 && code <= 999 ? code : 200,
        reason: scalarText(statusText) ?? '',
        headers: pairsOf(headers, 'the headers', context),
        body: jsonOrText(isObject(body) ? (body['data'] ?? body['content']) : body),
        request: isObject(fields['request']) ? exampleRequestOf(fields['request'], context) : null,
      });
    });
}

function exampleRequestOf(request: JsonObject, context: ImportContext): Example['request'] {
  return exampleRequest.parse({
    method: (scalarText(request['method']) ?? 'GET').toUpperCase(),
    ...urlOf(request, context),
    headers: pairsOf(request['headers'], 'the headers', context),
    body: bodyOf(request['body'], context),
  });
}
