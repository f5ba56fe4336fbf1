import { describe, expect, test } from 'vitest';
import { capturedFlow } from '../../../../test/helpers/flows.ts';
import {
  TestExchange,
  TestResponse,
  type GivenRequest,
  type GivenResponse,
} from '../../../../test/helpers/interception.ts';
import { atWork, madeRule } from '../../../../test/helpers/tool-at-work.ts';
import type { EditInput, PausedMessage, PausedQueue } from '../../paused/index.ts';
import { breakpoint } from './index.ts';

type Given = Readonly<Record<string, unknown>>;

/** The first message that is held. */
async function held(queue: PausedQueue): Promise<PausedMessage> {
  const { promise, resolve } = Promise.withResolvers<null>();
  const stop = queue.onChange(() => resolve(null));
  if (queue.count === 0) await promise;
  stop();
  return queue.list()[0]!;
}

async function atRequest(
  rules: readonly Given[],
  given: GivenRequest,
  action = 'send',
  edits: EditInput = {},
) {
  const { running, matches, mark, list, services } = atWork(breakpoint, rules);
  const exchange = new TestExchange(given);
  const verdict = running.request?.(exchange, matches, mark);
  if (verdict === undefined) return { verdict, request: exchange.request, message: null, matches: list };
  const message = await Promise.race([held(services.paused), Promise.resolve(verdict).then(() => null)]);
  if (message !== null) services.paused.resolve(message.id, action, edits);
  return { verdict: await verdict, request: exchange.request, message, matches: list };
}

async function atResponse(
  rules: readonly Given[],
  given: GivenResponse,
  action = 'send',
  edits: EditInput = {},
) {
  const { running, matches, mark, list, services } = atWork(breakpoint, rules);
  const request = { head: ['POST /x HTTP/1.1', 'Host: a.test'], body: 'asked' };
  const exchange = new TestExchange({
    method: 'POST',
    url: 'http://a.test/x',
    flow: capturedFlow({ id: 9, request }),
  });
  const response = new TestResponse(given);
  const verdict = running.response?.(exchange, response, matches, mark);
  if (verdict === undefined) return { verdict, response, message: null, matches: list };
  const message = await Promise.race([held(services.paused), Promise.resolve(verdict).then(() => null)]);
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

  test('is held, shown and goes on as it came', async () => {
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

  test('is edited in every part', async () => {
    const edits = { method: 'PUT', url: 'http://b.test/z', headers: { 'X-A': '1' }, body: 'naïve' };
    const { request } = await atRequest([rule], given, 'send', { request: edits });
    expect(request).toMatchObject({
      method: 'PUT',
      target: { scheme: 'http', host: 'b.test', port: 80 },
      path: '/z',
    });
    expect(request.replaced?.toString()).toBe('naïve');
    expect(request.fields).toEqual([
      ['Host', 'a.test:8443'],
      ['Content-Type', 'text/plain; charset=utf-8'],
      ['X-A', '1'],
    ]);
  });

  test('has its Host follow the URL, unless headers were written', async () => {
    const { request } = await atRequest([rule], given, 'send', { request: { url: 'http://b.test:1/' } });
    expect(request.fields[0]).toEqual(['Host', 'b.test:1']);
    expect(request.replaced).toBeNull();
  });

  test('takes bytes', async () => {
    const { request } = await atRequest([rule], given, 'send', { request: { body: { base64: 'AAE=' } } });
    expect(request.replaced).toEqual(Buffer.from([0, 1]));
    expect(request.fields).toContainEqual(['Content-Type', 'text/plain; charset=iso-8859-1']);
  });

  test('without a body is not asked for one', async () => {
    const { request, message } = await atRequest([rule], {});
    expect(message?.request.body).toBe('');
    expect(request.holds).toBe(0);
  });

  test('of bytes is shown in base64', async () => {
    const { message } = await atRequest([rule], { body: Buffer.from([0, 255]) });
    expect(message?.request.body).toEqual({ base64: 'AP8=' });
  });

  test('is aborted', async () => {
    const { verdict } = await atRequest([rule], given, 'abort');
    expect(verdict).toEqual({ type: 'abort', how: 'reset', reason: 'It was aborted at a breakpoint' });
  });

  test('that cannot be held goes on', async () => {
    const { verdict, message, matches } = await atRequest([rule], { tooLarge: true });
    expect([verdict, message, matches]).toEqual([undefined, null, ['b: body too large']]);
  });

  test('of a client that leaves goes', async () => {
    const leaving = new AbortController();
    const { running, matches, mark, services } = atWork(breakpoint, [rule]);
    const verdict = running.request?.(new TestExchange({ signal: leaving.signal }), matches, mark);
    await held(services.paused);
    leaving.abort();
    await expect(verdict).resolves.toBeUndefined();
    expect(services.paused.count).toBe(0);
  });

  test('goes when its time is up', async () => {
    const { running, matches, mark } = atWork(breakpoint, [
      { ...rule, timeoutSeconds: 0.01, onTimeout: 'abort' },
    ]);
    await expect(running.request?.(new TestExchange(), matches, mark)).resolves.toMatchObject({
      type: 'abort',
    });
  });

  test('does not wait for another', async () => {
    const { running, matches, mark, services } = atWork(breakpoint, [rule]);
    const first = running.request?.(new TestExchange(), matches, mark);
    const second = running.request?.(new TestExchange(), matches, mark);
    await held(services.paused);
    services.paused.resolve('p2', 'abort');
    await expect(second).resolves.toMatchObject({ type: 'abort' });
    services.paused.close();
    await expect(first).resolves.toBeUndefined();
  });
});

describe('a response', () => {
  const given: GivenResponse = { fields: [['Content-Type', 'application/json']], body: '{"a":1}' };

  test('is held with its request, and goes on as it came', async () => {
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

  test('is edited in every part', async () => {
    const edits = { status: 404, headers: [{ name: 'X', value: '1' }], body: 'gone' };
    const { response } = await atResponse([rule], given, 'send', { response: edits });
    expect(response).toMatchObject({ status: 404, reason: 'Not Found', fields: [['X', '1']] });
    expect(response.replaced?.toString()).toBe('gone');
  });

  test('is aborted', async () => {
    expect((await atResponse([rule], given, 'abort')).verdict).toMatchObject({ type: 'abort', how: 'reset' });
  });

  test.each([
    [{ tooLarge: true }, 'b: body too large'],
    [{ isEventStream: true }, 'b: an event stream is not buffered'],
  ])('that cannot be held goes on: %j', async (change, note) => {
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
])('%j holds the request %s, a 200 %s, a 500 %s', async (given, request, good, bad) => {
  const holds = [
    (await atRequest([given], {})).message,
    (await atResponse([given], { status: 200 })).message,
    (await atResponse([given], { status: 500 })).message,
  ].map((message) => message !== null);
  expect(holds).toEqual([request, good, bad]);
});

test('the first rule that is about the stage holds', async () => {
  const { message } = await atResponse([{ name: '1', stage: 'request' }, { name: '2' }, { name: '3' }], {});
  expect(message?.ruleName).toBe('2');
});

test.each([
  { stage: 'x' },
  { statuses: [99] },
  { timeoutSeconds: -1 },
  { timeoutSeconds: 1e9 },
  { onTimeout: 'send' },
])('%j is refused', (given) => expect(() => madeRule(breakpoint, given)).toThrow(/give /));
