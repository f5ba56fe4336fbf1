import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { capturedFlow, capturedMessage, type Captured } from '../../../../test/helpers/flows.ts';
import { TestExchange, type GivenRequest } from '../../../../test/helpers/interception.ts';
import { temporaryHome } from '../../../../test/helpers/home.ts';
import { startTool, createRule, type StartedTool } from '../../../../test/helpers/started-tool.ts';
import type { Flow } from '../../../flow/flow.ts';
import type { HeaderLines } from '../../../proxy/hooks.ts';
import type { Rule } from '../../rules/rule.ts';
import { mockSets } from './index.ts';

const home = temporaryHome();
afterAll(() => home.remove());

interface Answered {
  readonly status: number;
  readonly text: string;
  readonly fields: HeaderLines;
}

type Sender = (request?: GivenRequest) => Promise<Answered | null>;

/** Resolves with null when the request passes. */
function sender({ running, matches, recordMatch }: StartedTool<Rule>): Sender {
  return async (request = {}) => {
    const verdict = await running.request?.(new TestExchange(request), matches, recordMatch);
    if (verdict?.type !== 'respond') return null;
    const { status, fields, body } = verdict.response;
    if (!Buffer.isBuffer(body)) throw new Error('a body in one piece was expected');
    return { status, text: body.toString(), fields };
  };
}

const url = (path: string): string => `http://example.test${path}`;

describe('mocks', () => {
  const mocksOf = (...mocks: readonly object[]) => startTool(mockSets, [{ name: 'set', mocks }]);

  test('respond with status, headers and body', async () => {
    const tool = mocksOf({
      method: 'post',
      pattern: '*/users',
      status: 201,
      headers: [{ name: 'X-A', value: 'ü' }],
      body: '{"a":1}',
    });
    expect(await sender(tool)({ method: 'POST', url: url('/users?x=1') })).toEqual({
      status: 201,
      text: '{"a":1}',
      fields: [['X-A', Buffer.from('ü').toString('latin1')]],
    });
    expect(tool.recordedMatches).toEqual(['set']);
  });

  test('the first enabled match applies', async () => {
    const send = sender(
      mocksOf(
        { pattern: '*/a', enabled: false, body: 'off' },
        { pattern: '*/a', method: 'PUT', body: 'put' },
        { pattern: '*/a', conditions: { query: [{ name: 'x' }] }, body: 'with x' },
        { pattern: '*/a', body: 'first' },
        { pattern: '*', body: 'all' },
      ),
    );
    expect(await send({ url: url('/a') })).toMatchObject({ text: 'first' });
    expect(await send({ url: url('/a?x') })).toMatchObject({ text: 'with x' });
    expect(await send({ url: url('/a'), method: 'PUT' })).toMatchObject({ text: 'put' });
    expect(await send({ url: url('/a/b') })).toMatchObject({ text: 'all' });
  });

  test('without a match the request passes to the next set, then to the server', async () => {
    const tool = startTool(mockSets, [
      { name: 'one', mocks: [{ pattern: '*/a', body: 'one' }] },
      { name: 'two', mocks: [{ pattern: '*/b', body: 'two' }] },
    ]);
    expect(await sender(tool)({ url: url('/b') })).toMatchObject({ text: 'two' });
    expect(await sender(tool)({ url: url('/c') })).toBeNull();
    expect(tool.recordedMatches).toEqual(['two']);
  });

  test('that match by body are skipped when it is too large to buffer, with a note', async () => {
    const tool = mocksOf(
      { conditions: { body: { op: 'contains', value: 'x' } }, body: 'by body' },
      { pattern: '*/a', body: 'other' },
    );
    const send = sender(tool);
    expect(await send({ body: 'an x' })).toMatchObject({ text: 'by body' });
    expect(await send({ tooLarge: true })).toBeNull();
    expect(await send({ tooLarge: true, url: url('/a') })).toMatchObject({ text: 'other' });
    expect(tool.recordedMatches).toEqual(['set', 'set: body too large', 'set: body too large', 'set']);
  });

  test.each([
    ['last', 'abbb'],
    ['cycle', 'abab'],
    ['none', 'ab--'],
  ])('respond in sequence, then %s', async (repeat, expected) => {
    const send = sender(mocksOf({ body: 'a', then: [{ status: 201, body: 'b' }], repeat }));
    const texts: string[] = [];
    for (let at = 0; at < 4; at += 1) texts.push((await send())?.text ?? '-');
    expect(texts.join('')).toBe(expected);
  });

  test('fail the first time, and for some requests only', async () => {
    const send = sender(
      mocksOf({ status: 503, conditions: { first: 2 }, body: 'no' }, { status: 200, body: 'yes' }),
    );
    expect([await send(), await send(), await send()].map((each) => each?.status)).toEqual([503, 503, 200]);
  });

  test('hold what the pattern captured, when asked to', async () => {
    const mock = {
      pattern: '*/users/*',
      headers: [{ name: 'Location', value: '/v2/$2' }],
      body: '{"id":"$2","price":"$$5"}',
    };
    expect(await sender(mocksOf({ ...mock, expandCaptures: true }))({ url: url('/users/7') })).toMatchObject({
      text: '{"id":"7","price":"$5"}',
      fields: [['Location', '/v2/7']],
    });
    expect(await sender(mocksOf(mock))({ url: url('/users/7') })).toMatchObject({ text: mock.body });
  });

  test.each([
    [{ expandCaptures: true, body: '$2' }, 'mocks[0].body.text is "$2": give a text without $2'],
    [
      { expandCaptures: true, then: [{ headers: [{ name: 'a', value: '$3' }] }] },
      'mocks[0].then[0].headers[0].value',
    ],
    [{ conditions: { response: { statuses: [404] } } }, 'mocks[0].conditions.response'],
    [{ repeat: 'first' }, 'give "last", "cycle" or "none"'],
  ])('%j is rejected', (mock, message) => expect(() => mocksOf(mock)).toThrow(message));

  test('wait for the delay, but no longer than the client', async () => {
    const send = sender(mocksOf({ delayMs: 5, body: 'late' }));
    expect(await send()).toMatchObject({ text: 'late' });
    const client = new AbortController();
    const response = sender(mocksOf({ delayMs: 3_600_000 }))({ signal: client.signal });
    client.abort();
    await expect(response).rejects.toThrow(/abort/);
  });

  test('read a body file at each request', async () => {
    const file = join(home.path, 'body.txt');
    const send = sender(mocksOf({ body: { file } }));
    await expect(send()).rejects.toThrow(/body\.txt cannot be read: there is no such file/);
    writeFileSync(file, 'there');
    expect(await send()).toMatchObject({ text: 'there' });
  });

  test.each([
    [{ pattern: '(', patternType: 'regex' }, /mocks\[0\]\.pattern is "\(": give/],
    [{ method: 'GET /' }, /mocks\[0\]\.method is "GET \/": give a method/],
    [{ status: 99 }, /mocks\[0\]\.status is 99: give/],
    [{ statsu: 200 }, /mocks\[0\]\.statsu is not a field .*did you mean status\?/],
    [{ conditions: { probability: 2 } }, /mocks\[0\]\.conditions\.probability is 2: give/],
    [{ delayMs: -1 }, /mocks\[0\]\.delayMs is -1: give/],
    [{ body: { base64: '%' } }, /mocks\[0\]\.body/],
  ])('that are invalid: %j', (mock, error) => {
    expect(() => createRule(mockSets, { mocks: [mock] })).toThrow(error);
  });
});

describe('a recording', () => {
  let files = 0;

  /** Creates a rule with a recording. Its file is empty: these flows are returned in place of its content. */
  function recordingOf(flows: readonly Flow[], rule: object = {}) {
    const source = join(home.path, `${(files += 1)}.har`);
    writeFileSync(source, '');
    return startTool(mockSets, [{ name: 'set', source, ...rule }], [''], {
      readRecording: () => Promise.resolve(flows),
    });
  }

  interface Recorded {
    readonly method?: string;
    readonly body?: string;
    readonly type?: string;
    readonly change?: Captured;
  }

  /** Returns a flow whose response has the body `text`. */
  function recorded(
    path: string,
    text: string,
    { method = 'GET', body = '', type, change }: Recorded = {},
  ): Flow {
    const typed = type === undefined ? [] : [`Content-Type: ${type}`];
    const flow = capturedFlow({
      request: { head: [`${method} ${path} HTTP/1.1`, ...typed], body },
      response: { head: ['HTTP/1.1 200 OK'], body: text },
      ...change,
    });
    if (flow.response !== null) flow.response.complete = true;
    return flow;
  }

  const texts = async (send: Sender, ...paths: readonly string[]): Promise<readonly unknown[]> => {
    const found: unknown[] = [];
    for (const path of paths) found.push((await send({ url: url(path) }))?.text ?? null);
    return found;
  };
  const NOT = '404: not recorded (mock set "set")\n';

  test('replays its responses, responds with 404 to other requests of its hosts, and lets other hosts pass', async () => {
    const tool = recordingOf([recorded('/a', 'A')]);
    const send = sender(tool);
    expect(await texts(send, '/a', '/b')).toEqual(['A', NOT]);
    expect(await send({ url: url('/a'), method: 'POST' })).toMatchObject({ status: 404 });
    expect(await send({ url: 'https://example.test/a' })).toMatchObject({ text: 'A' });
    expect(await send({ url: 'http://example.test:81/a' })).toBeNull();
    expect(await send({ url: 'http://other.test/a' })).toBeNull();
    expect(await texts(sender(recordingOf([], { unmatched: 'passthrough' })), '/b')).toEqual([null]);
    expect(tool.recordedMatches).toEqual(['set', 'set', 'set', 'set']);
  });

  test('passes unknown requests on if the rule says so', async () => {
    const send = sender(recordingOf([recorded('/a', 'A')], { unmatched: 'passthrough' }));
    expect(await texts(send, '/a', '/b')).toEqual(['A', null]);
  });

  test('compares paths as they were sent', async () => {
    const send = sender(recordingOf([recorded('/a/../b//c%2f', 'A')]));
    expect(await texts(send, '/a/../b//c%2f', '/b//c%2f', '/a/../b/c%2f')).toEqual(['A', NOT, NOT]);
  });

  test('compares query parameters in any order, some, or none', async () => {
    const flows = [recorded('/a?x=1&y=2&t=3', 'A'), recorded('/a', 'bare')];
    expect(await texts(sender(recordingOf(flows)), '/a?t=3&y=2&x=1', '/a?x=1&y=2&t=4', '/a?', '/a')).toEqual([
      'A',
      NOT,
      'bare',
      'bare',
    ]);
    const ignoring = sender(recordingOf(flows, { ignoreParams: ['t'] }));
    expect(await texts(ignoring, '/a?x=1&y=2&t=4', '/a?x=1&y=2', '/a?t=9')).toEqual(['A', 'A', 'bare']);
    const any = sender(recordingOf(flows, { matchQuery: false }));
    expect(await texts(any, '/a?q', '/a')).toEqual(['A', 'bare']);
  });

  test.each([
    ['sequence', ['1', '2', '3', '3', '3']],
    ['first', ['1', '1', '1', '1', '1']],
    ['last', ['3', '3', '3', '3', '3']],
  ])('repeats responses by %s', async (repeat, expected) => {
    const flows = ['1', '2', '3'].map((text) => recorded('/a', text));
    const send = sender(recordingOf([...flows, recorded('/b', 'B')], { repeat }));
    expect(await texts(send, '/a', '/b', '/a', '/a', '/a', '/a')).toEqual([
      expected[0],
      'B',
      ...expected.slice(1),
    ]);
  });

  test('serves concurrent clients from one sequence', async () => {
    const flows = Array.from({ length: 50 }, (_, at) => recorded('/a', String(at)));
    const send = sender(recordingOf(flows));
    const found = await Promise.all(flows.map(() => send({ url: url('/a') })));
    expect(new Set(found.map((each) => each?.text)).size).toBe(50);
  });

  test('compares bodies if the rule says so, each with its own sequence', async () => {
    const json = 'application/json';
    const flows = [
      recorded('/a', 'one', { method: 'POST', body: '{"a":1,"b":2}', type: json }),
      recorded('/a', 'one again', { method: 'POST', body: '{"b":2,"a":1}', type: json }),
      recorded('/a', 'two', { method: 'POST', body: '{"a":2}', type: json }),
    ];
    const tool = recordingOf(flows, { matchBody: true });
    const send = sender(tool);
    const post = async (body: string) => (await send({ method: 'POST', url: url('/a'), body }))?.text;
    expect([await post('{"a":1, "b":2}'), await post('{"b":2,"a":1}')]).toEqual(['one', 'one again']);
    expect(await post('{"a":2}')).toBe('two');
    expect(await post('{"a":3}')).toBe(NOT);
    expect(await post('['.repeat(100_000))).toBe(NOT);
    expect(await send({ method: 'POST', url: url('/a'), tooLarge: true })).toBeNull();
    expect(tool.recordedMatches.at(-1)).toBe('set: body too large');
    const any = sender(recordingOf(flows));
    expect(await any({ method: 'POST', url: url('/a'), tooLarge: true })).toMatchObject({ text: 'one' });
  });

  test('buffers a body only when it may be a recorded one', async () => {
    const tool = recordingOf([recorded('/a', 'A')], { matchBody: true });
    const exchange = new TestExchange({ url: url('/b'), tooLarge: true });
    await tool.running.request?.(exchange, tool.matches, tool.recordMatch);
    expect(exchange.request.holds).toBe(0);
  });

  test('responds to HEAD like GET, without advancing the sequence', async () => {
    const send = sender(
      recordingOf([recorded('/a', '1'), recorded('/a', '2'), recorded('/b', '', { method: 'HEAD' })]),
    );
    expect(await send({ method: 'HEAD', url: url('/a') })).toMatchObject({ text: '1' });
    expect(await texts(send, '/a')).toEqual(['1']);
    expect(await send({ method: 'HEAD', url: url('/a') })).toMatchObject({ text: '2' });
    expect(await send({ method: 'HEAD', url: url('/b') })).toMatchObject({ status: 200, text: '' });
    expect(await texts(send, '/b')).toEqual([NOT]);
  });

  test('replays valid headers and the exact bytes', async () => {
    const bytes = Buffer.from('f\xfcr', 'latin1');
    const flow = recorded('/a', '');
    flow.response = capturedMessage({
      head: [
        'HTTP/1.1 299 As we please',
        'Date: now',
        'Content-Type: text/html; charset=iso-8859-1',
        'Content-Encoding: gzip',
        'Content-Length: 99',
        'Transfer-Encoding: chunked',
        'Connection: close',
        'Keep-Alive: timeout=5',
        'Set-Cookie: a=1',
        'Set-Cookie: b=\xfc',
      ],
      body: bytes,
    });
    Object.assign(flow.response, { complete: true, isDecoded: true });
    flow.status = 299;
    const tool = recordingOf([flow]);
    const verdict = await tool.running.request?.(
      new TestExchange({ url: url('/a') }),
      tool.matches,
      tool.recordMatch,
    );
    expect(verdict).toEqual({
      type: 'respond',
      response: {
        status: 299,
        reason: 'As we please',
        fields: [
          ['Content-Type', 'text/html; charset=iso-8859-1'],
          ['Set-Cookie', 'a=1'],
          ['Set-Cookie', 'b=\xfc'],
        ],
        body: bytes,
      },
    });
  });

  test('replays 304 only to conditional requests, and 204 without a body', async () => {
    const head = ['HTTP/1.1 304 Not Modified', 'ETag: "1"'];
    const cached = recorded('/a', '', { change: { response: { head, body: 'cached' } } });
    const bare = recorded('/b', '', { change: { response: { head } } });
    const none = recorded('/c', '', {
      change: { response: { head: ['HTTP/1.1 204 No Content'], body: 'odd' } },
    });
    for (const { response } of [cached, bare, none]) response!.complete = true;
    const send = sender(recordingOf([cached, bare, none]));
    const fields = [['If-None-Match', '"1"']] as const;
    expect(await send({ url: url('/a') })).toMatchObject({ status: 200, text: 'cached' });
    expect(await send({ url: url('/a'), fields })).toMatchObject({ status: 304, text: '' });
    expect(await send({ url: url('/b') })).toMatchObject({ status: 304, text: '' });
    expect(await send({ url: url('/c') })).toMatchObject({ status: 204, text: '' });
  });

  test('does not replay incomplete responses', async () => {
    const incomplete = recorded('/cut', '', {
      change: { response: { head: ['HTTP/1.1 200 OK'], body: 'xyz', cap: 1 } },
    });
    incomplete.response!.complete = true;
    const unknown = recorded('/unknown', 'x');
    unknown.response!.complete = false;
    const flows = [
      incomplete,
      unknown,
      recorded('/failed', 'half', { change: { state: 'failed', error: 'closed' } }),
      recorded('/none', '', { change: { response: null, state: 'failed', error: 'no route' } }),
      recorded('/socket', '', { change: { response: { head: ['HTTP/1.1 101 Switching Protocols'] } } }),
      recorded('/later', '', { change: { response: null, state: 'failed' } }),
      recorded('/later', 'there'),
    ];
    const tool = recordingOf(flows);
    const without = '404: recorded without a response (mock set "set")\n';
    expect(await texts(sender(tool), '/cut', '/unknown', '/failed', '/none', '/socket', '/later')).toEqual([
      ...Array<string>(5).fill(without),
      'there',
    ]);
    expect(tool.recordedMatches[0]).toBe('set: recorded without a response');
  });

  test('mocks come before the recording', async () => {
    const send = sender(
      recordingOf([recorded('/a', 'recorded')], { mocks: [{ pattern: '*/a', body: 'mock' }] }),
    );
    expect(await texts(send, '/a')).toEqual(['mock']);
  });

  test('that is unusable is reported once, and noted in the flow', async () => {
    const source = join(home.path, 'gone.har');
    const tool = startTool(mockSets, [{ name: 'set', source }]);
    const send = sender(tool);
    expect([await send(), await send()]).toEqual([null, null]);
    expect(tool.services.notices).toEqual([
      {
        channel: 'log',
        title: 'Mock Sets: set',
        text: `the recording ${source} cannot be used: there is no such file`,
      },
    ]);
    expect(tool.recordedMatches).toEqual(Array(2).fill('set: the recording cannot be used'));
  });

  test('is reloaded when its file changes; an unreadable file leaves the previous content', async () => {
    const source = join(home.path, 'changing.har');
    let version = 0;
    let text: string | null = 'old';
    const change = (next: string | null): void => {
      text = next;
      version += 1;
      writeFileSync(source, String(version));
      utimesSync(source, version, version);
    };
    change('old');
    const tool = startTool(mockSets, [{ name: 'set', source }], [''], {
      readRecording: () =>
        text === null ? Promise.reject(new Error('it is broken')) : Promise.resolve([recorded('/a', text)]),
    });
    const send = sender(tool);
    const waitForText = async (text: string): Promise<void> => {
      while ((await texts(send, '/a'))[0] !== text) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    await waitForText('old');
    change('new');
    await waitForText('new');
    change(null);
    while (tool.services.notices.length === 0) await waitForText('new');
    expect(tool.services.notices[0]?.text).toMatch(/it is broken; the content read before stays in use/);
    rmSync(source);
    while (tool.services.notices.length === 1) await waitForText('new');
    change('back');
    await waitForText('back');
  });

  test('continues its sequence when other rules change', async () => {
    const tool = recordingOf([recorded('/a', '1'), recorded('/a', '2')]);
    const send = sender(tool);
    expect(await texts(send, '/a')).toEqual(['1']);
    tool.running.update([createRule(mockSets, {}), ...tool.matches.map(({ rule }) => rule)], true);
    expect(await texts(send, '/a')).toEqual(['2']);
  });
});

describe('a rule from a captured request', () => {
  test('responds as the server did', async () => {
    const flow = capturedFlow({
      request: { head: ['POST /a?x=1 HTTP/1.1'] },
      response: {
        head: ['HTTP/1.1 201 Created', 'Content-Type: text/plain', 'Content-Length: 3'],
        body: 'für',
      },
    });
    const rule = await mockSets.fromFlow?.(flow);
    const tool = startTool(mockSets, [rule!]);
    expect(await sender(tool)({ method: 'POST', url: url('/a') })).toEqual({
      status: 201,
      text: 'für',
      fields: [['Content-Type', 'text/plain']],
    });
    expect(await sender(tool)({ method: 'POST', url: url('/a/b') })).toBeNull();
    expect(await sender(tool)({ url: url('/a') })).toBeNull();
  });

  test('without a response has an empty one; from a tunnel there is no rule', async () => {
    const rule = await mockSets.fromFlow?.(capturedFlow({ response: null, state: 'failed' }));
    expect(await sender(startTool(mockSets, [rule!]))()).toMatchObject({ status: 200, text: '' });
    expect(await mockSets.fromFlow?.(capturedFlow({ request: null }))).toBeNull();
  });
});
