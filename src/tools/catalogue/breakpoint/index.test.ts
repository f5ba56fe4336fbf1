import { describe, expect, test } from 'vitest';
import { capturedFlow } from '../../../../test/helpers/flows.ts';
import {
  TestExchange,
  TestResponse,
  type GivenRequest,
  type GivenResponse,
} from '../../../../test/helpers/interception.ts';
import { startTool, createRule } from '../../../../test/helpers/started-tool.ts';
import type { EditInput, PausedMessage, PausedQueue } from '../../paused/index.ts';
import { breakpoint } from './index.ts';

type Given = Readonly<Record<string, unknown>>;

/** Waits for a paused message, and returns it. */
async function pausedMessage(queue: PausedQueue): Promise<PausedMessage> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const unsubscribe = queue.onChange(() => resolve(null));
  if (queue.count === 0) await promise;
  unsubscribe();
  return queue.list()[0]!;
}

async function atRequest(
  rules: readonly Given[],
  given: GivenRequest,
  action = 'send',
  edits: EditInput = {},
) {
  const { running, matches, recordMatch, recordedMatches: list, services } = startTool(breakpoint, rules);
  const exchange = new TestExchange(given);
  const verdict = running.request?.(exchange, matches, recordMatch);
  if (verdict === undefined) return { verdict, request: exchange.request, message: null, matches: list };
  const message = await Promise.race([
    pausedMessage(services.paused),
    Promise.resolve(verdict).then(() => null),
  ]);
  if (message !== null) services.paused.resolve(message.id, action, edits);
  return { verdict: await verdict, request: exchange.request, message, matches: list };
}

async function atResponse(
  rules: readonly Given[],
  given: GivenResponse,
  action = 'send',
  edits: EditInput = {},
) {
  const { running, matches, recordMatch, recordedMatches: list, services } = startTool(breakpoint, rules);
  const request = { head: ['POST /x HTTP/1.1', 'Host: a.test'], body: 'asked' };
  const exchange = new TestExchange({
    method: 'POST',
    url: 'http://a.test/x',
    flow: capturedFlow({ id: 9, request }),
  });
  const response = new TestResponse(given);
  const verdict = running.response?.(exchange, response, matches, recordMatch);
  if (verdict === undefined) return { verdict, response, message: null, matches: list };
  const message = await Promise.race([
    pausedMessage(services.paused),
    Promise.resolve(verdict).then(() => null),
  ]);
  if (message !== null) services.paused.resolve(message.id, action, edits);
  return { verdict: await verdict, response, message, matches: list };
}

const rule = { name: 'b' };

describe('a request', () => {
  const given: GivenRequest = {
    method: 'POST',
    url: 'https://a.test:8443/x?y',
    fields: [
      ['Host', 'a.test:8443'],
      ['Content-Type', 'text/plain; charset=iso-8859-1'],
      ['Content-Encoding', 'gzip'],
    ],
    body: Buffer.from('caf\xe9', 'latin1'),
  };

  test('is paused, listed and sent on unchanged', async () => {
    const { verdict, request, message, matches } = await atRequest([rule], given);
    expect(message).toMatchObject({
      requestId: 7,
      stage: 'request',
      ruleName: 'b',
      request: {
        method: 'POST',
        url: 'https://a.test:8443/x?y',
        headers: given.fields?.map(([name, value]) => ({ name, value })),
        body: 'café',
      },
    });
    expect(message).not.toHaveProperty('response');
    expect(verdict).toBeUndefined();
    expect(request).toMatchObject({ method: 'POST', fields: given.fields, replaced: null });
    expect(matches).toEqual(['b']);
  });

  test.each([
    [{ url: 'http://b.test/z', headers: [{ name: 'Host', value: 'a.test:8443' }] }, 'b.test'],
    [{ url: 'http://b.test/z', headers: { Host: 'c.test' } }, 'c.test'],
    [{ url: 'http://b.test/z', headers: { Host: null } }, undefined],
    [{ url: 'https://a.test:8443/z', headers: { 'X-A': '1' } }, 'a.test:8443'],
  ])('the Host follows an edited URL, unless it was edited: %j', async (edits, host) => {
    const { request } = await atRequest([rule], given, 'send', { request: edits });
    expect(request.fields.find(([name]) => name === 'Host')?.[1]).toBe(host);
  });

  test('can be edited in every part', async () => {
    const edits = { method: 'PUT', url: 'http://b.test/z', headers: { 'X-A': '1' }, body: 'naïve' };
    const { request } = await atRequest([rule], given, 'send', { request: edits });
    expect(request).toMatchObject({
      method: 'PUT',
      target: { scheme: 'http', host: 'b.test', port: 80 },
      path: '/z',
    });
    expect(request.replaced?.toString()).toBe('naïve');
    expect(request.fields).toEqual([
      ['Host', 'b.test'],
      ['Content-Type', 'text/plain; charset=utf-8'],
      ['X-A', '1'],
    ]);
  });

  test('gets the Host of its new URL, unless headers are edited', async () => {
    const { request } = await atRequest([rule], given, 'send', { request: { url: 'http://b.test:1/' } });
    expect(request.fields[0]).toEqual(['Host', 'b.test:1']);
    expect(request.replaced).toBeNull();
  });

  test('accepts bytes as its body', async () => {
    const { request } = await atRequest([rule], given, 'send', { request: { body: { base64: 'AAE=' } } });
    expect(request.replaced).toEqual(Buffer.from([0, 1]));
    expect(request.fields).toContainEqual(['Content-Type', 'text/plain; charset=iso-8859-1']);
  });

  test('without a body is paused without one', async () => {
    const { request, message } = await atRequest([rule], {});
    expect(message?.request.body).toBe('');
    expect(request.holds).toBe(0);
  });

  test('with a binary body is listed in base64', async () => {
    const { message } = await atRequest([rule], { body: Buffer.from([0, 255]) });
    expect(message?.request.body).toEqual({ base64: 'AP8=' });
  });

  test('can be aborted', async () => {
    const { verdict } = await atRequest([rule], given, 'abort');
    expect(verdict).toEqual({ type: 'abort', how: 'reset', reason: 'It was aborted at a breakpoint' });
  });

  test('that is too large to buffer is not paused', async () => {
    const { verdict, message, matches } = await atRequest([rule], { tooLarge: true });
    expect([verdict, message, matches]).toEqual([undefined, null, ['b: body too large']]);
  });

  test('of a client that disconnects is no longer listed', async () => {
    const client = new AbortController();
    const { running, matches, recordMatch, services } = startTool(breakpoint, [rule]);
    const verdict = running.request?.(new TestExchange({ signal: client.signal }), matches, recordMatch);
    await pausedMessage(services.paused);
    client.abort();
    await expect(verdict).resolves.toBeUndefined();
    expect(services.paused.count).toBe(0);
  });

  test('is sent on after the timeout', async () => {
    const { running, matches, recordMatch } = startTool(breakpoint, [
      { ...rule, timeoutSeconds: 0.01, onTimeout: 'abort' },
    ]);
    await expect(running.request?.(new TestExchange(), matches, recordMatch)).resolves.toMatchObject({
      type: 'abort',
    });
  });

  test('does not wait for another one', async () => {
    const { running, matches, recordMatch, services } = startTool(breakpoint, [rule]);
    const first = running.request?.(new TestExchange(), matches, recordMatch);
    const second = running.request?.(new TestExchange(), matches, recordMatch);
    await pausedMessage(services.paused);
    services.paused.resolve('p2', 'abort');
    await expect(second).resolves.toMatchObject({ type: 'abort' });
    services.paused.close();
    await expect(first).resolves.toBeUndefined();
  });
});

describe('a response', () => {
  const given: GivenResponse = { fields: [['Content-Type', 'application/json']], body: '{"a":1}' };

  test('is paused with its request, and sent on unchanged', async () => {
    const { verdict, response, message, matches } = await atResponse([rule], given);
    expect(message).toMatchObject({
      requestId: 9,
      stage: 'response',
      request: {
        method: 'POST',
        url: 'http://a.test/x',
        headers: [{ name: 'Host', value: 'a.test' }],
        body: 'asked',
      },
      response: {
        status: 200,
        headers: [{ name: 'Content-Type', value: 'application/json' }],
        body: '{"a":1}',
      },
    });
    expect(verdict).toBeUndefined();
    expect(response).toMatchObject({ status: 200, reason: 'OK', replaced: null });
    expect(matches).toEqual(['b']);
  });

  test('can be edited in every part', async () => {
    const edits = { status: 404, headers: [{ name: 'X', value: '1' }], body: 'gone' };
    const { response } = await atResponse([rule], given, 'send', { response: edits });
    expect(response).toMatchObject({ status: 404, reason: 'Not Found', fields: [['X', '1']] });
    expect(response.replaced?.toString()).toBe('gone');
  });

  test('can be aborted', async () => {
    expect((await atResponse([rule], given, 'abort')).verdict).toMatchObject({ type: 'abort', how: 'reset' });
  });

  test.each([
    [{ tooLarge: true }, 'b: body too large'],
    [{ isEventStream: true }, 'b: an event stream is not buffered'],
  ])('that cannot be buffered is not paused: %j', async (change, note) => {
    const { verdict, matches } = await atResponse([rule], change);
    expect([verdict, matches]).toEqual([undefined, [note]]);
  });
});

test.each([
  [{ stage: 'request' }, true, false, false],
  [{ stage: 'response' }, false, true, true],
  [{ stage: 'both' }, true, true, true],
  [{ statuses: [500] }, true, false, true],
  [{ stage: 'request', statuses: [500] }, true, false, false],
])('%j pauses the request: %s, a 200: %s, a 500: %s', async (given, request, good, bad) => {
  const holds = [
    (await atRequest([given], {})).message,
    (await atResponse([given], { status: 200 })).message,
    (await atResponse([given], { status: 500 })).message,
  ].map((message) => message !== null);
  expect(holds).toEqual([request, good, bad]);
});

test('the first rule for the stage applies', async () => {
  const { message } = await atResponse([{ name: '1', stage: 'request' }, { name: '2' }, { name: '3' }], {});
  expect(message?.ruleName).toBe('2');
});

test.each([
  { stage: 'x' },
  { statuses: [99] },
  { timeoutSeconds: -1 },
  { timeoutSeconds: 1e9 },
  { onTimeout: 'send' },
])('rejects %j', (given) => expect(() => createRule(breakpoint, given)).toThrow(/give /));
