// Converts a flow, with everything that is known of it, to plain data and bytes, and back.
import { z } from 'zod';
import { TOKEN_CHARS } from '../../../base/http-syntax.ts';
import { UserError } from '../../../base/errors.ts';
import { plainSchemaError } from '../../../base/schema-error.ts';
import { Client } from '../../../flow/client.ts';
import { FLOW_COLORS, Flow, Message } from '../../../flow/flow.ts';
import { ServerSentEvents } from '../../../flow/server-sent-events.ts';
import { WebSocketLog } from '../../../flow/web-socket-log.ts';
import type { FlowContext } from '../contract.ts';

const count = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER);
/** Epoch milliseconds of the years 1 to 9999, which can be written as dates. */
const time = z.number().min(-62_135_596_800_000).max(253_402_300_799_999);
/** Milliseconds. */
const duration = z.number().min(0).max(1e15);
const text = z.string();
const target = z.object({
  scheme: z.enum(['http', 'https']),
  host: text.min(1).max(1000),
  port: z.number().int().min(1).max(65_535),
});

/** `kept` is the number of bytes of the body in the file, `size` the number that were transferred. */
const message = z.object({
  head: text,
  trailers: text,
  complete: z.boolean(),
  notes: z.array(text).nullable(),
  isDecoded: z.boolean(),
  size: count,
  kept: count,
});

const webSocket = z.object({
  fault: text.nullable(),
  messages: z.array(
    z.object({
      direction: z.enum(['sent', 'received']),
      kind: z.enum(['text', 'binary', 'ping', 'pong', 'close']),
      time,
      size: count,
      note: text.nullable(),
      kept: count,
    }),
  ),
});

const events = z.object({
  fault: text.nullable(),
  events: z.array(z.object({ id: text, event: text, time, size: count, kept: count })),
});

const storedFlow = z.object({
  client: z.object({ address: text, port: count, app: text.nullable() }),
  method: text.regex(new RegExp(`^[${TOKEN_CHARS}?]+$`)),
  target,
  sentTo: target.nullable(),
  decrypted: z.boolean(),
  startedAt: time,
  marks: z.record(
    z.enum(['start', 'connected', 'sent', 'firstByte', 'end', 'dns', 'connect', 'tls']),
    duration,
  ),
  state: z.enum(['pending', 'completed', 'tunneled', 'failed']),
  status: count,
  error: text.nullable(),
  notDecrypted: text.nullable(),
  remoteAddress: text.nullable(),
  tls: z
    .object({
      version: text,
      cipher: text,
      alpn: text.nullable(),
      sni: text.nullable(),
      verified: z.literal(false).optional(),
    })
    .nullable(),
  tunnelSent: count,
  tunnelReceived: count,
  tags: z.array(text),
  matchedRules: z.array(z.object({ tool: text, id: text, name: text, note: text.optional() })),
  color: z.enum(FLOW_COLORS).nullable(),
  comment: text,
  pinned: z.boolean(),
  request: message.nullable(),
  response: message.nullable(),
  originalRequest: message.nullable(),
  originalResponse: message.nullable(),
  webSocket: webSocket.nullable(),
  serverSentEvents: events.nullable(),
});

export type StoredFlow = z.output<typeof storedFlow>;

export interface StoredParts {
  readonly flow: StoredFlow;
  /** The bytes of bodies and messages, in the order in which `flow` lists their sizes. */
  readonly bytes: readonly Buffer[];
}

const MESSAGES = ['request', 'response', 'originalRequest', 'originalResponse'] as const;

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

function storedScalars(
  flow: Flow,
): Omit<StoredFlow, (typeof MESSAGES)[number] | 'webSocket' | 'serverSentEvents'> {
  const { client, timestamps } = flow;
  return {
    client: { address: client.address, port: client.port, app: client.app },
    method: flow.method,
    target: flow.target,
    sentTo: flow.sentTo,
    decrypted: flow.decrypted,
    startedAt: flow.startedAt,
    marks: Object.fromEntries(Object.entries(timestamps)) as StoredFlow['marks'],
    state: flow.state,
    status: flow.status,
    error: flow.error,
    notDecrypted: flow.notDecrypted,
    remoteAddress: flow.remoteAddress,
    tls: flow.tls === null ? null : { ...flow.tls },
    tunnelSent: flow.tunnelSent,
    tunnelReceived: flow.tunnelReceived,
    tags: [...flow.tags],
    matchedRules: flow.matchedRules.map((rule) => ({ ...rule })),
    color: flow.color,
    comment: flow.comment,
    pinned: flow.pinned,
  };
}

function storedMessage(
  from: Message,
  appendBytes: (body: Buffer) => number,
): NonNullable<StoredFlow['request']> {
  const { head, trailers, complete, notes, isDecoded, body } = from;
  const { size } = body;
  return {
    ...{ head, trailers, complete, isDecoded, size },
    notes: notes === null ? null : [...notes],
    kept: appendBytes(body.bytes()),
  };
}

function storedSocket(
  log: WebSocketLog | null,
  appendBytes: (body: Buffer) => number,
): StoredFlow['webSocket'] {
  if (log === null) return null;
  const messages = log.messages.map(({ direction, kind, time: at, size, note, bytes }) => ({
    ...{ direction, kind, time: at, size, note },
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
    ...{ id, event, size, time: at },
    kept: appendBytes(bytes),
  }));
  return { fault: log.error, events: list };
}

/** Checks stored data. Throws an Error with the reason when `value` is not valid. */
export function parseStoredFlow(value: unknown): StoredFlow {
  const result = storedFlow.safeParse(value);
  if (result.success) return result.data;
  throw new UserError('INVALID_DATA', `its data is invalid: ${plainSchemaError(result.error.issues).reason}`);
}

/** Returns the number of bytes that belong to the flow. */
export function byteCount(flow: StoredFlow): number {
  const messages = MESSAGES.reduce((sum, name) => sum + (flow[name]?.kept ?? 0), 0);
  const logged = [...(flow.webSocket?.messages ?? []), ...(flow.serverSentEvents?.events ?? [])];
  return logged.reduce((sum, { kept }) => sum + kept, messages);
}

/** Creates a flow from stored data; `bytes` are all that belong to it. */
export function restoreFlow(stored: StoredFlow, bytes: Buffer, context: FlowContext): Flow {
  let at = 0;
  const nextBytes = (length: number): Buffer => Buffer.from(bytes.subarray(at, (at += length)));
  const restored = (from: StoredFlow['request']): Message | null =>
    from === null ? null : restoredMessage(from, nextBytes(from.kept), context);
  const client = new Client(stored.client.address, stored.client.port);
  client.app = stored.client.app;
  const flow = new Flow({
    id: context.takeId(),
    client,
    method: stored.method,
    target: stored.target,
    request: restored(stored.request),
    decrypted: stored.decrypted,
    startedAt: stored.startedAt,
  });
  flow.response = restored(stored.response);
  flow.originalRequest = restored(stored.originalRequest);
  flow.originalResponse = restored(stored.originalResponse);
  const { status, error, notDecrypted, remoteAddress, sentTo, tunnelSent, tunnelReceived } = stored;
  const { tags, color, comment, pinned } = stored;
  Object.assign(flow, { status, error, notDecrypted, remoteAddress, sentTo, tunnelSent, tunnelReceived });
  Object.assign(flow, { tags, color, comment, pinned });
  flow.matchedRules = stored.matchedRules.map(({ note, ...rule }) =>
    note === undefined ? rule : { ...rule, note },
  );
  flow.tls = restoredTls(stored.tls);
  Object.assign(flow.timestamps, stored.marks);
  flow.webSocket = restoredSocket(stored.webSocket, nextBytes, context);
  flow.serverSentEvents = restoredEvents(stored.serverSentEvents, nextBytes, context);
  restoreState(flow, stored.state);
  return flow;
}

/** Marks an exchange as failed that was in progress when it was saved. */
function restoreState(flow: Flow, state: StoredFlow['state']): void {
  flow.state = state;
  if (flow.finished && state !== 'pending') return;
  flow.timestamps.end ||= Math.max(flow.timestamps.start, flow.timestamps.firstByte, 1);
  if (state !== 'pending') return;
  flow.state = 'failed';
  flow.error ??= 'The exchange was still in progress when the session was saved';
}

function restoredMessage(
  from: NonNullable<StoredFlow['request']>,
  body: Buffer,
  context: FlowContext,
): Message {
  const restored = new Message(from.head, context.captures);
  restored.trailers = from.trailers;
  restored.complete = from.complete;
  restored.notes = from.notes;
  restored.isDecoded = from.isDecoded;
  if (body.length > 0) restored.body.add(body);
  if (from.size > body.length) restored.body.countOmitted(from.size - body.length);
  return restored;
}

function restoredTls(tls: StoredFlow['tls']): Flow['tls'] {
  if (tls === null) return null;
  const { verified, ...rest } = tls;
  return verified === undefined ? rest : { ...rest, verified };
}

function restoredSocket(
  stored: StoredFlow['webSocket'],
  nextBytes: (length: number) => Buffer,
  { captures }: FlowContext,
): WebSocketLog | null {
  if (stored === null) return null;
  const log = new WebSocketLog(captures.logs);
  log.error = stored.fault;
  for (const { kept, ...entry } of stored.messages) log.add({ ...entry, bytes: nextBytes(kept) });
  return log;
}

function restoredEvents(
  stored: StoredFlow['serverSentEvents'],
  nextBytes: (length: number) => Buffer,
  { captures }: FlowContext,
): ServerSentEvents | null {
  if (stored === null) return null;
  const log = new ServerSentEvents([], captures.logs, 0, () => undefined);
  log.error = stored.fault;
  for (const { kept, time: at, ...event } of stored.events)
    log.restore({ bytes: nextBytes(kept), time: at, event: { ...event, data: Buffer.alloc(0) } });
  return log;
}
