// Converts an exchange of a HAR file to the data of a flow: plain data that a worker thread can send.
import { octetsOfText, textOfOctets } from '../../../base/octets.ts';
import type { HarExchange, HarMessage } from '../../../documents/har/reader.ts';
import type { HarWebSocketMessage } from '../../../documents/har/web-socket-messages.ts';
import { readRecordedDestination, type Destination } from '../../../flow/destination.ts';
import type { FlowTarget } from '../../../flow/flow.ts';
import type { Times } from '../../../flow/timestamps.ts';
import { decodeText } from '../../../base/body-text.ts';

export interface HarFlowData {
  readonly startedAt: number;
  readonly method: string;
  readonly target: FlowTarget;
  readonly app: string | null;
  readonly remoteAddress: string | null;
  readonly timestamps: Partial<Times>;
  readonly error: string | null;
  readonly request: HarMessageData;
  readonly status: number;
  readonly response: HarMessageData | null;
  readonly webSocketMessages: readonly HarWebSocketMessage[] | null;
}

export interface HarMessageData {
  /** One char per byte, including the empty line at the end. */
  readonly head: string;
  /** Not shared with other messages. */
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** The number of bytes of the body that the file leaves out; null when it does not say. */
  readonly omittedBytes: number | null;
  readonly isDecoded: boolean;
  /** The media type of the body where the fields give none; empty without one. */
  readonly mimeType: string;
  readonly transferredBytes: number | null;
}

/** Returns the data of a flow; null when the URL of the exchange is not an http or https URL. */
export function harFlowData(exchange: HarExchange): HarFlowData | null {
  const destination = destinationOf(exchange);
  if (destination === null) return null;
  const { target, path } = destination;
  const { startedAt, method, app, error, status, request, response } = exchange;
  const statusLine = [response?.version, status, exchange.reason].join(' ').trimEnd();
  return {
    startedAt,
    method,
    target,
    app,
    error,
    status,
    remoteAddress: addressOf(exchange.serverAddress, target.port),
    timestamps: timestampsOf(exchange),
    request: messageData(`${method} ${path} ${request.version}`, request),
    response: response === null ? null : messageData(statusLine, response),
    webSocketMessages: exchange.webSocketMessages,
  };
}

/** Returns the target and the path, which is kept as it was sent as far as the URL shows that. */
function destinationOf({ url, method }: HarExchange): Destination | null {
  const cleaned = url.replace(/^(https?:\/\/)[^/?#\\@]*@/i, '$1').replaceAll(' ', '%20');
  const result = readRecordedDestination(cleaned);
  // Our HAR files omit the `*` of a request that is meant for the server itself.
  const isForServer = method === 'OPTIONS' && /^https?:\/\/[^/?#]*$/i.test(cleaned);
  return result !== null && isForServer ? { ...result, path: '*' } : result;
}

function addressOf(address: string | null, port: number): string | null {
  if (address === null) return null;
  return `${address.includes(':') ? `[${address}]` : address}:${port}`;
}

/** The time base of timestamps is arbitrary, but 0 means that a point was not reached. */
const START = 1;

function timestampsOf({ durationMs, phases }: HarExchange): Partial<Times> {
  if (phases === null) return { start: START, end: START + durationMs };
  const { blocked, dns, connect, tls, send, wait, receive } = phases;
  const connected = START + blocked + dns + connect + tls;
  const firstByte = connected + send + wait;
  const end = Math.max(START + durationMs, firstByte + receive);
  return { start: START, connected, sent: connected + send, firstByte, end, dns, connect, tls };
}

/** The media type that Chromium writes for a body of unknown type. */
const UNKNOWN_TYPE = 'x-unknown';

function messageData(
  line: string,
  { headers, body, mimeType, transferredBytes }: HarMessage,
): HarMessageData {
  const lines = headers.map(([name, value]) => `${name}: ${octetsOf(value)}\r\n`).join('');
  const { content, omittedBytes, isDecoded } = body;
  const field = headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1];
  const givenType = field === undefined && mimeType !== UNKNOWN_TYPE ? mimeType : '';
  const type = octetsOf(field ?? givenType) || undefined;
  const bytes = typeof content === 'string' ? textBytes(content, type) : content;
  return {
    head: `${octetsOf(line)}\r\n${lines}\r\n`,
    bytes: new Uint8Array(bytes),
    omittedBytes,
    isDecoded,
    mimeType: octetsOf(givenType),
    transferredBytes,
  };
}

const BYTE_ORDER_MARK = Buffer.from('\uFEFF');

/**
 * Encodes `text` so that it decodes to the same under this Content-Type. When its charset cannot be encoded
 * here, returns UTF-8 with a byte order mark, which takes precedence over the declared charset.
 */
function textBytes(text: string, contentType: string | undefined): Buffer {
  const utf8 = Buffer.from(text);
  // ASCII is the same in every charset but UTF-16.
  if (utf8.length === text.length && !/utf-?16/i.test(contentType ?? '')) return utf8;
  const isDecodable = (bytes: Buffer): boolean => decodeText(bytes, contentType, false).text === text;
  if (isDecodable(utf8)) return utf8;
  const result = [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf16le')].find(isDecodable);
  return result ?? Buffer.concat([BYTE_ORDER_MARK, utf8]);
}

/** Returns the octets of a field: those of UTF-8, which some programs write to the file one char each. */
function octetsOf(text: string): string {
  const isOctets = /^[\0-\xff]*$/.test(text) && textOfOctets(text) !== text;
  return isOctets ? text : octetsOfText(text);
}
