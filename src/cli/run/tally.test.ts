import { expect, test } from 'vitest';
import { capturedFlow } from '../../../test/helpers/flows.ts';
import { Tally } from './tally.ts';

test('a gRPC call that failed is an error, though its HTTP status is 200', () => {
  const tally = new Tally();
  const request = {
    head: ['POST /chat.v1.Chat/Say HTTP/2', 'host: a.test', 'content-type: application/grpc'],
  };
  for (const status of [0, 5]) {
    const response = {
      head: ['HTTP/2 200', 'content-type: application/grpc'],
      trailers: `grpc-status: ${status}\r\n`,
    };
    tally.add(capturedFlow({ id: status + 1, request, response }));
  }
  expect(tally.errors).toEqual({
    count: 1,
    named: ['gRPC NOT_FOUND of POST example.test/chat.v1.Chat/Say (request 6)'],
  });
  expect(tally.serverErrors.count).toBe(0);
});

test('equal requests of HTTP/2 to two hosts are two endpoints, since their heads do not name the host', () => {
  const tally = new Tally();
  const head = { startLine: 'GET /items HTTP/2', fields: ['accept', '*/*'] };
  for (const [index, host] of ['a.test', 'a.test', 'b.test', 'a.test'].entries()) {
    const flow = capturedFlow({ id: index + 1, target: { scheme: 'https', host, port: 443 } });
    if (flow.request !== null) flow.request.head = { ...head };
    tally.add(flow);
  }
  expect(tally.summary).toBe('4 requests, 2 endpoints, 0 errors');
});
