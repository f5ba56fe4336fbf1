// One exchange of a HAR file as a saved request, its response as an example.
import type { HarExchange, HarMessage } from '../../../documents/har/reader.ts';
import type { Body } from '../../model/body.ts';
import { example as exampleModel, type Example } from '../../model/example.ts';
import { newRequest, type SavedRequest } from '../../model/request.ts';
import type { Pair } from '../../model/values.ts';
import type { Notes } from '../shared/import-context.ts';
import { urlParts } from '../shared/url-parts.ts';
import { requestBody, responseText } from './body.ts';

/** They belong to the connection, or say how long or how packed a body was that is whole and unpacked here. */
const OF_CONNECTION =
  /^(?:connection|content-length|host|http2-settings|keep-alive|proxy-[\w-]+|te|trailer|transfer-encoding|upgrade)$/i;
const OF_HANDSHAKE = /^sec-websocket-(?:accept|extensions|key|version)$/i;

export function harRequest(exchange: HarExchange, notes: Notes): SavedRequest {
  const { url, query } = urlParts(exchange.url.toWellFormed());
  const body = requestBody(exchange.request, notes);
  const headers = headersWith(body, exchange.request, notes);
  const isWebSocket = valueOf(exchange.request, 'upgrade').toLowerCase() === 'websocket';
  notes.countFields(query.length);
  return newRequest({
    id: notes.id(null),
    name: `${exchange.method} ${URL.parse(url)?.pathname ?? url}`.slice(0, 300).toWellFormed(),
    type: isWebSocket ? 'websocket' : 'http',
    method: exchange.method,
    url: isWebSocket ? url.replace(/^http/i, 'ws') : url,
    query: [...query],
    headers,
    body,
    ...(isWebSocket && { websocket: {} }),
    examples:
      exchange.response === null || isWebSocket ? [] : [exampleOf(exchange, exchange.response, notes)],
  });
}

/** The type of the body is among them, but for that of a form with its boundary, which is put together anew. */
function headersWith(body: Body, message: HarMessage, notes: Notes): Pair[] {
  const headers = headersOf(message, notes);
  const isType = ({ name }: Pair): boolean => name.toLowerCase() === 'content-type';
  if (body.type === 'multipart') return headers.filter((header) => !isType(header));
  const value = message.mimeType.trim().toWellFormed();
  // What has no body needs none, a form of text fields gets its own, and so browsers say that they know nothing.
  const isUnsaid = body.type === 'none' || body.type === 'urlencoded' || /^(?:x-unknown)?$/.test(value);
  if (isUnsaid || headers.some(isType)) return headers;
  return [...headers, { name: 'Content-Type', value, enabled: true, docs: '' }];
}

function exampleOf({ status, reason }: HarExchange, response: HarMessage, notes: Notes): Example {
  return exampleModel.parse({
    id: notes.id(null),
    name: `${status} ${reason}`.trim().slice(0, 300).toWellFormed(),
    status,
    reason: reason.toWellFormed(),
    headers: headersOf(response, notes),
    ...responseText(response, notes),
  });
}

function headersOf({ headers, body }: HarMessage, notes: Notes): Pair[] {
  notes.countFields(headers.length);
  return headers
    .filter(([name]) => !OF_CONNECTION.test(name) && !OF_HANDSHAKE.test(name))
    .filter(([name]) => !body.isDecoded || name.toLowerCase() !== 'content-encoding')
    .map(([name, value]) => ({ name, value: value.toWellFormed(), enabled: true, docs: '' }));
}

function valueOf({ headers }: HarMessage, name: string): string {
  return headers.find(([other]) => other.toLowerCase() === name)?.[1] ?? '';
}
