// A server for collections: it answers every path with the same JSON, and remembers the time of its first
// request.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerQuestions } from '../processes/ipc.ts';

export type JsonOriginQuestion =
  /** Listens; the answer is the port. */
  | { readonly type: 'listen' }
  /**
   * Asks for the time of the first request since the last question, in epoch milliseconds; null when there
   * was none.
   */
  | { readonly type: 'first' };

const body = Buffer.from(
  JSON.stringify({ id: 7, name: 'Ada', tags: ['a', 'b'], nested: { ok: true, items: [1, 2, 3] } }),
);

let first: number | null = null;

const server = http.createServer((request, response) => {
  first ??= performance.timeOrigin + performance.now();
  request.resume();
  response.writeHead(200, { 'Content-Type': 'application/json', 'Content-Length': body.length });
  response.end(body);
});

answerQuestions((question: JsonOriginQuestion) => {
  if (question.type === 'listen')
    return new Promise((resolve) => {
      server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port));
    });
  const at = first;
  first = null;
  return at;
});
