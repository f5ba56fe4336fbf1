// Reads the exchanges of a HAR file as finished flows. HAR stores bodies without their content coding.
import { setImmediate as turn } from 'node:timers/promises';
import type { HarWebSocketMessage } from '../../../documents/har/web-socket-messages.ts';
import { Client } from '../../../flow/client.ts';
import { Flow } from '../../../flow/flow.ts';
import { Message } from '../../../flow/message.ts';
import { MAX_ENTRY_BYTES } from '../../../flow/bounded-log.ts';
import { WebSocketLog } from '../../../flow/web-socket-log.ts';
import { readStart } from '../../read-start.ts';
import type { FlowContext, ImportedTraffic, SkippedEntry } from '../contract.ts';
import type { HarFlowData, HarMessageData } from './flow-data.ts';
import { readHarEntries, type HarEntryResult } from './entries.ts';
import { kindOf } from './opcodes.ts';
import { readEntriesInWorker } from './worker-client.ts';

/**
 * Files up to this size are parsed on this thread, in a few milliseconds; larger ones on a worker thread, so
 * that the proxy is not blocked.
 */
const MAX_SYNC_BYTES = 256 * 1024;

/** Reads a HAR file or a JSON session of Charles. Throws an Error that gives the reason when it is neither. */
export async function* readHarFlows(
  chunks: AsyncIterable<Buffer>,
  context: FlowContext,
): AsyncGenerator<ImportedTraffic, void, undefined> {
  const iterator = chunks[Symbol.asyncIterator]();
  const { chunks: start, isAll } = await readStart(iterator, MAX_SYNC_BYTES + 1);
  if (isAll) {
    yield toFlows([...readHarEntries(Buffer.concat(start).toString())], context);
    return;
  }
  for await (const batch of readEntriesInWorker(start, iterator)) {
    yield toFlows(batch, context);
    await turn();
  }
}

function toFlows(batch: readonly HarEntryResult[], context: FlowContext): ImportedTraffic {
  const flows: Flow[] = [];
  const skipped: SkippedEntry[] = [];
  for (const entry of batch)
    if (entry.type === 'flow') flows.push(toFlow(entry.data, context));
    else skipped.push({ index: entry.index, reason: entry.reason });
  return { flows, skipped };
}

function toFlow(data: HarFlowData, context: FlowContext): Flow {
  const { captures } = context;
  const client = new Client('127.0.0.1', 0);
  client.app = data.app;
  const { method, target, startedAt } = data;
  const request = toMessage(data.request, captures);
  const flow = new Flow({
    id: context.takeId(),
    client,
    method,
    target,
    request,
    decrypted: target.scheme === 'https',
    startedAt,
  });
  flow.response = data.response === null ? null : toMessage(data.response, captures);
  flow.status = data.status;
  flow.state = data.error === null ? 'completed' : 'failed';
  flow.error = data.error;
  flow.remoteAddress = data.remoteAddress;
  if (data.status === 0 && flow.response !== null) flow.response.notes = [FROM_CACHE];
  if (data.webSocketMessages !== null) flow.webSocket = webSocketLog(data.webSocketMessages, captures);
  flow.timestamps.assign(data.timestamps);
  return flow;
}

const FROM_CACHE = 'The file has no status for this response, as for responses from a cache.';

function webSocketLog(
  messages: readonly HarWebSocketMessage[],
  { logs }: FlowContext['captures'],
): WebSocketLog {
  const log = new WebSocketLog(logs);
  for (const { direction, opcode, time, bytes } of messages) {
    const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    const captured = all.length > MAX_ENTRY_BYTES ? Buffer.from(all.subarray(0, MAX_ENTRY_BYTES)) : all;
    const kind = kindOf(opcode);
    log.add({ direction, kind, time, size: all.length, note: null, bytes: captured });
  }
  return log;
}

function toMessage(
  { head, bytes, omittedBytes, isDecoded, mimeType, transferredBytes }: HarMessageData,
  captures: FlowContext['captures'],
): Message {
  const message = new Message(head, captures);
  message.isDecoded = isDecoded;
  message.mimeType = mimeType;
  message.transferredBytes = transferredBytes;
  if (bytes.length > 0) message.body.add(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  if (omittedBytes !== null && omittedBytes > 0) message.body.countOmitted(omittedBytes);
  message.complete = omittedBytes !== null;
  return message;
}
