// A server for collections: every path answers the same JSON. Remembers when its first request came.
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { answerQuestions } from '../processes/ipc.ts';

export type JsonOriginQuestion =
  /** Its port. */
  | { readonly type: 'listen' }
  /** Epoch milliseconds of the first request since the question before; null when none came. */
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
