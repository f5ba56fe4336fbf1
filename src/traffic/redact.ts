// Removes secrets from captured exchanges, so that they can be shared: tokens, cookies, passwords, keys and
// card numbers are replaced, and everything else is unchanged.
import { octetLines, octetsOfText, textOfOctets } from '../base/octets.ts';
import type { CaptureBudget } from '../flow/capture-budget.ts';
import { bodyContent, type BodyContent } from '../flow/content.ts';
import { Flow, type FlowTarget } from '../flow/flow.ts';
import { Message, type Header } from '../flow/message.ts';
import { protobufBody, protobufValues, type ProtobufBody } from '../flow/protobuf-body.ts';
import { ServerSentEvents } from '../flow/server-sent-events.ts';
import { encodeText } from '../flow/text-body.ts';
import { WebSocketLog } from '../flow/web-socket-log.ts';
import type { InspectedMessage, MessageSpans } from '../secrets/message.ts';
import { LearnedSpans } from '../secrets/redaction/learned-spans.ts';
import { Redactor } from '../secrets/redaction/redactor.ts';
import type { Flows } from './formats/contract.ts';
import { temporaryBudget } from './temporary-budget.ts';
import { transportOf } from './transport.ts';

/** Returns a redacted copy of `flow` with the same id; `flow` itself does not change. */
export async function redactedFlow(
  flow: Flow,
  redactor = new Redactor(),
  learned = new LearnedSpans(),
): Promise<Flow> {
  const inspected = await inspectedFlow(flow, redactor, learned);
  const captures = temporaryBudget();
  const { id, client, method, target, decrypted, startedAt } = flow;
  const [request, response, originalRequest, originalResponse] = inspected.map((each) =>
    each === null ? null : redactedMessage(each, redactor, captures),
  );
  const copy = new Flow({ id, client, method, target, request: request ?? null, decrypted, startedAt });
  Object.assign(copy, { response, originalRequest, originalResponse });
  copyFields(flow, copy, redactor);
  copy.webSocket = redactedSocket(flow.webSocket, captures, redactor);
  copy.serverSentEvents = redactedEvents(flow.serverSentEvents, captures, redactor);
  return copy;
}

/**
 * Remembers the secrets of a flow, so that they are redacted in other flows too. `learned` receives their locations.
 */
export async function learnSecrets(flow: Flow, redactor: Redactor, learned: LearnedSpans): Promise<void> {
  const sides = await inspectedFlow(flow, redactor, learned);
  // A pending exchange may still change before it is written.
  if (flow.state === 'pending') return;
  for (const [at, side] of sides.entries())
    if (side !== null) learned.keep(nameOf(flow, at), side.inspected, side.spans);
}

/** Names a message of a flow, whose messages are in the order of `inspectedFlow`. */
function nameOf({ id }: Flow, at: number): string {
  return `${id} ${at}`;
}

/** Yields redacted copies of `flows`, each created when it is requested. */
export async function* redactedFlows(
  flows: Flows,
  redactor = new Redactor(),
  learned = new LearnedSpans(),
): AsyncGenerator<Flow, void, undefined> {
  for await (const flow of flows) yield await redactedFlow(flow, redactor, learned);
}

interface Inspected {
  readonly message: Message;
  readonly content: BodyContent;
  /** Null for a body of another type. */
  readonly protobuf: ProtobufBody | null;
  readonly parts: ReturnType<typeof lineParts>;
  readonly inspected: InspectedMessage;
  readonly spans: MessageSpans;
}

/** Learns all secrets of an exchange before any of them is replaced. */
async function inspectedFlow(
  flow: Flow,
  redactor: Redactor,
  learned: LearnedSpans,
): Promise<readonly (Inspected | null)[]> {
  const messages = [flow.request, flow.response, flow.originalRequest, flow.originalResponse];
  const inspected = await Promise.all(
    messages.map((message, at) =>
      message === null
        ? Promise.resolve(null)
        : inspect(flow, message, (each) => learned.of(nameOf(flow, at), each) ?? redactor.learn(each)),
    ),
  );
  for (const { kind, bytes } of flow.webSocket?.messages ?? [])
    redactor.text(bytes.toString(kind === 'text' ? 'utf8' : 'latin1'));
  for (const { bytes } of flow.serverSentEvents?.entries ?? []) redactor.text(bytes.toString());
  return inspected;
}

async function inspect(
  flow: Flow,
  message: Message,
  spansOf: (inspected: InspectedMessage) => MessageSpans,
): Promise<Inspected> {
  const [content, protobuf] = await Promise.all([bodyContent(message, Infinity), protobufBody(message)]);
  const parts = lineParts(message.startLine);
  const headers = [...message.headers, ...message.trailerFields];
  const inspected = {
    host: flow.target.host,
    path: textOfOctets(parts.path),
    headers,
    ...(protobuf === null
      ? { body: contentText(content) }
      : {
          body: protobuf.bytes.toString('latin1'),
          values: protobufValues(protobuf.bytes, message.header('content-type') ?? ''),
        }),
    transport: transportOf(flow),
  };
  return { message, content, protobuf, parts, inspected, spans: spansOf(inspected) };
}

function contentText(content: BodyContent): string {
  if (content.type === 'none') return '';
  return content.type === 'text' ? content.text : content.bytes.toString('latin1');
}

function copyFields(flow: Flow, copy: Flow, redactor: Redactor): void {
  copy.status = flow.status;
  copy.state = flow.state;
  copy.error = flow.error === null ? null : redactor.text(flow.error);
  copy.notDecrypted = flow.notDecrypted;
  copy.remoteAddress = flow.remoteAddress;
  copy.tls = flow.tls;
  copy.sentTo = flow.sentTo satisfies FlowTarget | null;
  copy.tunnelSent = flow.tunnelSent;
  copy.tunnelReceived = flow.tunnelReceived;
  copy.tags = flow.tags;
  copy.matchedRules = flow.matchedRules;
  copy.repairs = flow.repairs;
  copy.color = flow.color;
  copy.comment = redactor.text(flow.comment);
  copy.pinned = flow.pinned;
  copy.timestamps.assign(flow.timestamps.times());
}

function redactedMessage(
  { message, content, protobuf, parts, inspected, spans }: Inspected,
  redactor: Redactor,
  captures: CaptureBudget,
): Message {
  const isBinary = content.type === 'binary' || protobuf !== null;
  const redacted = redactor.redact(inspected, isBinary, spans);
  const written =
    redacted.body === inspected.body ? null : writtenBody(redacted.body, message, isBinary, protobuf);
  const [fields, trailers] = [
    redacted.headers.slice(0, message.headers.length),
    redacted.headers.slice(message.headers.length),
  ];
  const typed = fields.map(({ name, value }) => {
    const isType = name.toLowerCase() === 'content-type';
    return { name, value: isType ? (written?.contentType ?? value) : value };
  });
  const path = redacted.path === inspected.path ? parts.path : octetsOfText(redacted.path);
  const head = `${parts.start}${path}${parts.end}\r\n${octetText(typed, message.octetHeaders)}\r\n`;
  const copy = new Message(head, captures, written === null ? message : null);
  copy.trailers = trailers.length === 0 ? message.trailers : octetText(trailers, message.octetTrailers);
  copy.complete = message.complete;
  copy.notes = message.notes;
  copy.isDecoded = message.isDecoded;
  copy.mimeType = message.mimeType;
  copy.transferredBytes = message.transferredBytes;
  if (written === null || content.type === 'none') return copy;
  copy.isDecoded = true;
  copy.body.add(written.bytes);
  if (content.omitted > 0) copy.body.countOmitted(content.omitted);
  return copy;
}

/** Writes fields as octets; those that have not changed keep theirs. */
function octetText(fields: readonly Header[], before: readonly Header[]): string {
  const pairs = (list: readonly Header[]) => list.map(({ name, value }) => [name, value] as const);
  return octetLines(pairs(fields), pairs(before))
    .map(([name, value]) => `${name}: ${value}\r\n`)
    .join('');
}

function writtenBody(
  body: string,
  message: Message,
  isBinary: boolean,
  protobuf: ProtobufBody | null,
): ReturnType<typeof encodeText> {
  if (!isBinary) return encodeText(body, message.header('content-type'));
  const bytes = Buffer.from(body, 'latin1');
  return {
    bytes: protobuf?.isBase64 === true ? Buffer.from(bytes.toString('base64')) : bytes,
    contentType: null,
  };
}

/** Splits a first line at the target of a request; a status line has no target. */
function lineParts(line: string): { readonly start: string; readonly path: string; readonly end: string } {
  const from = line.indexOf(' ') + 1;
  const to = line.lastIndexOf(' ');
  if (line.startsWith('HTTP/') || to <= from) return { start: line, path: '', end: '' };
  return { start: line.slice(0, from), path: line.slice(from, to), end: line.slice(to) };
}

function redactedSocket(
  log: WebSocketLog | null,
  captures: CaptureBudget,
  redactor: Redactor,
): WebSocketLog | null {
  if (log === null) return null;
  const copy = new WebSocketLog(captures.logs);
  copy.error = log.error;
  for (const message of log.messages) {
    const { kind, bytes, size } = message;
    const redacted = redactedBytes(bytes, redactor, kind === 'text' ? 'utf8' : 'latin1');
    copy.add({ ...message, bytes: redacted, size: size - bytes.length + redacted.length });
  }
  return copy;
}

function redactedEvents(
  log: ServerSentEvents | null,
  captures: CaptureBudget,
  redactor: Redactor,
): ServerSentEvents | null {
  if (log === null) return null;
  const copy = new ServerSentEvents([], captures.logs, 0, () => undefined);
  copy.error = log.error;
  for (const entry of log.entries) {
    const bytes = redactedBytes(entry.bytes, redactor, 'utf8');
    const size = entry.event.size - entry.bytes.length + bytes.length;
    copy.restore({ ...entry, bytes, event: { ...entry.event, size } });
  }
  return copy;
}

function redactedBytes(bytes: Buffer, redactor: Redactor, encoding: 'utf8' | 'latin1'): Buffer {
  const text = bytes.toString(encoding);
  const redacted = encoding === 'latin1' ? redactor.binary(text) : redactor.text(text);
  return redacted === text ? bytes : Buffer.from(redacted, encoding);
}
