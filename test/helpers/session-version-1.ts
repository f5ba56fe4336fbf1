// Writes session files of version 1, which are only read any more.
import { promisify } from 'node:util';
import { crc32, zstdCompress } from 'node:zlib';
import type { Flow } from '../../src/flow/flow.ts';
import type { Message } from '../../src/flow/message.ts';
import type { ServerSentEvents } from '../../src/flow/server-sent-events.ts';
import type { WebSocketLog } from '../../src/flow/web-socket-log.ts';
import {
  fileChunks,
  type FileChunks,
  type FileParts,
  type Flows,
} from '../../src/traffic/formats/contract.ts';
import { FILE_HEAD, type SessionRecord } from '../../src/traffic/formats/session/record.ts';
import type { StoredFlow } from '../../src/traffic/formats/session/stored-flow.ts';

/** The maximum number of body bytes in one record. */
const RECORD_BYTES = 4 * 1024 * 1024;

export const sessionParts: FileParts = {
  head: FILE_HEAD,
  entry,
  tail: (count) => encodeRecord({ type: 'E', payload: Buffer.from(JSON.stringify({ flows: count })) }),
};

export function sessionChunks(flows: Flows): FileChunks {
  return fileChunks(sessionParts, flows);
}

async function* entry(flow: Flow): AsyncGenerator<Buffer> {
  const { flow: stored, bytes } = await storeFlow(flow);
  yield await encodeRecord({ type: 'F', payload: Buffer.from(JSON.stringify(stored)) });
  const all = bytes.filter(({ length }) => length > 0);
  const total = all.reduce((sum, { length }) => sum + length, 0);
  if (total <= RECORD_BYTES) {
    if (total > 0) yield await encodeRecord({ type: 'B', payload: Buffer.concat(all) });
    return;
  }
  for (const body of all)
    for (let at = 0; at < body.length; at += RECORD_BYTES)
      yield await encodeRecord({ type: 'B', payload: body.subarray(at, at + RECORD_BYTES) });
}

const compress = promisify(zstdCompress);
const HEAD_BYTES = 17;

/** Encodes a record as it is stored in the file. */
export async function encodeRecord({ type, payload }: SessionRecord): Promise<Buffer> {
  const compressed = await compress(payload);
  const head = Buffer.alloc(HEAD_BYTES);
  head.write('\x9bPXS', 'latin1');
  head.write(type, 4, 'latin1');
  head.writeUInt32LE(compressed.length, 5);
  head.writeUInt32LE(payload.length, 9);
  head.writeUInt32LE(crc32(compressed, crc32(head.subarray(4, 13))), 13);
  return Buffer.concat([head, compressed]);
}

export interface StoredParts {
  readonly flow: StoredFlow;
  /** The bytes of bodies and messages, in the order in which `flow` lists their sizes. */
  readonly bytes: readonly Buffer[];
}

type MessageName = 'request' | 'response' | 'originalRequest' | 'originalResponse';

export async function storeFlow(flow: Flow): Promise<StoredParts> {
  await flow.webSocket?.settled();
  const bytes: Buffer[] = [];
  const appendBytes = (body: Buffer): number => {
    bytes.push(body);
    return body.length;
  };
  const stored = (from: Message | null): StoredFlow['request'] =>
    from === null ? null : storedMessage(from, appendBytes);
  return {
    bytes,
    flow: {
      ...storedScalars(flow),
      request: stored(flow.request),
      response: stored(flow.response),
      originalRequest: stored(flow.originalRequest),
      originalResponse: stored(flow.originalResponse),
      webSocket: storedSocket(flow.webSocket, appendBytes),
      serverSentEvents: storedEvents(flow.serverSentEvents, appendBytes),
    },
  };
}

function storedScalars(flow: Flow): Omit<StoredFlow, MessageName | 'webSocket' | 'serverSentEvents'> {
  const { client, timestamps } = flow;
  const code = flow.notDecrypted?.code ?? null;
  return {
    client: { address: client.address, port: client.port, app: client.app },
    method: flow.method,
    target: flow.target,
    sentTo: flow.sentTo,
    decrypted: flow.decrypted,
    startedAt: flow.startedAt,
    marks: { ...timestamps.times() },
    state: flow.state,
    status: flow.status,
    error: flow.error,
    notDecrypted: flow.notDecrypted?.text ?? null,
    ...(code !== null && { notDecryptedCode: code }),
    remoteAddress: flow.remoteAddress,
    tls: flow.tls === null ? null : { ...flow.tls },
    tunnelSent: flow.tunnelSent,
    tunnelReceived: flow.tunnelReceived,
    tags: [...flow.tags],
    matchedRules: flow.matchedRules.map((rule) => ({ ...rule })),
    ...(flow.repairs.length > 0 && { repairs: flow.repairs.map((repair) => ({ ...repair })) }),
    color: flow.color,
    comment: flow.comment,
    pinned: flow.pinned,
  };
}

function storedMessage(
  from: Message,
  appendBytes: (body: Buffer) => number,
): NonNullable<StoredFlow['request']> {
  const { head, trailers, complete, notes, isDecoded, body, mimeType, transferredBytes } = from;
  const { size } = body;
  return {
    head,
    trailers,
    complete,
    isDecoded,
    size,
    notes: notes === null ? null : [...notes],
    kept: appendBytes(body.bytes()),
    ...(mimeType !== '' && { mimeType }),
    ...(transferredBytes !== null && { transferred: transferredBytes }),
  };
}

function storedSocket(
  log: WebSocketLog | null,
  appendBytes: (body: Buffer) => number,
): StoredFlow['webSocket'] {
  if (log === null) return null;
  const messages = log.messages.map(({ direction, kind, time: at, size, note, bytes }) => ({
    direction,
    kind,
    time: at,
    size,
    note,
    kept: appendBytes(bytes),
  }));
  return { fault: log.error, messages };
}

function storedEvents(
  log: ServerSentEvents | null,
  appendBytes: (body: Buffer) => number,
): StoredFlow['serverSentEvents'] {
  if (log === null) return null;
  const list = log.entries.map(({ event: { id, event, size }, time: at, bytes }) => ({
    id,
    event,
    size,
    time: at,
    kept: appendBytes(bytes),
  }));
  return { fault: log.error, events: list, firstTimes: [...log.firstTimes] };
}
