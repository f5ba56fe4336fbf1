// Creates flows from the data that session files store.
import { Client } from '../../../flow/client.ts';
import { Flow } from '../../../flow/flow.ts';
import { Message } from '../../../flow/message.ts';
import { ServerSentEvents } from '../../../flow/server-sent-events.ts';
import { WebSocketLog } from '../../../flow/web-socket-log.ts';
import type { FlowContext } from '../contract.ts';
import { endUnfinished } from './end-unfinished.ts';
import type { StoredFlow } from './stored-flow.ts';

/** Creates a flow from stored data and all bytes that belong to it. */
export function restoreFlow(stored: StoredFlow, bytes: Buffer, context: FlowContext): Flow {
  let at = 0;
  const nextBytes = (length: number): Buffer => Buffer.from(bytes.subarray(at, (at += length)));
  const restored = (from: StoredFlow['request']): Message | null =>
    from === null ? null : restoredMessage(from, nextBytes(from.kept), context);
  const { method, target, decrypted, startedAt } = stored;
  const flow = new Flow({
    id: context.takeId(),
    client: restoredClient(stored.client),
    method,
    target,
    request: restored(stored.request),
    decrypted,
    startedAt,
  });
  // The bodies are read in the order in which they are stored.
  flow.response = restored(stored.response);
  flow.originalRequest = restored(stored.originalRequest);
  flow.originalResponse = restored(stored.originalResponse);
  flow.webSocket = restoredSocket(stored.webSocket, nextBytes, context);
  flow.serverSentEvents = restoredEvents(stored.serverSentEvents, nextBytes, context);
  restoreFields(flow, stored);
  return flow;
}

function restoredClient({ address, port, app }: StoredFlow['client']): Client {
  const client = new Client(address, port);
  client.app = app;
  return client;
}

function restoreFields(flow: Flow, stored: StoredFlow): void {
  const { status, error, remoteAddress, sentTo, tunnelSent, tunnelReceived } = stored;
  const { tags, color, comment, pinned } = stored;
  Object.assign(flow, { status, error, remoteAddress, sentTo, tunnelSent, tunnelReceived });
  Object.assign(flow, { tags, color, comment, pinned });
  flow.matchedRules = stored.matchedRules.map(({ note, ...rule }) =>
    note === undefined ? rule : { ...rule, note },
  );
  flow.repairs = stored.repairs ?? [];
  const { notDecrypted: text, notDecryptedCode: code = null } = stored;
  flow.notDecrypted = text === null ? null : { code, text };
  flow.tls = restoredTls(stored.tls);
  flow.timestamps.assign(stored.marks);
  flow.state = stored.state;
  endUnfinished(flow);
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
  restored.mimeType = from.mimeType ?? '';
  restored.transferredBytes = from.transferred ?? null;
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
  for (const { kept: keptBytes, ...entry } of stored.messages)
    log.add({ ...entry, bytes: nextBytes(keptBytes) });
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
  for (const { kept: keptBytes, time: at, ...event } of stored.events)
    log.restore({ bytes: nextBytes(keptBytes), time: at, event: { ...event, data: Buffer.alloc(0) } });
  log.restoreFirstTimes(stored.firstTimes ?? []);
  return log;
}
