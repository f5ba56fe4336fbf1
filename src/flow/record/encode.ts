// Writes an exchange as a record: first everything but the bodies, then the bytes of bodies and messages, so that lists
// read only the beginning.
import { opcodeOf } from '../../codec/websocket/frame.ts';
import type { BodyCapture } from '../body-capture.ts';
import type { Flow } from '../flow.ts';
import type { Message } from '../message.ts';
import type { ServerSentEvents } from '../server-sent-events.ts';
import type { WebSocketLog } from '../web-socket-log.ts';
import type { ByteWriter } from './byte-writer.ts';
import { BODIES, MESSAGE, PART, RECORD_VERSION, STATES } from './layout.ts';
import { rareFlowFields, rareMessageFields } from './rare-fields.ts';

/**
 * Appends the record of a flow. The bodies for which `isElsewhere` returns true are left out: whoever keeps the record
 * keeps them beside it. The messages of a WebSocket must have settled.
 */
export function encodeFlow(
  out: ByteWriter,
  flow: Flow,
  isElsewhere: (body: BodyCapture) => boolean = () => false,
): void {
  const start = out.length;
  out.uint8(RECORD_VERSION);
  out.uint8(STATES.indexOf(flow.state));
  const rare = rareFlowFields(flow);
  out.uint16(partsOf(flow) | (rare === null ? 0 : PART.rare));
  const headBytesAt = out.length;
  out.skip(4);
  writeTimes(out, flow);
  writeConnection(out, flow);
  if (rare !== null) out.text(rare);
  for (const name of BODIES) {
    const message = flow[name];
    if (message !== null) writeMessage(out, message, isShared(flow, name), isElsewhere);
  }
  if (flow.webSocket !== null) writeSocket(out, flow.webSocket);
  if (flow.serverSentEvents !== null) writeEvents(out, flow.serverSentEvents);
  out.setUint32(headBytesAt, out.length - start);
  writeBytes(out, flow, isElsewhere);
}

function partsOf(flow: Flow): number {
  return (
    (flow.target.scheme === 'https' ? PART.https : 0) |
    (flow.decrypted ? PART.decrypted : 0) |
    (flow.request === null ? 0 : PART.request) |
    (flow.response === null ? 0 : PART.response) |
    (flow.originalRequest === null ? 0 : PART.originalRequest) |
    (flow.originalResponse === null ? 0 : PART.originalResponse) |
    (flow.webSocket === null ? 0 : PART.webSocket) |
    (flow.serverSentEvents === null ? 0 : PART.serverSentEvents) |
    (flow.sentTo === null ? 0 : PART.sentTo) |
    (flow.tls === null ? 0 : PART.tls) |
    (flow.tls?.certificate === undefined ? 0 : PART.certificate) |
    (flow.remoteAddress === null ? 0 : PART.remoteAddress) |
    (flow.app === null ? 0 : PART.app) |
    (flow.tunnelSent + flow.tunnelReceived === 0 ? 0 : PART.tunnel)
  );
}

function writeTimes(out: ByteWriter, { startedAt, timestamps }: Flow): void {
  const { start, connected, sent, firstByte, end, dns, connect, tls } = timestamps;
  out.float64s(startedAt, start, connected, sent, firstByte, end, dns, connect, tls);
}

function writeConnection(out: ByteWriter, flow: Flow): void {
  const { client, target, sentTo, tls } = flow;
  out.count(flow.status);
  out.text(flow.method);
  out.text(target.host);
  out.count(target.port);
  out.text(client.address);
  out.count(client.port);
  if (client.app !== null) out.text(client.app);
  if (flow.remoteAddress !== null) out.text(flow.remoteAddress);
  if (sentTo !== null) {
    out.uint8(sentTo.scheme === 'https' ? 1 : 0);
    out.text(sentTo.host);
    out.count(sentTo.port);
  }
  if (tls !== null) {
    out.text(tls.version);
    out.text(tls.cipher);
    out.text(tls.alpn ?? '');
    out.text(tls.sni ?? '');
    out.uint8(tls.verified === false ? 0 : 1);
    if (tls.certificate !== undefined) out.text(tls.certificate);
  }
  if (flow.tunnelSent + flow.tunnelReceived === 0) return;
  out.count(flow.tunnelSent);
  out.count(flow.tunnelReceived);
}

/** True for a message of before a change whose body was not changed. */
export function isShared(flow: Flow, name: (typeof BODIES)[number]): boolean {
  if (name === 'originalRequest') return flow.originalRequest?.body === flow.request?.body;
  return name === 'originalResponse' && flow.originalResponse?.body === flow.response?.body;
}

type Elsewhere = (body: BodyCapture) => boolean;

function writeMessage(out: ByteWriter, message: Message, shared: boolean, isElsewhere: Elsewhere): void {
  const { trailers, bodySize } = message;
  const rare = rareMessageFields(message);
  out.uint8(
    (message.complete ? MESSAGE.complete : 0) |
      (message.isDecoded ? MESSAGE.decoded : 0) |
      (trailers === '' ? 0 : MESSAGE.trailers) |
      (rare === null ? 0 : MESSAGE.rare) |
      (shared ? MESSAGE.sharedBody : 0) |
      (!shared && bodySize > 0 && isElsewhere(message.body) ? MESSAGE.bodyElsewhere : 0),
  );
  out.octets(message.head);
  if (trailers !== '') out.octets(trailers);
  if (rare !== null) out.text(rare);
  if (shared) return;
  out.count(bodySize);
  out.count(message.capturedSize);
}

function writeSocket(out: ByteWriter, log: WebSocketLog): void {
  out.uint8(log.hasDropped ? 1 : 0);
  out.text(log.error ?? '');
  out.count(log.messages.length);
  for (const { direction, kind, time, size, note, bytes } of log.messages) {
    out.uint8(direction === 'sent' ? 1 : 0);
    out.uint8(opcodeOf(kind));
    out.float64(time);
    out.count(size);
    out.text(note ?? '');
    out.count(bytes.length);
  }
}

function writeEvents(out: ByteWriter, log: ServerSentEvents): void {
  out.uint8(log.hasDropped ? 1 : 0);
  out.text(log.error ?? '');
  out.count(log.firstTimes.length);
  for (const time of log.firstTimes) out.float64(time);
  out.count(log.entries.length);
  for (const { event, time, bytes } of log.entries) {
    out.text(event.id);
    out.text(event.event);
    out.float64(time);
    out.count(event.size);
    out.count(bytes.length);
  }
}

function writeBytes(out: ByteWriter, flow: Flow, isElsewhere: Elsewhere): void {
  for (const name of BODIES) {
    const message = flow[name];
    if (message === null || message.capturedSize === 0 || isShared(flow, name)) continue;
    if (!isElsewhere(message.body)) message.body.copyTo(out);
  }
  for (const { bytes } of flow.webSocket?.messages ?? []) out.bytes(bytes);
  for (const { bytes } of flow.serverSentEvents?.entries ?? []) out.bytes(bytes);
}
