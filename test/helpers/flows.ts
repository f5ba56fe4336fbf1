// Captured exchanges as the proxy records them, for the tests of code that reads them.
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CaptureBudget } from '../../src/flow/capture-budget.ts';
import { Client } from '../../src/flow/client.ts';
import { Flow, type FlowTarget } from '../../src/flow/flow.ts';
import { Message } from '../../src/flow/message.ts';
import type { Timestamps } from '../../src/flow/timestamps.ts';

export interface CapturedMessage {
  /** Start line and field lines, without line endings. */
  readonly head: readonly string[];
  readonly body?: Buffer | string;
  /** The maximum number of captured bytes of the body. */
  readonly cap?: number;
  readonly trailers?: string;
}

export interface Captured {
  readonly id?: number;
  readonly method?: string;
  readonly target?: Partial<FlowTarget>;
  readonly app?: string | null;
  readonly process?: string;
  readonly parents?: readonly string[];
  /** Epoch milliseconds. */
  readonly startedAt?: number;
  readonly decrypted?: boolean;
  readonly request?: CapturedMessage | null;
  readonly response?: CapturedMessage | null;
  readonly status?: number;
  readonly state?: Flow['state'];
  readonly error?: string;
  readonly timestamps?: Partial<Timestamps>;
}

export const STARTED_AT = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

/** Creates a finished `GET http://example.test/` with status 200 and no body, except for what is given. */
export function capturedFlow(captured: Captured = {}): Flow {
  const { request = { head: ['GET / HTTP/1.1', 'Host: example.test'] } } = captured;
  const method = captured.method ?? (request === null ? 'CONNECT' : (request.head[0]?.split(' ')[0] ?? ''));
  const client = new Client('127.0.0.1', 50_000);
  client.app = captured.app ?? null;
  client.process = captured.process ?? null;
  client.parents = captured.parents ?? [];
  const target: FlowTarget = { scheme: 'http', host: 'example.test', port: 80, ...captured.target };
  const { id = 1, decrypted = false, startedAt = STARTED_AT } = captured;
  const sent = request && capturedMessage(request);
  const flow = new Flow({ id, client, method, target, request: sent, decrypted, startedAt });
  addResponse(flow, captured);
  flow.state = captured.state ?? (request === null ? 'tunneled' : 'completed');
  flow.error = captured.error ?? null;
  Object.assign(flow.timestamps, { start: 1000, end: 1012.5 }, captured.timestamps);
  return flow;
}

function addResponse(flow: Flow, { request, response, status }: Captured): void {
  const given = response === undefined && request !== null ? { head: ['HTTP/1.1 200 OK'] } : response;
  if (given === undefined || given === null) return;
  flow.response = capturedMessage(given);
  flow.status = status ?? Number(given.head[0]?.split(' ')[1]);
}

export function capturedMessage({
  head,
  body = '',
  cap = Infinity,
  trailers = '',
}: CapturedMessage): Message {
  const spillPath = join(tmpdir(), 'never-made');
  const budget = new CaptureBudget({ maxBodyBytes: cap, memoryBytes: Infinity, spillPath });
  const message = new Message(head.map((line) => `${line}\r\n`).join('') + '\r\n', budget);
  if (body.length > 0) message.body.add(Buffer.from(body));
  message.trailers = trailers;
  return message;
}

/** Creates the flow store of a file, which keeps everything by default. */
export function flowHome(maxBodyBytes = Infinity): {
  readonly captures: CaptureBudget;
  readonly takeId: () => number;
} {
  const spillPath = join(tmpdir(), 'never-made');
  let id = 100;
  return {
    captures: new CaptureBudget({ maxBodyBytes, memoryBytes: Infinity, spillPath }),
    takeId: () => ++id,
  };
}

/** Reads all flows of a list. */
export async function allFlows(flows: AsyncIterable<Flow>): Promise<readonly Flow[]> {
  const all: Flow[] = [];
  for await (const flow of flows) all.push(flow);
  return all;
}
