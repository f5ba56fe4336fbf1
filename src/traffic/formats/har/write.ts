// Writes captured exchanges as HAR 1.2, with decoded and complete bodies. Tunnels and exchanges in progress are
// omitted, because HAR cannot represent them.
import { setImmediate as turn } from 'node:timers/promises';
import { productName, version } from '../../../base/product.ts';
import {
  harEntryText,
  harHead,
  harTail,
  LongText,
  type HarContent,
  type HarCreator,
  type HarEntry,
  type HarPair,
  type HarPostData,
  type HarRequest,
  type HarResponse,
  type HarSocketMessage,
} from '../../../documents/har/writer.ts';
import { bodyBytes, omissionNotes, type BodyBytes } from '../../../flow/content.ts';
import { serverAddress } from '../../../flow/destination.ts';
import type { Flow } from '../../../flow/flow.ts';
import type { LoggedMessage } from '../../../flow/web-socket-log.ts';
import { OPCODES } from './opcodes.ts';
import type { Message } from '../../../flow/message.ts';
import { decodedPieces } from '../../../base/body-text.ts';
import { flowTiming } from '../../../flow/timing.ts';
import { fileChunks, type FileChunks, type FileParts, type Flows } from '../contract.ts';

const harCreator: HarCreator = { name: productName, version };

/**
 * Returns the entry of a flow, with the request as the client sent it. Returns null for a tunnel, and for an exchange
 * in progress.
 */
export async function harEntry(flow: Flow): Promise<HarEntry | null> {
  const { durationMs: time } = flow;
  const request = flow.originalRequest ?? flow.request;
  if (request === null || time === undefined) return null;
  const phases = flowTiming(flow.timestamps);
  const address = serverAddress(flow);
  return {
    startedDateTime: new Date(flow.startedAt).toISOString(),
    time,
    request: await harRequest(flow, request),
    response: await harResponse(flow),
    cache: {},
    timings: { send: 0, wait: time, receive: 0 },
    ...(address !== null && { serverIPAddress: address }),
    ...(flow.app !== null && { _proxyClient: flow.app }),
    ...(phases !== undefined && { _timings: { ...phases } }),
    ...(flow.webSocket !== null && { _webSocketMessages: flow.webSocket.messages.map(socketMessage) }),
  };
}

function socketMessage({ direction, kind, time, bytes }: LoggedMessage): HarSocketMessage {
  return {
    type: direction === 'sent' ? 'send' : 'receive',
    time: time / 1000,
    opcode: OPCODES[kind],
    data: bytes.toString(kind === 'text' ? 'utf8' : 'base64'),
  };
}

/** The parts of every HAR file that is written. */
export const harParts: FileParts = {
  head: harHead(harCreator),
  async *entry(flow, index) {
    const entry = await harEntry(flow);
    if (entry === null) return;
    let isLong = false;
    for (const piece of harEntryText(entry, index)) {
      // Yields to other work between the pieces of a long entry.
      if (isLong) await turn();
      isLong = true;
      yield piece;
    }
  },
  tail: () => Promise.resolve(harTail()),
};

export function harChunks(flows: Flows): FileChunks {
  return fileChunks(harParts, flows);
}

async function harRequest(flow: Flow, request: Message): Promise<HarRequest> {
  const postData = await harPostData(request);
  return {
    method: flow.method,
    url: flow.url,
    httpVersion: / (HTTP\/\d(?:\.\d)?)$/.exec(request.startLine)?.[1] ?? '',
    cookies: [],
    headers: request.headers,
    queryString: queryOf(flow.path),
    ...(postData !== null && { postData }),
    headersSize: request.head.length,
    bodySize: request.size,
  };
}

async function harPostData(request: Message): Promise<HarPostData | null> {
  const content = await bodyBytes(request, Infinity);
  if (content.type === 'none') return null;
  return { mimeType: request.header('content-type') ?? '', ...contentText(content) };
}

async function harResponse(flow: Flow): Promise<HarResponse> {
  const { response } = flow;
  return {
    status: flow.status,
    statusText: flow.reason,
    httpVersion: /^HTTP\/\d(?:\.\d)?\b/.exec(response?.startLine ?? '')?.[0] ?? '',
    cookies: [],
    headers: response?.headers ?? [],
    content: response === null ? { size: 0, mimeType: '' } : await harContent(response),
    redirectURL: response?.header('location') ?? '',
    headersSize: response?.head.length ?? -1,
    bodySize: response?.size ?? -1,
    ...(flow.error !== null && { _error: flow.error }),
  };
}

async function harContent(response: Message): Promise<HarContent> {
  const mimeType = response.header('content-type') ?? '';
  const content = await bodyBytes(response, Infinity);
  if (content.type === 'none') return { size: 0, mimeType };
  return { size: content.size, mimeType, ...contentText(content) };
}

function contentText(
  content: Exclude<BodyBytes, { readonly type: 'none' }>,
): Pick<HarPostData, 'text' | 'encoding' | 'comment'> {
  const comment = omissionNotes(content).join(' ');
  return {
    ...(content.type === 'text'
      ? { text: bodyText(content.bytes, decodedPieces(content.charset, content.bytes, content.isCut)) }
      : { text: bodyText(content.bytes, base64Pieces(content.bytes)), encoding: 'base64' }),
    ...(comment !== '' && { comment }),
  };
}

/** Texts of more bytes are written piece by piece. */
const LONG_BYTES = 64 * 1024;

function bodyText(bytes: Buffer, pieces: Iterable<string>): string | LongText {
  return bytes.length > LONG_BYTES ? new LongText(pieces) : [...pieces].join('');
}

/** A multiple of three: Base64 of pieces that have no padding is that of the whole. */
const BASE64_BYTES = 48 * 1024;

function* base64Pieces(bytes: Buffer): Generator<string> {
  for (let at = 0; at < bytes.length; at += BASE64_BYTES)
    yield bytes.toString('base64', at, Math.min(bytes.length, at + BASE64_BYTES));
}

function queryOf(path: string): readonly HarPair[] {
  const start = path.indexOf('?');
  if (start < 0) return [];
  return [...new URLSearchParams(path.slice(start + 1))].map(([name, value]) => ({ name, value }));
}
