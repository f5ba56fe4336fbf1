import { expect, test } from 'vitest';
import { capturedFlow } from '../../test/helpers/flows.ts';
import { flowSummary } from './summary.ts';

test('a completed exchange', () => {
  const flow = capturedFlow({
    id: 7,
    app: 'curl',
    decrypted: true,
    target: { scheme: 'https', host: 'example.test', port: 8443 },
    request: { head: ['POST /a?b=c HTTP/1.1', 'Host: example.test:8443'], body: 'x' },
    response: { head: ['HTTP/1.1 201 Created', 'content-type: text/plain; charset=utf-8'], body: 'four' },
  });
  expect(flowSummary(flow)).toStrictEqual({
    id: 7,
    method: 'POST',
    url: 'https://example.test:8443/a?b=c',
    host: 'example.test',
    startedAt: '2026-01-02T03:04:05.678Z',
    state: 'completed',
    decrypted: true,
    app: 'curl',
    tags: [],
    status: 201,
    httpVersion: 'HTTP/1.1',
    requestSize: 1,
    responseSize: 4,
    contentType: 'text/plain; charset=utf-8',
    durationMs: 12.5,
  });
});

test('one in progress has neither response nor duration', () => {
  const flow = capturedFlow({ response: null, state: 'pending', timestamps: { end: 0 } });
  expect(flowSummary(flow)).toStrictEqual({
    id: 1,
    method: 'GET',
    url: 'http://example.test/',
    host: 'example.test',
    startedAt: '2026-01-02T03:04:05.678Z',
    state: 'pending',
    decrypted: false,
    app: null,
    tags: [],
    httpVersion: 'HTTP/1.1',
    requestSize: 0,
  });
});

test('a failed one has the reason', () => {
  const flow = capturedFlow({ response: null, state: 'failed', error: 'no route' });
  expect(flowSummary(flow)).toMatchObject({ state: 'failed', error: 'no route' });
  expect(flowSummary(flow)).not.toHaveProperty('status');
});

test('a tunnel has scheme, host and port only', () => {
  const flow = capturedFlow({ request: null, target: { scheme: 'https', host: '::1', port: 443 } });
  expect(flowSummary(flow)).toMatchObject({
    method: 'CONNECT',
    state: 'tunneled',
    url: 'https://[::1]',
    host: '::1',
  });
  const other = capturedFlow({ request: null, target: { scheme: 'https', port: 8443 } });
  expect(flowSummary(other).url).toBe('https://example.test:8443');
});

test('the size is that of the received body, including the part that was not captured', () => {
  const response = { head: ['HTTP/1.1 200 OK'], body: 'x'.repeat(50), cap: 10 };
  expect(flowSummary(capturedFlow({ response }))).toMatchObject({ responseSize: 50, contentType: '' });
});
