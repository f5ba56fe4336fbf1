// Converts requests of schema 3 that are not HTTP.
import { isObject } from '../../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../../documents/json-values.ts';
import { newRequest, type SavedRequest } from '../../model/request.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { docsOf, jsonOrText, pairsOf } from '../shared/postman/fields.ts';
import { scriptsOf } from '../shared/postman/scripts.ts';
import { splitUrl } from '../shared/url-parts.ts';
import { authIn } from './auth.ts';
import type { RequestFile } from './request-file.ts';
import { eventsOf } from './scripts.ts';

type Protocol = Partial<Parameters<typeof newRequest>[0]>;
type ReadProtocol = (fields: JsonObject, context: ImportContext) => Protocol;

const PROTOCOLS: ReadonlyMap<string, ReadProtocol> = new Map<string, ReadProtocol>([
  ['grpc-request', grpc],
  ['websocket-request', webSocket],
  ['socket.io-request', () => ({ type: 'socketio' })],
  ['mqtt-request', () => ({ type: 'mqtt' })],
  ['mcp-request', mcp],
]);

/** Returns null for an unknown kind. */
export function protocolRequest(
  kind: string,
  { fields, id, stem }: RequestFile,
  context: ImportContext,
): SavedRequest | null {
  const protocol = PROTOCOLS.get(kind);
  if (protocol === undefined) return null;
  context.countRequest();
  const { url, query } = splitUrl(context.text(fields['url'], 'the URL'));
  return newRequest({
    id: context.id(id),
    name: context.name(fields['name'], stem),
    url,
    query: [...query],
    headers: pairsOf(fields['metadata'] ?? fields['headers'], 'the headers', context),
    auth: authIn(fields['auth'], { type: 'inherit' }, context),
    scripts: scriptsOf(eventsOf(fields, 'grpc', context), context),
    docs: docsOf(fields['description'], context),
    ...protocol(fields, context),
  });
}

function grpc(fields: JsonObject): Protocol {
  const [, service = '', method = ''] =
    /^(.*)[./]([^./]*)$/.exec(scalarText(fields['methodPath']) ?? '') ?? [];
  const { schema, message } = fields;
  const location = isObject(schema) ? scalarText(schema['location']) : undefined;
  const content = jsonOrText(isObject(message) ? message['content'] : message);
  return {
    type: 'grpc',
    grpc: {
      service,
      method,
      messages: content === '' ? [] : [content],
      protoFiles: location === undefined ? [] : [location],
    },
  };
}

function webSocket(fields: JsonObject, context: ImportContext): Protocol {
  if (typeof fields['messages'] === 'string')
    context.warn(`the messages in ${fields['messages'].slice(0, 200)} were left out`);
  return { type: 'websocket', websocket: {} };
}

function mcp(fields: JsonObject): Protocol {
  const command = scalarText(fields['command']) ?? '';
  const text = jsonOrText(fields['message']);
  return {
    type: 'mcp',
    mcp: {
      transport: fields['transport'] === 'stdio' ? 'stdio' : 'http',
      command,
      ...(text !== '' && { arguments: text }),
    },
  };
}
