// The exchanges of a HAR file as flows: finished, with the bodies that the file has, which are without content coding.
import type { HarExchange, HarMessage } from '../../documents/har-reader.ts';
import { readHar, type HarReading } from '../../documents/har-reader.ts';
import type { CaptureBudget } from '../../flow/capture-budget.ts';
import { Client } from '../../flow/client.ts';
import { Flow, Message } from '../../flow/flow.ts';

/** What flows need of the engine that is to hold them. */
export interface FlowHome {
  readonly captures: CaptureBudget;
  takeId(): number;
}

export interface HarFlows {
  readonly flows: readonly Flow[];
  readonly skipped: HarReading['skipped'];
}

/** Throws an Error with the reason when `text` is no HAR file. */
export function harFlows(text: string, home: FlowHome): HarFlows {
  const { exchanges, skipped } = readHar(text);
  return { flows: exchanges.map(({ exchange }) => flowOf(exchange, home)), skipped };
}

function flowOf(exchange: HarExchange, { captures, takeId }: FlowHome): Flow {
  const { url, method, durationMs } = exchange;
  const scheme = url.protocol === 'https:' ? 'https' : 'http';
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase();
  const target = { scheme, host, port: Number(url.port || (scheme === 'https' ? 443 : 80)) } as const;
  const client = new Client('127.0.0.1', 0);
  client.app = exchange.app;
  const path = url.pathname + url.search;
  const request = messageOf(`${method} ${path} ${exchange.request.version}`, exchange.request, captures);
  const flow = new Flow(takeId(), client, method, target, request, scheme === 'https', exchange.startedAt);
  if (exchange.response !== null) {
    const { version } = exchange.response;
    const line = `${version} ${exchange.status} ${exchange.reason}`;
    flow.response = messageOf(line, exchange.response, captures);
    flow.status = exchange.status;
  }
  flow.state = exchange.error === null ? 'completed' : 'failed';
  flow.error = exchange.error;
  flow.remoteAddress = exchange.serverAddress;
  Object.assign(flow.marks, { start: 1, end: 1 + durationMs });
  return flow;
}

function messageOf(line: string, { headers, body }: HarMessage, captures: CaptureBudget): Message {
  const lines = headers.map(([name, value]) => `${name}: ${octets(value)}\r\n`).join('');
  const message = new Message(`${octets(line)}\r\n${lines}\r\n`, captures);
  message.isDecoded = true;
  if (body.length > 0) message.body.add(body);
  message.complete = true;
  return message;
}

/** One char per byte. */
function octets(text: string): string {
  return /[^\0-\xff]/.test(text) ? Buffer.from(text, 'utf8').toString('latin1') : text;
}
