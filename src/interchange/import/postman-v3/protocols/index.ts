// Converts requests of schema 3 that are not HTTP.
import { newRequest, type SavedRequest } from '../../../../collections/model/request.ts';
import type { ImportContext } from '../../shared/import-context.ts';
import { docsOf, pairsOf, queryPairsOf } from '../../shared/postman/fields.ts';
import { scriptsOf } from '../../shared/postman/scripts.ts';
import { splitUrl } from '../../../../collections/model/url-parts.ts';
import { authIn } from '../auth.ts';
import type { RequestFile } from '../request-file.ts';
import { eventsOf } from '../scripts.ts';
import type { ReadProtocol } from './contract.ts';
import { grpc } from './grpc.ts';
import { llm } from './llm.ts';
import { mcp } from './mcp.ts';
import { mqtt } from './mqtt.ts';
import { socketIo } from './socketio.ts';
import { objectOf } from './values.ts';
import { webSocket } from './websocket.ts';

const PROTOCOLS: ReadonlyMap<string, ReadProtocol> = new Map([
  ['grpc-request', grpc],
  ['websocket-request', webSocket],
  ['socket.io-request', socketIo],
  ['mqtt-request', mqtt],
  ['mcp-request', mcp],
  ['llm-request', llm],
]);

/** Returns null for an unknown kind. */
export function protocolRequest(
  kind: string,
  file: RequestFile,
  context: ImportContext,
): SavedRequest | null {
  const read = PROTOCOLS.get(kind);
  if (read === undefined) return null;
  const { fields, id, stem } = file;
  context.countRequest();
  const { url, query } = splitUrl(context.text(fields['url'], 'the URL'));
  const { settings, ...protocol } = read(file, context);
  const listed = queryPairsOf(fields['queryParams'], context);
  return newRequest({
    id: context.id(id),
    name: context.name(fields['name'], stem),
    url,
    query: listed.length > 0 ? listed : [...query],
    headers: pairsOf(fields['metadata'] ?? fields['headers'], 'the headers', context),
    auth: authIn(fields['auth'], { type: 'inherit' }, context),
    scripts: scriptsOf(eventsOf(fields, 'grpc', context), context),
    docs: docsOf(fields['description'], context),
    settings: { verifyTls: objectOf(fields['settings'])['strictSSL'] !== false, ...settings },
    ...protocol,
  });
}
