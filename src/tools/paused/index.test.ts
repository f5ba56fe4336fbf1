import { describe, expect, test } from 'vitest';
import { ParameterError } from '../../base/errors.ts';
import { PausedQueue, type PauseOptions, type PausedDecision } from './index.ts';

const request = {
  method: 'POST',
  url: 'http://a.test/x?y=1',
  headers: [
    { name: 'Host', value: 'a.test' },
    { name: 'X-Many', value: '1' },
    { name: 'Accept', value: '*/*' },
    { name: 'x-many', value: '2' },
  ],
  body: 'hello',
};
const response = {
  status: 200,
  headers: [{ name: 'Content-Type', value: 'image/png' }],
  body: { base64: 'AAE=' },
};

function pause(queue: PausedQueue, change: Partial<PauseOptions> = {}): Promise<PausedDecision> {
  return queue.pause({
    requestId: 7,
    stage: 'request',
    ruleName: 'a rule',
    request,
    signal: new AbortController().signal,
    timeoutSeconds: 0,
    onTimeout: 'send_original',
    ...change,
  });
}

/** Returns the message after a decision. */
async function resolved(
  given: { readonly request?: unknown; readonly response?: unknown },
  change: Partial<PauseOptions> = {},
): Promise<PausedDecision> {
  const queue = new PausedQueue();
  const decision = pause(queue, change);
  queue.resolve(queue.list()[0]!.id, 'send', given);
  return decision;
}

const atResponse = { stage: 'response', response } as const;

describe('a paused message', () => {
  test('names its timeout', () => {
    const queue = new PausedQueue();
    void pause(queue, { timeoutSeconds: 30, onTimeout: 'abort' });
    const { pausedAt, timeout } = queue.list()[0]!;
    expect(timeout).toEqual({ at: expect.any(String), action: 'abort' });
    expect(Date.parse(timeout!.at) - Date.parse(pausedAt)).toBe(30_000);
    queue.close();
  });

  test('is listed until it is resolved', async () => {
    const queue = new PausedQueue();
    const first = pause(queue);
    const second = pause(queue, atResponse);
    expect(queue.list()).toEqual([
      { id: 'p1', requestId: 7, stage: 'request', ruleName: 'a rule', pausedAt: expect.any(String), request },
      {
        id: 'p2',
        requestId: 7,
        stage: 'response',
        ruleName: 'a rule',
        pausedAt: expect.stringMatching(/Z$/),
        request,
        response,
      },
    ]);
    queue.resolve('p2', 'send_original');
    expect(queue.count).toBe(1);
    await expect(second).resolves.toEqual({ type: 'original' });
    queue.resolve('p1');
    await expect(first).resolves.toEqual({ type: 'send', request: null, response: null });
    expect(queue.list()).toEqual([]);
  });

  test('can be aborted', async () => {
    const queue = new PausedQueue();
    const decision = pause(queue);
    queue.resolve('p1', 'abort');
    await expect(decision).resolves.toEqual({ type: 'abort', reason: 'It was aborted at a breakpoint' });
  });

  test('is removed when its client disconnects; others stay', async () => {
    const queue = new PausedQueue();
    const client = new AbortController();
    const decision = pause(queue, { signal: client.signal });
    void pause(queue);
    client.abort();
    await expect(decision).resolves.toEqual({ type: 'original' });
    expect(queue.list().map(({ id }) => id)).toEqual(['p2']);
    queue.close();
  });

  test('of a disconnected client is not paused', async () => {
    await expect(pause(new PausedQueue(), { signal: AbortSignal.abort() })).resolves.toEqual({
      type: 'original',
    });
  });

  test.each([
    ['send_original', { type: 'original' }],
    ['abort', { type: 'abort', reason: 'Nobody let it go at a breakpoint in time' }],
  ] as const)('is resolved after the timeout: %s', async (onTimeout, decision) => {
    const queue = new PausedQueue();
    await expect(pause(queue, { timeoutSeconds: 0.01, onTimeout })).resolves.toEqual(decision);
    expect(queue.count).toBe(0);
  });

  test('is resolved when the queue closes, and later ones are not paused', async () => {
    const queue = new PausedQueue();
    const decisions = [pause(queue), pause(queue, atResponse)];
    queue.close();
    await expect(Promise.all([...decisions, pause(queue)])).resolves.toEqual(
      Array(3).fill({ type: 'original' }),
    );
  });
});

test('listeners are called for each change until they unsubscribe', () => {
  const queue = new PausedQueue();
  const counts: number[] = [];
  const unsubscribe = queue.onChange(() => counts.push(queue.count));
  void pause(queue);
  queue.resolve('p1');
  unsubscribe();
  void pause(queue);
  expect(counts).toEqual([1, 0]);
  queue.close();
});

describe('edits', () => {
  test('apply to a request', async () => {
    const edits = { method: 'PUT', url: 'https://b.test:8443/z', headers: [], body: 'other' };
    await expect(resolved({ request: edits })).resolves.toEqual({
      type: 'send',
      request: {
        method: 'PUT',
        destination: { target: { scheme: 'https', host: 'b.test', port: 8443 }, path: '/z' },
        headers: [],
        body: 'other',
      },
      response: null,
    });
  });

  test('apply to a response', async () => {
    const edits = { status: 404, headers: { 'content-type': 'text/plain' }, body: { base64: 'AAI=' } };
    await expect(resolved({ response: edits }, atResponse)).resolves.toEqual({
      type: 'send',
      request: null,
      response: { status: 404, headers: [['content-type', 'text/plain']], body: Buffer.from([0, 2]) },
    });
  });

  test('that change nothing count as none', async () => {
    await expect(resolved({ request })).resolves.toEqual({
      type: 'send',
      request: { method: null, destination: null, headers: null, body: null },
      response: null,
    });
    await expect(resolved({ response: { body: { base64: 'AAE=' } } }, atResponse)).resolves.toMatchObject({
      response: { status: null, headers: null, body: null },
    });
  });

  test('of headers as an object merge, and null removes', async () => {
    const headers = { 'X-MANY': '3', accept: null, 'X-New': '1' };
    await expect(resolved({ request: { headers } })).resolves.toMatchObject({
      request: {
        headers: [
          ['Host', 'a.test'],
          ['X-MANY', '3'],
          ['X-New', '1'],
        ],
      },
    });
  });

  test.each<[string, string, object, boolean]>([
    ['request', 'request is 1: give an object', { request: 1 }, false],
    [
      'request.metod',
      'request.metod is not a field: did you mean method?',
      { request: { metod: 'GET' } },
      false,
    ],
    [
      'request.method',
      'request.method is "G T": give the name of a method, such as "GET"',
      { request: { method: 'G T' } },
      false,
    ],
    [
      'request.method',
      'request.method is "CONNECT": give another method than CONNECT',
      { request: { method: 'CONNECT' } },
      false,
    ],
    [
      'request.url',
      'request.url is "/x": give an http or https URL such as',
      { request: { url: '/x' } },
      false,
    ],
    ['request.headers', 'request.headers is "x": give a list of', { request: { headers: 'x' } }, false],
    [
      'request.headers[0].value',
      'give a text without line breaks',
      { request: { headers: [{ name: 'a', value: 'b\r\nc' }] } },
      false,
    ],
    [
      'request.headers[0].name',
      'give the name of a header',
      { request: { headers: [{ name: 'a b', value: '' }] } },
      false,
    ],
    [
      'request.headers[0].vale',
      'is not a field: did you mean value?',
      { request: { headers: [{ name: 'a', value: '', vale: '' }] } },
      false,
    ],
    ['request.headers."a b"', 'give the name of a header', { request: { headers: { 'a b': 'x' } } }, false],
    ['request.headers.a', 'give a text without line breaks', { request: { headers: { a: 'x\ny' } } }, false],
    [
      'request.headers.a',
      'give a text without line breaks',
      { request: { headers: { a: 'x\x7fy' } } },
      false,
    ],
    ['request.body', 'request.body is 1: give a text, or', { request: { body: 1 } }, false],
    [
      'request.body.base64',
      'request.body.base64 is "*": give bytes in base64',
      { request: { body: { base64: '*' } } },
      false,
    ],
    ['request.body', 'give a text, or', { request: { body: { file: '/etc/passwd' } } }, false],
    ['response', 'response: there is none yet, the request is paused', { response: {} }, false],
    ['request', 'request: it has been sent already, its response is paused', { request: {} }, true],
    [
      'response.status',
      'response.status is 199: give a whole number from 200 to 599',
      { response: { status: 199 } },
      true,
    ],
    ['response.status', 'response.status is "200": give', { response: { status: '200' } }, true],
    [
      'response.method',
      'response.method is not a field: expected one of status, headers, body',
      { response: { method: 'GET' } },
      true,
    ],
  ])(
    'that are invalid are rejected, and the message stays paused: %s',
    (field, message, given, isResponse) => {
      const queue = new PausedQueue();
      void pause(queue, isResponse ? atResponse : {});
      const error = refusal(() => queue.resolve('p1', 'send', given));
      expect(error.field).toBe(field);
      expect(error.message).toContain(message);
      expect(queue.count).toBe(1);
      queue.close();
    },
  );

  test.each([
    ['p9', 'send', {}, 'id', 'no message "p9" is paused: paused are p1'],
    ['p1', 'sent', {}, 'action', 'action is "sent": did you mean send?'],
    ['p1', 'zzz', {}, 'action', 'action is "zzz": give send, send_original, abort'],
    ['p1', 'abort', { request: {} }, 'request', 'request: an aborted message is not sent'],
    ['p1', 'send_original', { request: {} }, 'request', 'request: the original is sent without edits'],
  ])('rejects %s %s %j', (id, action, given, field, message) => {
    const queue = new PausedQueue();
    void pause(queue);
    const error = refusal(() => queue.resolve(id, action, given));
    expect(error.field).toBe(field);
    expect(error.message).toContain(message);
    queue.close();
    expect(refusal(() => queue.resolve('p1')).message).toBe('no message "p1" is paused: nothing is paused');
  });
});

function refusal(run: () => void): ParameterError {
  try {
    run();
  } catch (error) {
    if (error instanceof ParameterError) return error;
    throw error;
  }
  throw new Error('it was not refused');
}
