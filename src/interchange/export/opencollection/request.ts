// Converts requests and their examples to OpenCollection.
import { mediaType } from '../../../base/body-text.ts';
import { rawLanguage } from '../../../collections/model/raw-language.ts';
import type { Example, ExampleRequest } from '../../../collections/model/example.ts';
import { urlWithQuery } from '../../../collections/model/query.ts';
import { effectiveSettings, type SavedRequest } from '../../../collections/model/request.ts';
import { withoutEmpty } from '../shared/folder-files.ts';
import { authField } from './auth.ts';
import { bodyField } from './body.ts';
import { pairFields, variableFields } from './pairs.ts';
import { scriptFields } from './scripts.ts';

type Fields = Readonly<Record<string, unknown>>;

export function isOpenCollectionRequest({ type }: SavedRequest): boolean {
  return ['http', 'graphql', 'grpc', 'websocket'].includes(type);
}

/** Returns the fields of a file. Adds to `warnings` what the format cannot express. */
export function requestFields(request: SavedRequest, seq: number, warnings: Set<string>): Fields {
  const { name, docs, scripts, auth, variables, examples } = request;
  const type = request.body.type === 'graphql' ? 'graphql' : request.type;
  const parts = scriptFields(scripts, `"${name}"`, warnings);
  return {
    info: withoutEmpty({ name, type, seq, tags: request.tags }),
    [type]: {
      ...blockOf(request),
      auth: authField(auth, `"${name}"`, warnings) ?? 'inherit',
    },
    runtime: withoutEmpty({
      variables: variables.map(variableFields),
      scripts: parts.scripts,
      assertions: parts.assertions,
      actions: parts.actions,
    }),
    settings: type === 'grpc' || type === 'websocket' ? undefined : settingsFields(request),
    examples: examples.map(exampleFields),
    docs,
  };
}

function blockOf(request: SavedRequest): Fields {
  switch (request.type) {
    case 'grpc':
      return grpcFields(request);
    case 'websocket':
      return withoutEmpty({ ...targetFields(request), method: '', message: messagesOf(request) });
    default:
      return messageFields(request);
  }
}

function messageFields(request: ExampleRequest): Fields {
  return withoutEmpty({ ...targetFields(request), body: bodyField(request.body) });
}

function targetFields({ method, url, query, path, headers }: ExampleRequest): Fields {
  return {
    method,
    url: urlWithQuery({ url, query }),
    headers: headers.map(pairFields),
    params: [
      ...query.map((pair) => ({ ...pairFields(pair), type: 'query' })),
      ...path.map((pair) => ({ ...pairFields(pair), type: 'path' })),
    ],
  };
}

function grpcFields({ url, headers, grpc }: SavedRequest): Fields {
  const messages = grpc?.messages ?? [];
  return withoutEmpty({
    url,
    method: grpc === undefined || grpc.method === '' ? '' : `${grpc.service}/${grpc.method}`,
    metadata: headers.map(pairFields),
    message:
      messages.length > 1
        ? messages.map((message, index) => ({ title: `message ${index + 1}`, message }))
        : messages[0],
    protoFilePath: grpc?.protoFiles[0],
  });
}

function messagesOf({ websocket }: SavedRequest): readonly object[] {
  const types: Readonly<Record<string, string>> = { json: 'json', base64: 'binary' };
  return (websocket?.messages ?? [])
    .filter(({ action }) => action === 'send')
    .map(({ name, kind, text }) => ({ title: name, message: { type: types[kind] ?? 'text', data: text } }));
}

function settingsFields({ settings: own }: SavedRequest): Fields {
  const settings = effectiveSettings(own);
  const { encodeUrl, timeoutMs, followRedirects, maxRedirects, keepAuthorization } = settings;
  return {
    encodeUrl,
    timeout: timeoutMs,
    followRedirects,
    maxRedirects,
    ...(keepAuthorization && { forwardAuthorizationHeader: true }),
  };
}

function exampleFields({ name, status, reason, headers, body, base64, request }: Example): Fields {
  const type = headers.find((header) => header.name.toLowerCase() === 'content-type')?.value;
  return {
    name,
    ...(request !== null && {
      request: messageFields(request),
    }),
    response: withoutEmpty({
      status,
      statusText: reason,
      headers: headers.map(pairFields),
      body: base64 || body === '' ? undefined : { type: rawLanguage(mediaType(type)), data: body },
    }),
  };
}
