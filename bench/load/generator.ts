// The load generator: a process whose clients wait for each response before they send their next request.
import { connect, Exchanges, requestHead, type ResponseCallback } from './connection.ts';
import { openEventStream } from './event-stream-client.ts';
import { http2Client, openHttp2, type Http2Requests } from './http2-client.ts';
import { answerQuestions } from '../processes/ipc.ts';
import type { LoadQuestion, Plan, Window } from './plan.ts';
import { Run, type LoadClient } from './run-window.ts';
import { maskedMessage, openWebSocket, type RequestSender } from './web-socket-client.ts';

/** The number of connections opened at a time. */
const OPENED_AT_ONCE = 16;

let openedPlan: Plan | null = null;
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

async function open(plan: Plan): Promise<void> {
  close();
  openedPlan = plan;
  const opened: LoadClient[] = [];
  clients = opened;
  while (opened.length < plan.connections) {
    const count = Math.min(OPENED_AT_ONCE, plan.connections - opened.length);
    const indexes = Array.from({ length: count }, (_, index) => opened.length + index);
    opened.push(...(await Promise.all(indexes.map((index) => openClient(plan, index)))));
  }
}

function close(): void {
  for (const { exchanges } of clients) exchanges.close();
  clients = [];
  sessions = [];
}

function run(limit: Run['limit']): Promise<Window> {
  const plan = openedPlan;
  if (plan === null) return Promise.reject(new Error('no plan is open'));
  return new Run(plan, limit, clients, (index) => openClient(plan, index)).window();
}

const NO_BYTES = Buffer.alloc(0);
/** HTTP/2 connections of the plan, each opened by the first client that shares it. */
let sessions: Promise<Http2Requests>[] = [];

async function openStream(plan: Plan, host: string, index: number): Promise<RequestSender> {
  const authority = `${host}:${plan.port}`;
  const at = Math.floor(index / plan.streams);
  sessions[at] ??= connect(plan, host, 'h2').then(openHttp2);
  return http2Client(await sessions[at], authority, `/${plan.bodyBytes}`);
}

/** Opens a connection to the next host in turn. */
async function openClient(plan: Plan, index: number): Promise<LoadClient> {
  const host = plan.hosts[index % plan.hosts.length] ?? '';
  if (plan.webSocket) {
    const exchanges = await openWebSocket(await connect(plan, host), plan, host);
    return { exchanges, head: maskedMessage(plan.bodyBytes) };
  }
  if (plan.events)
    return { exchanges: await openEventStream(await connect(plan, host), plan, host), head: NO_BYTES };
  if (plan.streams > 0) return { exchanges: await openStream(plan, host, index), head: NO_BYTES };
  const head = requestHead(plan, host, plan.page ?? `/${plan.bodyBytes}`, plan.uploadBytes);
  const exchanges = new Exchanges(await connect(plan, host));
  return { exchanges: plan.varied ? new VariedExchanges(exchanges, plan, host) : exchanges, head };
}

let requestCount = 0;

/** Gives each request a query of its own. */
class VariedExchanges implements RequestSender {
  readonly #exchanges: Exchanges;
  readonly #plan: Plan;
  readonly #host: string;

  constructor(exchanges: Exchanges, plan: Plan, host: string) {
    this.#exchanges = exchanges;
    this.#plan = plan;
    this.#host = host;
  }

  send(_: Buffer, uploadBytes: number, onResponse: ResponseCallback): void {
    requestCount += 1;
    const path = `${this.#plan.page ?? `/${this.#plan.bodyBytes}`}?item=${requestCount}`;
    this.#exchanges.send(requestHead(this.#plan, this.#host, path, uploadBytes), uploadBytes, onResponse);
  }

  close(): void {
    this.#exchanges.close();
  }
}
