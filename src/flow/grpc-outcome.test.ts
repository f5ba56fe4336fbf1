import { expect, test } from 'vitest';
import { capturedFlow } from '../../test/helpers/flows.ts';
import { grpcOutcome } from './grpc-outcome.ts';

const REQUEST = { head: ['POST /a.B/C HTTP/2', 'host: a.test', 'content-type: application/grpc'] };

const call = (fields: readonly string[], trailers = '', body: Buffer | string = '') =>
  grpcOutcome(
    capturedFlow({ request: REQUEST, response: { head: ['HTTP/2 200', ...fields], trailers, body } }),
  );
const type = 'content-type: application/grpc';

/** A frame of gRPC-Web with trailers. */
function webFrame(text: string): Buffer {
  const head = Buffer.from([0x80, 0, 0, 0, text.length]);
  return Buffer.concat([head, Buffer.from(text)]);
}

test.each([
  ['trailers', [type], 'grpc-status: 5\r\n', 'NOT_FOUND'],
  ['trailers of a success', [type], 'grpc-status: 0\r\n', 'OK'],
  ['the head of a call that fails at once', [type, 'grpc-status: 7'], '', 'PERMISSION_DENIED'],
  ['a number without a name', [type], 'grpc-status: 99\r\n', '99'],
  ['no status', [type], '', null],
  ['another type', ['content-type: text/plain'], 'grpc-status: 5\r\n', null],
])('%s', (_, fields, trailers, outcome) => {
  expect(call(fields, trailers)).toBe(outcome);
});

test('trailers in the body of gRPC-Web', () => {
  const frame = webFrame('grpc-status: 13\r\n');
  expect(call(['content-type: application/grpc-web+proto'], '', frame)).toBe('INTERNAL');
  expect(call(['content-type: application/grpc-web-text'], '', frame.toString('base64'))).toBe('INTERNAL');
});

test('without a response', () => {
  expect(grpcOutcome(capturedFlow({ response: null, state: 'failed' }))).toBeNull();
});
