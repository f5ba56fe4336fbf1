// Removes secrets from captured exchanges, so that they can be shared: tokens, cookies, passwords, keys and
// card numbers are replaced, and everything else is unchanged.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CaptureBudget } from '../flow/capture-budget.ts';
import { bodyContent } from '../flow/content.ts';
import { Flow, Message, type FlowTarget } from '../flow/flow.ts';
import { ServerSentEvents } from '../flow/server-sent-events.ts';
import { encodeText } from '../flow/text-body.ts';
import { WebSocketLog } from '../flow/web-socket-log.ts';
import { redactSecrets } from '../secrets/message.ts';
import type { Flows } from './formats/contract.ts';

/** Returns a redacted copy of `flow` with the same id; `flow` itself does not change. */
export async function redactedFlow(flow: Flow): Promise<Flow> {
  const captures = temporaryBudget();
  const isPlain = flow.target.scheme === 'http';
  const redacted = (message: Message | null): Promise<Message | null> =>
    message === null ? Promise.resolve(null) : redactedMessage(message, isPlain, captures);
  const [request, response, originalRequest, originalResponse] = await Promise.all([
    redacted(flow.request),
    redacted(flow.response),
    redacted(flow.originalRequest),
    redacted(flow.originalResponse),
  ]);
  const { id, client, method, target, decrypted, startedAt } = flow;
  const copy = new Flow({ id, client, method, target, request, decrypted, startedAt });
  Object.assign(copy, { response, originalRequest, originalResponse });
  copyFields(flow, copy);
  copy.webSocket = redactedSocket(flow.webSocket, isPlain, captures);
  copy.serverSentEvents = redactedEvents(flow.serverSentEvents, isPlain, captures);
  return copy;
}

/** Yields redacted copies of `flows`, each created when it is requested. */
export async function* redactedFlows(flows: Flows): AsyncGenerator<Flow, void, undefined> {
  for await (const flow of flows) yield await redactedFlow(flow);
}

function copyFields(flow: Flow, copy: Flow): void {
  copy.status = flow.status;
  copy.state = flow.state;
  copy.error = flow.error;
  copy.notDecrypted = flow.notDecrypted;
  copy.remoteAddress = flow.remoteAddress;
  copy.tls = flow.tls;
  copy.sentTo = flow.sentTo satisfies FlowTarget | null;
  copy.tunnelSent = flow.tunnelSent;
  copy.tunnelReceived = flow.tunnelReceived;
  copy.tags = flow.tags;
  copy.matchedRules = flow.matchedRules;
  copy.color = flow.color;
  copy.comment = redactedText(flow.comment, false);
  copy.pinned = flow.pinned;
  Object.assign(copy.timestamps, flow.timestamps);
}

/** Returns a budget that limits nothing and never spills, for flows that are discarded as soon as they are written. */
export function temporaryBudget(): CaptureBudget {
  const spillPath = join(tmpdir(), 'proxyctl-no-spill');
  return new CaptureBudget({ maxBodyBytes: Infinity, memoryBytes: Infinity, spillPath });
}

async function redactedMessage(
  message: Message,
  isPlain: boolean,
  captures: CaptureBudget,
): Promise<Message> {
  const content = await bodyContent(message, Infinity);
  const body = content.type === 'text' ? content.text : '';
  const { start, path, end } = lineParts(message.startLine);
  const headers = message.headers;
  const redacted = redactSecrets({ path, headers, body, isPlain });
  const isSameBody = redacted.body === body;
  const written = isSameBody ? null : encodeText(redacted.body, message.header('content-type'));
  const lines = redacted.headers.map(({ name, value }) => {
    const isType = name.toLowerCase() === 'content-type';
    return `${name}: ${isType ? (written?.contentType ?? value) : value}\r\n`;
  });
  const head = `${start}${redacted.path}${end}\r\n${lines.join('')}\r\n`;
  const copy = new Message(head, captures, isSameBody ? message : null);
  copy.trailers = message.trailers;
  copy.complete = message.complete;
  copy.notes = message.notes;
  copy.isDecoded = message.isDecoded;
  copy.mimeType = message.mimeType;
  copy.transferredBytes = message.transferredBytes;
  if (written === null || content.type !== 'text') return copy;
  copy.isDecoded = true;
  copy.body.add(written.bytes);
  if (content.omitted > 0) copy.body.countOmitted(content.omitted);
  return copy;
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
  isPlain: boolean,
  captures: CaptureBudget,
): WebSocketLog | null {
  if (log === null) return null;
  const copy = new WebSocketLog(captures.logs);
  copy.error = log.error;
  for (const message of log.messages) {
    const { kind, bytes, size } = message;
    const redacted = kind === 'text' ? redactedBytes(bytes, isPlain) : bytes;
    copy.add({ ...message, bytes: redacted, size: size - bytes.length + redacted.length });
  }
  return copy;
}

function redactedEvents(
  log: ServerSentEvents | null,
  isPlain: boolean,
  captures: CaptureBudget,
): ServerSentEvents | null {
  if (log === null) return null;
  const copy = new ServerSentEvents([], captures.logs, 0, () => undefined);
  copy.error = log.error;
  for (const entry of log.entries) {
    const bytes = redactedBytes(entry.bytes, isPlain);
    const size = entry.event.size - entry.bytes.length + bytes.length;
    copy.restore({ ...entry, bytes, event: { ...entry.event, size } });
  }
  return copy;
}

function redactedBytes(bytes: Buffer, isPlain: boolean): Buffer {
  const text = bytes.toString();
  const redacted = redactedText(text, isPlain);
  return redacted === text ? bytes : Buffer.from(redacted);
}

/** Redacts a text without a content type: JSON is recognized by its first characters. */
function redactedText(body: string, isPlain: boolean): string {
  const type = /^\s*[[{]/.test(body) ? 'application/json' : 'text/plain';
  return redactSecrets({ path: '', headers: [{ name: 'Content-Type', value: type }], body, isPlain }).body;
}
