// Scans captured messages, decoded and in batches for the worker.
import { setImmediate as turn } from 'node:timers/promises';
import { decodeBody, uncodedBody, type DecodedBody } from '../../../flow/decode.ts';
import type { Flow } from '../../../flow/flow.ts';
import type { Message } from '../../../flow/message.ts';
import { hasPackedMessages, protobufBody } from '../../../flow/protobuf-body.ts';
import { endpointOf } from '../flow-facts.ts';
import { transportOf } from '../../transport.ts';
import type { ScanResult, ScanRequest } from './scan.ts';
import type { BodyScanner } from './body-scanner.ts';
import { knownScans, rememberScans } from './known-scans.ts';
import { promptFindings } from './sent-to-model.ts';
import type { ScannedMessage, Side } from './scanned-message.ts';

/** Bytes of each body that are scanned. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;
/** Bytes of bodies in one batch, about. */
const BATCH_BYTES = 1024 * 1024;

/** Exchanges whose bodies are read at the same time. */
const MAX_CONCURRENT = 32;
/** Captured bytes that are decoded at the same time; a compressed body counts as this many times its size. */
const MAX_CONCURRENT_BYTES = 1024 * 1024;
const COMPRESSED_WEIGHT = 50;

/** Flows in one batch. */
const BATCH_FLOWS = 100;

/** Flows in a list, or read one after another. */
export type FlowSource = Iterable<Flow> | AsyncIterable<Flow>;

/** Scans both messages of all exchanges, in their order. */
export async function* scanMessages(
  flows: FlowSource,
  targets: ScanRequest['targets'],
  scanner: BodyScanner,
): AsyncGenerator<ScannedMessage, void, undefined> {
  const running: Promise<readonly ScannedMessage[]>[] = [];
  let batch: FlowScan[] = [];
  let size = 0;
  for await (const group of groups(flows)) {
    for (const scan of group.map((flow) => flowScan(flow, targets))) {
      const ready = scan instanceof Promise ? await scan : scan;
      for (const { request } of ready.pending) size += request.body.length;
      batch.push(ready);
    }
    if (size > BATCH_BYTES || batch.length > BATCH_FLOWS) {
      running.push(scanBatch(batch, targets, scanner));
      batch = [];
      size = 0;
      // The next batches are decoded while workers scan these; results stay in order.
      if (running.length >= scanner.capacity) yield* await running.shift()!;
    }
    await turn();
  }
  if (batch.length > 0) running.push(scanBatch(batch, targets, scanner));
  for (const each of running) yield* await each;
}

async function* groups(flows: FlowSource): AsyncGenerator<readonly Flow[], void, undefined> {
  let group: Flow[] = [];
  let size = 0;
  for await (const flow of flows) {
    const more = weight(flow.originalRequest ?? flow.request) + weight(flow.response);
    if (group.length > 0 && (group.length >= MAX_CONCURRENT || size + more > MAX_CONCURRENT_BYTES)) {
      yield group;
      group = [];
      size = 0;
    }
    group.push(flow);
    size += more;
  }
  if (group.length > 0) yield group;
}

function weight(message: Message | null): number {
  if (message === null || message.body.size === 0) return 0;
  return message.header('content-encoding') === undefined
    ? message.body.size
    : message.body.size * COMPRESSED_WEIGHT;
}

interface PendingScan extends Pick<ScannedMessage, 'side' | 'isCut'> {
  readonly request: ScanRequest;
}

interface FlowScan {
  readonly flow: Flow;
  /** The results of an earlier scan; null where `pending` is to be scanned. */
  readonly known: readonly ScannedMessage[] | null;
  readonly pending: readonly PendingScan[];
}

const NOTHING_FOUND: ScanResult = { secrets: [], schema: null };

async function scanBatch(
  batch: readonly FlowScan[],
  targets: ScanRequest['targets'],
  scanner: BodyScanner,
): Promise<readonly ScannedMessage[]> {
  const requests = batch.flatMap(({ pending }) => pending.map(({ request }) => request));
  const results = requests.length === 0 ? [] : await scanner.scan(requests);
  let at = 0;
  return batch.flatMap(({ flow, known, pending }) => {
    if (known !== null) return known;
    const messages = pending.map(({ side, isCut }) => {
      const { secrets, schema } = results?.[at++] ?? NOTHING_FOUND;
      return { secrets: promptFindings(flow, side, secrets), schema, flow, side, isCut };
    });
    if (results !== null) rememberScans(flow, targets, messages);
    return messages;
  });
}

/** Most bodies are not compressed: a promise for each would cost more than the rest. */
function flowScan(flow: Flow, targets: ScanRequest['targets']): FlowScan | Promise<FlowScan> {
  const known = knownScans(flow, targets);
  if (known !== null) return { flow, known, pending: [] };
  const sides = scannedSides(flow, targets);
  const bodies = sides.map(({ message }) =>
    hasPackedMessages(message) ? null : uncodedBody(message, MAX_BODY_BYTES),
  );
  const scanOf = (decoded: readonly DecodedBody[]): FlowScan => {
    const pending = sides.map((side, at) => pendingScan(flow, side, decoded[at]!, targets));
    return { flow, known, pending: targets === 'schema' ? pending : [...pending, ...webSocketScans(flow)] };
  };
  if (bodies.every((body) => body !== null)) return scanOf(bodies);
  return Promise.all(sides.map(({ message }) => readableBody(message))).then(scanOf);
}

/** Decodes a body, and the messages in it that are compressed or in Base64. */
async function readableBody(message: Message): Promise<DecodedBody> {
  const decoded = await decodeBody(message, MAX_BODY_BYTES);
  const protobuf = hasPackedMessages(message) ? await protobufBody(message) : null;
  if (protobuf === null) return decoded;
  const bytes = protobuf.bytes.subarray(0, MAX_BODY_BYTES);
  return { ...decoded, bytes, size: protobuf.bytes.length };
}

interface ScannedSide {
  readonly side: Side;
  readonly message: Message;
}

function scannedSides(flow: Flow, targets: ScanRequest['targets']): readonly ScannedSide[] {
  const request = flow.originalRequest ?? flow.request;
  const { response } = flow;
  const sides: ScannedSide[] = [];
  if (request !== null && targets !== 'schema') sides.push({ side: 'request', message: request });
  if (response !== null && (targets !== 'schema' || mayBeJson(response)))
    sides.push({ side: 'response', message: response });
  return sides;
}

/** Returns a scan of the messages of each side of a WebSocket, one below the other. */
function webSocketScans(flow: Flow): readonly PendingScan[] {
  const { webSocket } = flow;
  if (webSocket === null) return [];
  const message = { host: flow.target.host, path: '', head: '', transport: transportOf(flow) };
  const isCut = !webSocket.isWhole;
  return (['sent', 'received'] as const).flatMap((direction) => {
    const messages = webSocket.messages.filter((each) => each.direction === direction);
    if (messages.length === 0) return [];
    const body = Buffer.concat(messages.flatMap(({ bytes }) => [bytes, LINE_END]));
    const side = direction === 'sent' ? 'request' : 'response';
    return [{ side, isCut, request: { targets: 'secrets' as const, endpoint: '', message, body, isCut } }];
  });
}

const LINE_END = Buffer.from('\n');

function pendingScan(
  flow: Flow,
  { side, message }: ScannedSide,
  { bytes, size, exact, error }: DecodedBody,
  targets: ScanRequest['targets'],
): PendingScan {
  // A body that cannot be decoded cannot be scanned, and must not pass for clean.
  const isCut = size > bytes.length || !exact || error !== null;
  const path = side === 'request' ? flow.path : '';
  return {
    side,
    isCut,
    request: {
      targets: targets === 'both' && side === 'response' && !mayBeJson(message) ? 'secrets' : targets,
      endpoint: targets === 'secrets' || side === 'request' ? '' : `${endpointOf(flow)} ${flow.status}`,
      message: { host: flow.target.host, path, head: fieldsOf(message), transport: transportOf(flow) },
      body: bytes,
      isCut,
    },
  };
}

/** Returns the head with the trailers behind its fields. */
function fieldsOf({ head, trailers }: Message): string {
  return trailers === '' ? head : `${head.slice(0, -2)}${trailers}\r\n`;
}

/** Returns false for a body that is of no text; servers send JSON under many types of text, or none. */
function mayBeJson(message: Message): boolean {
  return !/^\s*(?:image|audio|video|font)\//i.test(message.header('content-type') ?? '');
}
