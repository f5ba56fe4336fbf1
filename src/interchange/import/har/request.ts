// Converts an exchange of a HAR file to a saved request, with its response as an example.
import type { HarExchange, HarMessage } from '../../../documents/har/reader.ts';
import type { Body } from '../../../collections/model/body.ts';
import { example as exampleModel, type Example } from '../../../collections/model/example.ts';
import { newRequest, type SavedRequest } from '../../../collections/model/request.ts';
import type { Pair } from '../../../collections/model/values.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { splitUrl } from '../../../collections/model/url-parts.ts';
import { requestBody, responseText } from './body.ts';

/** Headers of the connection, and those about the length or coding of a body that is stored decoded. */
const CONNECTION_HEADERS =
  /^(?:connection|content-length|host|http2-settings|keep-alive|proxy-[\w-]+|te|trailer|transfer-encoding|upgrade)$/i;
const HANDSHAKE_HEADERS = /^sec-websocket-(?:accept|extensions|key|version)$/i;

/** Opcodes of RFC 6455 section 5.2. */
const TEXT = 1;
const BINARY = 2;

interface Message {
  readonly kind: 'text' | 'json' | 'base64';
  readonly text: string;
}

export function harRequest(exchange: HarExchange, context: ImportContext): SavedRequest {
  const { url, query } = splitUrl(exchange.url.toWellFormed());
  const body = requestBody(exchange.request, context);
  const headers = headersWith(body, exchange.request, context);
  const isWebSocket =
    exchange.webSocketMessages !== null ||
    headerValue(exchange.request, 'upgrade').toLowerCase() === 'websocket';
  context.countFields(query.length);
  return newRequest({
    id: context.id(null),
    name: `${exchange.method} ${URL.parse(url)?.pathname ?? url}`.slice(0, 300).toWellFormed(),
    type: isWebSocket ? 'websocket' : 'http',
    method: exchange.method,
    url: isWebSocket ? url.replace(/^http/i, 'ws') : url,
    query: [...query],
    headers,
    body,
    ...(isWebSocket && { websocket: { messages: sentMessages(exchange, context) } }),
    examples:
      exchange.response === null || isWebSocket ? [] : [exampleOf(exchange, exchange.response, context)],
  });
}

/** Returns what the client sent. Received messages would have to be answered by the same server in the same way. */
function sentMessages({ webSocketMessages: all }: HarExchange, context: ImportContext): Message[] {
  const data = (all ?? []).filter(({ opcode }) => opcode === TEXT || opcode === BINARY);
  const sent = data.filter(({ direction }) => direction === 'sent');
  const received = data.length - sent.length;
  context.countFields(sent.length);
  if (received > 0)
    context.warn(`${received} received ${received === 1 ? 'message' : 'messages'} of the WebSocket left out`);
  return sent.map(({ opcode, bytes }) => {
    const buffer = Buffer.from(bytes);
    return opcode === TEXT
      ? { kind: isJson(buffer.toString()) ? 'json' : 'text', text: buffer.toString().toWellFormed() }
      : { kind: 'base64', text: buffer.toString('base64') };
  });
}

function isJson(text: string): boolean {
  if (!/^\s*[{[]/.test(text)) return false;
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

/**
 * Returns headers with the type of the body, except for multipart forms, which get a new boundary when they are sent.
 */
function headersWith(body: Body, message: HarMessage, context: ImportContext): Pair[] {
  const headers = headersOf(message, context);
  const isType = ({ name }: Pair): boolean => name.toLowerCase() === 'content-type';
  if (body.type === 'multipart') return headers.filter((header) => !isType(header));
  const value = message.mimeType.trim().toWellFormed();
  // Bodies that need no explicit type, and the values that browsers write for an unknown one.
  const isOmitted = body.type === 'none' || body.type === 'urlencoded' || /^(?:x-unknown)?$/.test(value);
  if (isOmitted || headers.some(isType)) return headers;
  return [...headers, { name: 'Content-Type', value, enabled: true, docs: '' }];
}

function exampleOf({ status, reason }: HarExchange, response: HarMessage, context: ImportContext): Example {
  return exampleModel.parse({
    id: context.id(null),
    name: `${status} ${reason}`.trim().slice(0, 300).toWellFormed(),
    status,
    reason: reason.toWellFormed(),
    headers: headersOf(response, context),
    ...responseText(response, context),
  });
}

function headersOf({ headers, body }: HarMessage, context: ImportContext): Pair[] {
  context.countFields(headers.length);
  return headers
    .filter(([name]) => !CONNECTION_HEADERS.test(name) && !HANDSHAKE_HEADERS.test(name))
    .filter(([name]) => !body.isDecoded || name.toLowerCase() !== 'content-encoding')
    .map(([name, value]) => ({ name, value: value.toWellFormed(), enabled: true, docs: '' }));
}

function headerValue({ headers }: HarMessage, name: string): string {
  return headers.find(([other]) => other.toLowerCase() === name)?.[1] ?? '';
}
