// Converts requests of Insomnia over HTTP, WebSocket and gRPC.
import { grpc, websocket } from '../../../collections/model/protocol-fields.ts';
import { isObject } from '../../../base/is-object.ts';
import type { JsonObject } from '../../../documents/json-values.ts';
import type { Body } from '../../../collections/model/body.ts';
import { newRequest, type SavedRequest } from '../../../collections/model/request.ts';
import type { Pair, QueryPair, Scripts } from '../../../collections/model/values.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { pathPairs } from '../shared/path-pairs.ts';
import { splitUrl } from '../../../collections/model/url-parts.ts';
import { authOf } from './auth.ts';
import { bodyOf } from './body.ts';
import { pairsOf, textField } from './fields.ts';
import type { Resources } from './resources.ts';

export const REQUEST_TYPES = new Set<unknown>(['request', 'websocket_request', 'grpc_request']);

export function requestOf(resource: JsonObject, resources: Resources, parent: ImportContext): SavedRequest {
  parent.countRequest();
  const name = parent.name(resource['name'], 'New Request');
  const context = parent.inside(name);
  const common = {
    id: context.id(resource['_id']),
    name,
    docs: context.text(resource['description'], 'the description'),
    ...targetOf(resource, context),
    auth: authOf(resource['authentication'], context),
    scripts: scriptsOf(resource, context),
  };
  if (resource['_type'] === 'grpc_request')
    return newRequest({ ...common, ...grpcOf(resource, resources, context) });
  const headers = pairsOf(resource['headers'], 'the headers', context);
  if (resource['_type'] === 'websocket_request')
    return newRequest({
      ...common,
      headers,
      type: 'websocket',
      websocket: webSocketOf(resource, resources, context),
    });
  const body = bodyOf(resource['body'], context);
  return newRequest({
    ...common,
    type: body.type === 'graphql' ? 'graphql' : 'http',
    method: textField(resource['method'], 'the method', context).trim() || 'GET',
    headers: headersWith(body, resource['body'], headers),
    body,
    settings: settingsOf(resource),
  });
}

function isNamed({ name, value }: QueryPair): boolean {
  return name !== '' || value !== null;
}

function targetOf(
  resource: JsonObject,
  context: ImportContext,
): Pick<SavedRequest, 'url' | 'query' | 'path'> {
  const { url, query } = splitUrl(textField(resource['url'], 'the URL', context));
  context.countFields(query.length);
  const listedQuery = pairsOf(resource['parameters'], 'the query', context);
  const listed = pairsOf(resource['pathParameters'], 'the path variables', context);
  return {
    url,
    query: listedQuery.length > 0 ? [...query.filter(isNamed), ...listedQuery] : [...query],
    path: pathPairs(url, listed, context),
  };
}

/**
 * Returns headers with the type of the body, except for multipart forms, which get a new boundary when they are sent.
 */
function headersWith(body: Body, given: unknown, headers: readonly Pair[]): Pair[] {
  const isType = ({ name }: Pair): boolean => name.toLowerCase() === 'content-type';
  if (body.type === 'multipart') return headers.filter((header) => !isType(header));
  const type = isObject(given) && typeof given['mimeType'] === 'string' ? given['mimeType'] : '';
  if (body.type !== 'raw' || type === '' || headers.some(isType)) return [...headers];
  return [...headers, { name: 'Content-Type', value: type.toWellFormed(), enabled: true, docs: '' }];
}

function settingsOf(resource: JsonObject): Partial<SavedRequest['settings']> {
  return {
    ...(resource['settingFollowRedirects'] === 'off' && { followRedirects: false }),
    ...(resource['settingSendCookies'] === false && { sendCookies: false }),
    ...(resource['settingEncodeUrl'] === false && { encodeUrl: false }),
  };
}

/** Converts scripts, whose API is much like Postman's under another name. */
export function scriptsOf(resource: JsonObject, context: ImportContext): Scripts {
  const scripts = {
    preRequest: context.text(resource['preRequestScript'], 'a script'),
    test: context.text(resource['afterResponseScript'], 'a script'),
  };
  const named = /\binsomnia\s*\./;
  if (!named.test(scripts.preRequest) && !named.test(scripts.test)) return scripts;
  context.warn('in its scripts "insomnia." became "pm."');
  const renamed = (script: string): string => script.replace(/\binsomnia(?=\s*\.)/g, 'pm');
  return { preRequest: renamed(scripts.preRequest), test: renamed(scripts.test) };
}

function webSocketOf(
  resource: JsonObject,
  resources: Resources,
  context: ImportContext,
): SavedRequest['websocket'] {
  const messages = resources
    .childrenOf(resource)
    .filter(({ _type }) => _type === 'websocket_payload')
    .map((payload) => ({
      name: context.text(payload['name'], 'the name of a message'),
      kind: payload['mode'] === 'application/json' ? ('json' as const) : ('text' as const),
      text: textField(payload['value'], 'a message', context),
    }));
  context.countFields(messages.length);
  return websocket.parse({ messages });
}

function grpcOf(resource: JsonObject, resources: Resources, context: ImportContext): Partial<SavedRequest> {
  const path = context.text(resource['protoMethodName'], 'the gRPC method').replace(/^\//, '');
  const file = resources.byId(resource['protoFileId']);
  if (file !== undefined)
    context.warn(
      `the definitions ${JSON.stringify(context.text(file['name'], 'a file'))} must be selected again`,
    );
  const body = isObject(resource['body']) ? resource['body'] : {};
  const message = textField(body['text'], 'the message', context);
  const slash = path.lastIndexOf('/');
  return {
    type: 'grpc',
    headers: pairsOf(resource['metadata'], 'the metadata', context),
    grpc: grpc.parse({
      service: slash < 0 ? '' : path.slice(0, slash),
      method: path.slice(slash + 1),
      messages: message === '' ? [] : [message],
      protoFiles: [],
      importPaths: [],
      tls: /^\s*(?:grpcs|https):/i.test(context.text(resource['url'], 'the URL')),
      deadlineMs: 0,
    }),
  };
}
