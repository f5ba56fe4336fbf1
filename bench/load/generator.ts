// The load generator: a process with clients that wait for each response before they send their next request.
import type http2 from 'node:http2';
import { connect, Exchanges, requestHead, type Answered } from './connection.ts';
import { openEventStream } from './event-stream-client.ts';
import { http2Lane, openHttp2 } from './http2-client.ts';
import { answerQuestions } from '../processes/ipc.ts';
import type { LoadQuestion, Plan, Window } from './plan.ts';
import { Run, type LoadClient } from './run-window.ts';
import { maskedMessage, openWebSocket, type Exchanging } from './web-socket-client.ts';

/** Connections opened at a time. */
const OPENED_AT_ONCE = 16;

let plan: Plan | null = null;
let clients: readonly LoadClient[] = [];

answerQuestions((question: LoadQuestion): Promise<unknown> | undefined => {
  switch (question.type) {
    case 'open':
      return open(question.plan);
    case 'run':
      return run(question.limit);
    case 'close':
      close();
      return undefined;
  }
});

async function open(asked: Plan): Promise<void> {
  close();
  plan = asked;
  const opened: LoadClient[] = [];
  clients = opened;
  while (opened.length < asked.connections) {
    const count = Math.min(OPENED_AT_ONCE, asked.connections - opened.length);
    const indexes = Array.from({ length: count }, (_, index) => opened.length + index);
    opened.push(...(await Promise.all(indexes.map((index) => openClient(asked, index)))));
  }
}

function close(): void {
  for (const { exchanges } of clients) exchanges.close();
  clients = [];
  sessions = [];
}

function run(limit: Run['limit']): Promise<Window> {
  const asked = plan;
  if (asked === null) return Promise.reject(new Error('no plan is open'));
  return new Run(asked, limit, clients, (index) => openClient(asked, index)).window();
}

const NO_BYTES = Buffer.alloc(0);
/** HTTP/2 connections of the plan, each opened by the first lane that shares it. */
let sessions: Promise<http2.ClientHttp2Session>[] = [];

async function openStream(asked: Plan, host: string, index: number): Promise<Exchanging> {
  const authority = `${host}:${asked.port}`;
  const at = Math.floor(index / asked.streams);
  sessions[at] ??= connect(asked, host, 'h2').then((connection) => openHttp2(connection, authority));
  return http2Lane(await sessions[at], authority, `/${asked.bodyBytes}`);
}

/** A new connection to the host whose turn it is. */
async function openClient(asked: Plan, index: number): Promise<LoadClient> {
  const host = asked.hosts[index % asked.hosts.length] ?? '';
  if (asked.webSocket) {
    const exchanges = await openWebSocket(await connect(asked, host), asked, host);
    return { exchanges, head: maskedMessage(asked.bodyBytes) };
  }
  if (asked.events)
    return { exchanges: await openEventStream(await connect(asked, host), asked, host), head: NO_BYTES };
  if (asked.streams > 0) return { exchanges: await openStream(asked, host, index), head: NO_BYTES };
  const head = requestHead(asked, host, asked.page ?? `/${asked.bodyBytes}`, asked.uploadBytes);
  const exchanges = new Exchanges(await connect(asked, host));
  return { exchanges: asked.varied ? new VariedExchanges(exchanges, asked, host) : exchanges, head };
}

let asked = 0;

/** Each request has a query of its own. */
class VariedExchanges implements Exchanging {
  readonly #exchanges: Exchanges;
  readonly #plan: Plan;
  readonly #host: string;

  constructor(exchanges: Exchanges, plan: Plan, host: string) {
    this.#exchanges = exchanges;
    this.#plan = plan;
    this.#host = host;
  }

  send(_: Buffer, uploadBytes: number, answered: Answered): void {
    asked += 1;
    const path = `/${this.#plan.bodyBytes}?item=${asked}`;
    this.#exchanges.send(requestHead(this.#plan, this.#host, path, uploadBytes), uploadBytes, answered);
  }

  close(): void {
    this.#exchanges.close();
  }
}
