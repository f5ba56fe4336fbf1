// Converts requests that are not HTTP to schema 3.
import type { RequestType, SavedRequest } from '../../../../collections/model/request.ts';
import { withoutEmpty } from '../../shared/folder-files.ts';
import { postmanPair } from '../../shared/postman/fields.ts';
import { authFields } from '../auth.ts';
import { pairFields } from '../pairs.ts';
import { GRPC, HTTP, scriptFields } from '../scripts.ts';
import type { Fields, ProtocolWriter, WrittenMessage } from './contract.ts';
import { grpc } from './grpc.ts';
import { llm } from './llm.ts';
import { mcp } from './mcp.ts';
import { mqtt } from './mqtt.ts';
import { socketIo } from './socketio.ts';
import { webSocket } from './websocket.ts';

const WRITERS: ReadonlyMap<RequestType, ProtocolWriter> = new Map<RequestType, ProtocolWriter>([
  ['grpc', grpc],
  ['websocket', webSocket],
  ['socketio', socketIo],
  ['mqtt', mqtt],
  ['mcp', mcp],
  ['ai', llm],
]);

export interface ProtocolFiles {
  readonly kind: string;
  readonly fields: Fields;
  readonly messages: readonly WrittenMessage[];
}

/** Returns the files of a request; null for a type that the format does not have. */
export function protocolFiles(request: SavedRequest): ProtocolFiles | null {
  const writer = WRITERS.get(request.type);
  if (writer === undefined) return null;
  const { fields, messages } = writer.write(request);
  const { type, url, query, headers, auth, scripts, docs, settings } = request;
  return {
    kind: writer.kind,
    fields: withoutEmpty({
      description: docs,
      url,
      queryParams: query.map(({ value, ...pair }) => ({
        ...postmanPair({ ...pair, value: value ?? '' }),
        value,
      })),
      [type === 'grpc' ? 'metadata' : 'headers']: pairFields(headers),
      auth: authFields(auth),
      scripts: scriptFields(scripts, type === 'grpc' ? GRPC : HTTP),
      ...fields,
      settings: withoutEmpty({
        ...(fields['settings'] as Fields | undefined),
        strictSSL: settings.verifyTls === false ? false : undefined,
      }),
    }),
    messages,
  };
}
