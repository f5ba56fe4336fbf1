// The exchanges of a HAR file as flows: finished, with the bodies that the file has, which are without content coding.
import { readCharles } from '../../documents/charles.ts';
import {
  readHar,
  type HarExchange,
  type HarMessage,
  type HarReading,
  type HarSkipped,
} from '../../documents/har-reader.ts';
import type { CaptureBudget } from '../../flow/capture-budget.ts';
import { Client } from '../../flow/client.ts';
import { readDestination, type Destination } from '../../flow/destination.ts';
import { Flow, Message, type Marks } from '../../flow/flow.ts';
import { decodeText } from '../../flow/text.ts';
import type { FlowHome } from './contract.ts';

export interface HarFlows {
  readonly flows: readonly Flow[];
  /** Entries that no flow could be made of. */
  readonly skipped: readonly HarSkipped[];
}

/** Throws an Error with the reason when `text` is no HAR file. */
export function harFlows(text: string, home: FlowHome): HarFlows {
  return flowsOf(readHar(text), home);
}

/** Throws an Error with the reason when `text` is no JSON session of Charles. */
export function charlesFlows(text: string, home: FlowHome): HarFlows {
  return flowsOf(readCharles(text), home);
}

function flowsOf(reading: HarReading, home: FlowHome): HarFlows {
  const flows: Flow[] = [];
  const skipped = [...reading.skipped];
  for (const { index, exchange } of reading.exchanges) {
    const destination = destinationOf(exchange);
    if (destination === null) skipped.push({ index, reason: 'request.url is no http or https URL' });
    else flows.push(flowOf(exchange, destination, home));
  }
  return { flows, skipped: skipped.toSorted((a, b) => a.index - b.index) };
}

/** The path stays as it was sent, as far as it can have been: what is no URL at all says nothing of that. */
function destinationOf({ url, method }: HarExchange): Destination | null {
  const bare = url.replace(/^(https?:\/\/)[^/?#\\@]*@/i, '$1').replaceAll(' ', '%20');
  const found = readDestination(bare);
  // Our own files leave out the `*` that stands for the server itself.
  const isOfServer = method === 'OPTIONS' && /^https?:\/\/[^/?#]*$/i.test(bare);
  return found !== null && isOfServer ? { ...found, path: '*' } : found;
}

function flowOf(exchange: HarExchange, { target, path }: Destination, home: FlowHome): Flow {
  const { method, serverAddress } = exchange;
  const { captures } = home;
  const isSecure = target.scheme === 'https';
  const client = new Client('127.0.0.1', 0);
  client.app = exchange.app;
  const request = messageOf(`${method} ${path} ${exchange.request.version}`, exchange.request, captures);
  const flow = new Flow(home.takeId(), client, method, target, request, isSecure, exchange.startedAt);
  if (exchange.response !== null) {
    const line = [exchange.response.version, exchange.status, exchange.reason].join(' ').trimEnd();
    flow.response = messageOf(line, exchange.response, captures);
    flow.status = exchange.status;
  }
  flow.state = exchange.error === null ? 'completed' : 'failed';
  flow.error = exchange.error;
  if (serverAddress !== null)
    flow.remoteAddress = `${serverAddress.includes(':') ? `[${serverAddress}]` : serverAddress}:${target.port}`;
  Object.assign(flow.marks, marksOf(exchange));
  return flow;
}

/** The epoch of marks is nobody's business; 0 would say that a point was not reached. */
const START = 1;

function marksOf({ durationMs, phases }: HarExchange): Partial<Marks> {
  if (phases === null) return { start: START, end: START + durationMs };
  const { blocked, dns, connect, tls, send, wait, receive } = phases;
  const connected = START + blocked + dns + connect + tls;
  const firstByte = connected + send + wait;
  const end = Math.max(START + durationMs, firstByte + receive);
  return { start: START, connected, sent: connected + send, firstByte, end, dns, connect, tls };
}

function messageOf(line: string, { headers, body }: HarMessage, captures: CaptureBudget): Message {
  const lines = headers.map(([name, value]) => `${name}: ${octets(value)}\r\n`).join('');
  const message = new Message(`${octets(line)}\r\n${lines}\r\n`, captures);
  const { content, leftOut, isDecoded } = body;
  message.isDecoded = isDecoded;
  const bytes = typeof content === 'string' ? textBytes(content, message.header('content-type')) : content;
  if (bytes.length > 0) message.body.add(bytes);
  if (leftOut !== null && leftOut > 0) message.body.size += leftOut;
  message.complete = leftOut !== null;
  return message;
}

const MARK = Buffer.from('\uFEFF');

/**
 * Bytes that are read as this text under this Content-Type. Where its charset cannot be written here they are UTF-8 with
 * a byte order mark, which counts for more than what is declared.
 */
function textBytes(text: string, contentType: string | undefined): Buffer {
  const utf8 = Buffer.from(text);
  if (utf8.length === text.length) return utf8;
  const isRead = (bytes: Buffer): boolean => decodeText(bytes, contentType, false).text === text;
  if (isRead(utf8)) return utf8;
  const found = [Buffer.from(text, 'latin1'), Buffer.from(text, 'utf16le')].find(isRead);
  return found ?? Buffer.concat([MARK, utf8]);
}

/** One char per byte. */
function octets(text: string): string {
  return /[^\0-\xff]/.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;
}
