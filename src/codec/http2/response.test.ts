import { expect, test } from 'vitest';
import { readResponseHead, type ResponseHead } from '../http1/response-head.ts';
import { fromHttp1Response, http1ResponseText } from './response.ts';

function head(...lines: readonly string[]): ResponseHead {
  const read = readResponseHead(`${lines.join('\r\n')}\r\n\r\n`, 'GET');
  if (read.type === 'violation') throw new Error(read.reason);
  return read;
}

test('a response of HTTP/1 loses what belongs to its connection', () => {
  const response = head(
    'HTTP/1.1 200 OK',
    'Content-Type: text/plain',
    'Connection: X-Hop',
    'X-Hop: 1',
    'Transfer-Encoding: chunked',
  );
  expect(fromHttp1Response(response)).toEqual(['content-type', 'text/plain']);
});

test('a length stays, save where no body may follow', () => {
  expect(fromHttp1Response(head('HTTP/1.1 200 OK', 'Content-Length: 5'))).toEqual(['content-length', '5']);
  expect(fromHttp1Response(head('HTTP/1.1 304 Not Modified', 'Content-Length: 5', 'X-A: 1'))).toContain(
    'x-a',
  );
  expect(fromHttp1Response(head('HTTP/1.1 204 No Content', 'X-A: 1'))).toEqual(['x-a', '1']);
});

test('the flow shows it as the client gets it', () => {
  const response = head('HTTP/1.1 200 Fine', 'X-A: 1', 'Connection: keep-alive', 'Keep-Alive: timeout=5');
  expect(http1ResponseText(response)).toMatch(/^HTTP\/1\.1 200 Fine\r\nX-A: 1\r\n/);
});
