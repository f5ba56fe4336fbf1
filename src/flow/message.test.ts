import { expect, test } from 'vitest';
import { capturedFlow, capturedMessage } from '../../test/helpers/flows.ts';
import type { Message } from './message.ts';

const FIELDS = ['content-type', 'application/grpc+proto', 'x-note', 'one', 'x-note', 'two'];

/** Returns a message of HTTP/2, whose head is kept as fields. */
function unwritten(): Message {
  const message = capturedMessage({ head: ['GET / HTTP/1.1'] });
  message.head = { startLine: 'POST /chat HTTP/2', fields: FIELDS };
  return message;
}

const WRITTEN = ['POST /chat HTTP/2', 'content-type: application/grpc+proto', 'x-note: one', 'x-note: two'];

test('a head that is kept as fields is read like one that is kept as text', () => {
  for (const message of [unwritten(), capturedMessage({ head: WRITTEN })]) {
    expect(message.header('Content-Type')).toBe('application/grpc+proto');
    expect(message.header('X-Note')).toBe('one');
    expect(message.header('accept')).toBeUndefined();
    expect(message.startLine).toBe('POST /chat HTTP/2');
    expect(message.mentions('application/grpc')).toBe(true);
    expect(message.mentions('application/json')).toBe(false);
    expect(message.head).toBe(WRITTEN.map((line) => `${line}\r\n`).join('') + '\r\n');
  }
});

test('what most checks ask does not render a head', () => {
  const flow = capturedFlow();
  flow.request = unwritten();
  expect([flow.path, flow.request.header('x-note'), flow.request.mentions('grpc')]).toEqual([
    '/chat',
    'one',
    true,
  ]);
  expect(typeof flow.request.keptHead).toBe('object');
});
