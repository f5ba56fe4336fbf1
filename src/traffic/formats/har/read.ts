// Reads the exchanges of a HAR file as finished flows. HAR stores bodies without their content coding.
import { setImmediate as turn } from 'node:timers/promises';
import { Client } from '../../../flow/client.ts';
import { Flow, Message } from '../../../flow/flow.ts';
import type { FlowContext, ImportedTraffic, SkippedEntry } from '../contract.ts';
import type { HarFlowData, HarMessageData } from './flow-data.ts';
import { readHarEntries, type HarEntryResult } from './entries.ts';
import { readEntriesInWorker } from './worker-client.ts';

/**
 * Files up to this size are parsed on this thread, in a few milliseconds; larger ones on a worker thread, so
 * that the proxy is not blocked.
 */
const MAX_BYTES_HERE = 256 * 1024;

/**
 * Reads a HAR file or a JSON session of Charles. Rejects with an Error that has the reason when it is neither.
 */
export async function readHarFlows(
  chunks: AsyncIterable<Buffer>,
  context: FlowContext,
): Promise<ImportedTraffic> {
  const iterator = chunks[Symbol.asyncIterator]();
  const start: Buffer[] = [];
  let length = 0;
  while (length <= MAX_BYTES_HERE) {
    const next = await iterator.next();
    if (next.done === true) return toFlows([[...readHarEntries(Buffer.concat(start).toString())]], context);
    start.push(next.value);
    length += next.value.length;
  }
  return toFlows(readEntriesInWorker(start, iterator), context);
}

async function toFlows(
  batches: Iterable<readonly HarEntryResult[]> | AsyncIterable<readonly HarEntryResult[]>,
  context: FlowContext,
): Promise<ImportedTraffic> {
  const flows: Flow[] = [];
  const skipped: SkippedEntry[] = [];
  for await (const batch of batches) {
    for (const entry of batch)
      if (entry.type === 'flow') flows.push(toFlow(entry.data, context));
      else skipped.push({ index: entry.index, reason: entry.reason });
    await turn();
  }
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
  Object.assign(flow.timestamps, data.timestamps);
  return flow;
}

function toMessage(
  { head, bytes, omittedBytes: leftOut, isDecoded }: HarMessageData,
  captures: FlowContext['captures'],
): Message {
  const message = new Message(head, captures);
  message.isDecoded = isDecoded;
  if (bytes.length > 0) message.body.add(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length));
  if (leftOut !== null && leftOut > 0) message.body.countOmitted(leftOut);
  message.complete = leftOut !== null;
  return message;
}
