// A session file of many requests, written as `run --record` writes it.
import { performance } from 'node:perf_hooks';
import { setImmediate as turn } from 'node:timers/promises';
import { CaptureBudget } from '../../src/flow/capture-budget.ts';
import { Client } from '../../src/flow/client.ts';
import type { Flow } from '../../src/flow/flow.ts';
import { Message } from '../../src/flow/message.ts';
import { FlowStore } from '../../src/flow/store.ts';
import { SessionRecording } from '../../src/traffic/session-file/recording.ts';

const HOSTS = 40;
/** One request in so many fails. */
export const FAILING = 50;
const BODY_BYTES = 800;
/** Requests after which other work goes on. */
const TURN = 2000;

/** Writes a session file of `count` requests to 40 hosts. */
export async function writeSession(path: string, count: number): Promise<void> {
  const captures = new CaptureBudget({ maxBodyBytes: 1e6, memoryBytes: 1e8, spillPath: `${path}.spill` });
  const store = new FlowStore(captures);
  const client = new Client('127.0.0.1', 50_000);
  client.app = 'node';
  const recording = await SessionRecording.begin(path);
  for (let index = 0; index < count; index += 1) {
    await recording.add(finished(store, client, index));
    if (index % TURN === 0) await turn();
  }
  await recording.end();
}

function finished(store: FlowStore, client: Client, index: number): Flow {
  const { captures } = store;
  const method = index % 5 === 0 ? 'POST' : 'GET';
  const host = `api${index % HOSTS}.example.com`;
  const request = `${method} /v1/items/${index}?page=${index % 97} HTTP/1.1\r\nHost: ${host}\r\nAccept: */*\r\n\r\n`;
  const status = index % FAILING === 0 ? 500 : 200;
  const response = new Message(
    `HTTP/1.1 ${status} Status\r\nContent-Type: application/json\r\n\r\n`,
    captures,
  );
  response.body.addUncounted(Buffer.from(JSON.stringify({ id: index }).padEnd(BODY_BYTES)));
  response.complete = true;
  const flow = store.create({
    client,
    method,
    target: { scheme: 'https', host, port: 443 },
    request: new Message(request, captures),
    decrypted: true,
  });
  flow.response = response;
  flow.status = status;
  const { timestamps } = flow;
  timestamps.connected = timestamps.sent = timestamps.firstByte = performance.now() + 1;
  timestamps.end = performance.now() + 2 + (index % 1000);
  flow.state = 'completed';
  return flow;
}
