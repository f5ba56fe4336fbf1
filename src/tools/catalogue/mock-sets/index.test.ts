import { rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { capturedFlow, capturedMessage, type Captured } from '../../../../test/helpers/flows.ts';
import { TestExchange, type GivenRequest } from '../../../../test/helpers/interception.ts';
import { temporaryHome } from '../../../../test/helpers/home.ts';
import { atWork, madeRule, type ToolAtWork } from '../../../../test/helpers/tool-at-work.ts';
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

type Asking = (request?: GivenRequest) => Promise<Answered | null>;

/** Null when the request goes on. */
function asking({ running, matches, mark }: ToolAtWork<Rule>): Asking {
  return async (request = {}) => {
    const verdict = await running.request?.(new TestExchange(request), matches, mark);
    if (verdict?.type !== 'respond') return null;
    const { status, fields, body } = verdict.response;
    if (!Buffer.isBuffer(body)) throw new Error('a body in one piece was expected');
    return { status, text: body.toString(), fields };
  };
}

const url = (path: string): string => `http://example.test${path}`;

describe('mocks', () => {
  const mocksOf = (...mocks: readonly object[]) => atWork(mockSets, [{ name: 'set', mocks }]);

  test('answer with status, headers and body', async () => {
    const work = mocksOf({
      method: 'post',
      pattern: '*/users',
      status: 201,
      headers: [{ name: 'X-A', value: 'ü' }],
      body: '{"a":1}',
    });
    expect(await asking(work)({ method: 'POST', url: url('/users?x=1') })).toEqual({
      status: 201,
      text: '{"a":1}',
      fields: [['X-A', Buffer.from('ü').toString('latin1')]],
    });
    expect(work.list).toEqual(['set']);
  });

  test('the first that matches and is on counts', async () => {
    const ask = asking(
      mocksOf(
        { pattern: '*/a', enabled: false, body: 'off' },
        { pattern: '*/a', method: 'PUT', body: 'put' },
        { pattern: '*/a', conditions: { query: [{ name: 'x' }] }, body: 'with x' },
        { pattern: '*/a', body: 'first' },
        { pattern: '*', body: 'all' },
      ),
    );
    expect(await ask({ url: url('/a') })).toMatchObject({ text: 'first' });
    expect(await ask({ url: url('/a?x') })).toMatchObject({ text: 'with x' });
    expect(await ask({ url: url('/a'), method: 'PUT' })).toMatchObject({ text: 'put' });
    expect(await ask({ url: url('/a/b') })).toMatchObject({ text: 'all' });
  });

  test('none: the request goes on, to the next set first', async () => {
    const work = atWork(mockSets, [
      { name: 'one', mocks: [{ pattern: '*/a', body: 'one' }] },
      { name: 'two', mocks: [{ pattern: '*/b', body: 'two' }] },
    ]);
    expect(await asking(work)({ url: url('/b') })).toMatchObject({ text: 'two' });
    expect(await asking(work)({ url: url('/c') })).toBeNull();
    expect(work.list).toEqual(['two']);
  });

  test('by a body that cannot be held are skipped, and the flow says so', async () => {
    const work = mocksOf(
      { conditions: { body: { op: 'contains', value: 'x' } }, body: 'by body' },
      { pattern: '*/a', body: 'other' },
    );
    const ask = asking(work);
    expect(await ask({ body: 'an x' })).toMatchObject({ text: 'by body' });
    expect(await ask({ tooLarge: true })).toBeNull();
    expect(await ask({ tooLarge: true, url: url('/a') })).toMatchObject({ text: 'other' });
    expect(work.list).toEqual(['set', 'set: body too large', 'set: body too large', 'set']);
  });

  test('wait, but not for a client that has left', async () => {
    const ask = asking(mocksOf({ delayMs: 5, body: 'late' }));
    expect(await ask()).toMatchObject({ text: 'late' });
    const leaving = new AbortController();
    const asked = asking(mocksOf({ delayMs: 3_600_000 }))({ signal: leaving.signal });
    leaving.abort();
    await expect(asked).rejects.toThrow(/abort/);
  });

  test('a body from a file is that of now', async () => {
    const file = join(home.path, 'body.txt');
    const ask = asking(mocksOf({ body: { file } }));
    await expect(ask()).rejects.toThrow(/body\.txt cannot be read: there is no such file/);
    writeFileSync(file, 'there');
    expect(await ask()).toMatchObject({ text: 'there' });
  });

  test.each([
    [{ pattern: '(', patternType: 'regex' }, /mocks\[0\]\.pattern is "\(": give/],
    [{ method: 'GET /' }, /mocks\[0\]\.method is "GET \/": give a method/],
    [{ status: 99 }, /mocks\[0\]\.status is 99: give/],
    [{ statsu: 200 }, /mocks\[0\]\.statsu is not a field .*did you mean status\?/],
    [{ conditions: { probability: 2 } }, /mocks\[0\]\.conditions\.probability is 2: give/],
    [{ delayMs: -1 }, /mocks\[0\]\.delayMs is -1: give/],
    [{ body: { base64: '%' } }, /mocks\[0\]\.body/],
  ])('that are wrong: %j', (mock, error) => {
    expect(() => madeRule(mockSets, { mocks: [mock] })).toThrow(error);
  });
});

describe('a recording', () => {
  let files = 0;

  /** The file only has to be there: what is in it are these flows. */
  function recordingOf(flows: readonly Flow[], rule: object = {}) {
    const source = join(home.path, `${(files += 1)}.har`);
    writeFileSync(source, '');
    return atWork(mockSets, [{ name: 'set', source, ...rule }], [''], {
      readRecording: () => Promise.resolve(flows),
    });
  }

  interface Recorded {
    readonly method?: string;
    readonly body?: string;
    readonly type?: string;
    readonly change?: Captured;
  }

  /** Answered with `text`. */
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

  const texts = async (ask: Asking, ...paths: readonly string[]): Promise<readonly unknown[]> => {
    const found: unknown[] = [];
    for (const path of paths) found.push((await ask({ url: url(path) }))?.text ?? null);
    return found;
  };
  const NOT = '404: not recorded (mock set "set")\n';

  test('answers what it has, 404 what it has not of its hosts, and leaves the others alone', async () => {
    const work = recordingOf([recorded('/a', 'A')]);
    const ask = asking(work);
    expect(await texts(ask, '/a', '/b')).toEqual(['A', NOT]);
    expect(await ask({ url: url('/a'), method: 'POST' })).toMatchObject({ status: 404 });
    expect(await ask({ url: 'https://example.test/a' })).toMatchObject({ text: 'A' });
    expect(await ask({ url: 'http://example.test:81/a' })).toBeNull();
    expect(await ask({ url: 'http://other.test/a' })).toBeNull();
    expect(await texts(asking(recordingOf([], { unmatched: 'passthrough' })), '/b')).toEqual([null]);
    expect(work.list).toEqual(['set', 'set', 'set', 'set']);
  });

  test('passes on what it has not where the rule says so', async () => {
    const ask = asking(recordingOf([recorded('/a', 'A')], { unmatched: 'passthrough' }));
    expect(await texts(ask, '/a', '/b')).toEqual(['A', null]);
  });

  test('paths are compared as they were sent', async () => {
    const ask = asking(recordingOf([recorded('/a/../b//c%2f', 'A')]));
    expect(await texts(ask, '/a/../b//c%2f', '/b//c%2f', '/a/../b/c%2f')).toEqual(['A', NOT, NOT]);
  });

  test('queries in any order, some of their parameters, or none', async () => {
    const flows = [recorded('/a?x=1&y=2&t=3', 'A'), recorded('/a', 'bare')];
    expect(await texts(asking(recordingOf(flows)), '/a?t=3&y=2&x=1', '/a?x=1&y=2&t=4', '/a?', '/a')).toEqual([
      'A',
      NOT,
      'bare',
      'bare',
    ]);
    const ignoring = asking(recordingOf(flows, { ignoreParams: ['t'] }));
    expect(await texts(ignoring, '/a?x=1&y=2&t=4', '/a?x=1&y=2', '/a?t=9')).toEqual(['A', 'A', 'bare']);
    const any = asking(recordingOf(flows, { matchQuery: false }));
    expect(await texts(any, '/a?q', '/a')).toEqual(['A', 'bare']);
  });

  test.each([
    ['sequence', ['1', '2', '3', '3', '3']],
    ['first', ['1', '1', '1', '1', '1']],
    ['last', ['3', '3', '3', '3', '3']],
  ])('repeats by %s', async (repeat, expected) => {
    const flows = ['1', '2', '3'].map((text) => recorded('/a', text));
    const ask = asking(recordingOf([...flows, recorded('/b', 'B')], { repeat }));
    expect(await texts(ask, '/a', '/b', '/a', '/a', '/a', '/a')).toEqual([
      expected[0],
      'B',
      ...expected.slice(1),
    ]);
  });

  test('several clients at once take from one sequence', async () => {
    const flows = Array.from({ length: 50 }, (_, at) => recorded('/a', String(at)));
    const ask = asking(recordingOf(flows));
    const found = await Promise.all(flows.map(() => ask({ url: url('/a') })));
    expect(new Set(found.map((each) => each?.text)).size).toBe(50);
  });

  test('bodies count where the rule says so, each with its own sequence', async () => {
    const json = 'application/json';
    const flows = [
      recorded('/a', 'one', { method: 'POST', body: '{"a":1,"b":2}', type: json }),
      recorded('/a', 'one again', { method: 'POST', body: '{"b":2,"a":1}', type: json }),
      recorded('/a', 'two', { method: 'POST', body: '{"a":2}', type: json }),
    ];
    const work = recordingOf(flows, { matchBody: true });
    const ask = asking(work);
    const post = async (body: string) => (await ask({ method: 'POST', url: url('/a'), body }))?.text;
    expect([await post('{"a":1, "b":2}'), await post('{"b":2,"a":1}')]).toEqual(['one', 'one again']);
    expect(await post('{"a":2}')).toBe('two');
    expect(await post('{"a":3}')).toBe(NOT);
    expect(await post('['.repeat(100_000))).toBe(NOT);
    expect(await ask({ method: 'POST', url: url('/a'), tooLarge: true })).toBeNull();
    expect(work.list.at(-1)).toBe('set: body too large');
    const any = asking(recordingOf(flows));
    expect(await any({ method: 'POST', url: url('/a'), tooLarge: true })).toMatchObject({ text: 'one' });
  });

  test('a body is held only where it may be one of those recorded', async () => {
    const work = recordingOf([recorded('/a', 'A')], { matchBody: true });
    const exchange = new TestExchange({ url: url('/b'), tooLarge: true });
    await work.running.request?.(exchange, work.matches, work.mark);
    expect(exchange.request.holds).toBe(0);
  });

  test('HEAD is answered as GET was, and does not count', async () => {
    const ask = asking(
      recordingOf([recorded('/a', '1'), recorded('/a', '2'), recorded('/b', '', { method: 'HEAD' })]),
    );
    expect(await ask({ method: 'HEAD', url: url('/a') })).toMatchObject({ text: '1' });
    expect(await texts(ask, '/a')).toEqual(['1']);
    expect(await ask({ method: 'HEAD', url: url('/a') })).toMatchObject({ text: '2' });
    expect(await ask({ method: 'HEAD', url: url('/b') })).toMatchObject({ status: 200, text: '' });
    expect(await texts(ask, '/b')).toEqual([NOT]);
  });

  test('answers with fields that still hold, bytes as they are', async () => {
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
    const work = recordingOf([flow]);
    const verdict = await work.running.request?.(
      new TestExchange({ url: url('/a') }),
      work.matches,
      work.mark,
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

  test('304 is for clients that ask for it; 204 has no body', async () => {
    const head = ['HTTP/1.1 304 Not Modified', 'ETag: "1"'];
    const cached = recorded('/a', '', { change: { response: { head, body: 'cached' } } });
    const bare = recorded('/b', '', { change: { response: { head } } });
    const none = recorded('/c', '', {
      change: { response: { head: ['HTTP/1.1 204 No Content'], body: 'odd' } },
    });
    for (const { response } of [cached, bare, none]) response!.complete = true;
    const ask = asking(recordingOf([cached, bare, none]));
    const fields = [['If-None-Match', '"1"']] as const;
    expect(await ask({ url: url('/a') })).toMatchObject({ status: 200, text: 'cached' });
    expect(await ask({ url: url('/a'), fields })).toMatchObject({ status: 304, text: '' });
    expect(await ask({ url: url('/b') })).toMatchObject({ status: 304, text: '' });
    expect(await ask({ url: url('/c') })).toMatchObject({ status: 204, text: '' });
  });

  test('what has no whole answer is not given', async () => {
    const cut = recorded('/cut', '', {
      change: { response: { head: ['HTTP/1.1 200 OK'], body: 'xyz', cap: 1 } },
    });
    cut.response!.complete = true;
    const unknown = recorded('/unknown', 'x');
    unknown.response!.complete = false;
    const flows = [
      cut,
      unknown,
      recorded('/failed', 'half', { change: { state: 'failed', error: 'closed' } }),
      recorded('/none', '', { change: { response: null, state: 'failed', error: 'no route' } }),
      recorded('/socket', '', { change: { response: { head: ['HTTP/1.1 101 Switching Protocols'] } } }),
      recorded('/later', '', { change: { response: null, state: 'failed' } }),
      recorded('/later', 'there'),
    ];
    const work = recordingOf(flows);
    const without = '404: recorded without a response (mock set "set")\n';
    expect(await texts(asking(work), '/cut', '/unknown', '/failed', '/none', '/socket', '/later')).toEqual([
      ...Array<string>(5).fill(without),
      'there',
    ]);
    expect(work.list[0]).toBe('set: recorded without a response');
  });

  test('mocks come before it', async () => {
    const ask = asking(
      recordingOf([recorded('/a', 'recorded')], { mocks: [{ pattern: '*/a', body: 'mock' }] }),
    );
    expect(await texts(ask, '/a')).toEqual(['mock']);
  });

  test('that cannot be used is told of once, and noted', async () => {
    const source = join(home.path, 'gone.har');
    const work = atWork(mockSets, [{ name: 'set', source }]);
    const ask = asking(work);
    expect([await ask(), await ask()]).toEqual([null, null]);
    expect(work.services.notices).toEqual([
      {
        channel: 'log',
        title: 'Mock Sets: set',
        text: `the recording ${source} cannot be used: there is no such file`,
      },
    ]);
    expect(work.list).toEqual(Array(2).fill('set: the recording cannot be used'));
  });

  test('follows its file; what cannot be read leaves what was there', async () => {
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
    const work = atWork(mockSets, [{ name: 'set', source }], [''], {
      readRecording: () =>
        text === null ? Promise.reject(new Error('it is broken')) : Promise.resolve([recorded('/a', text)]),
    });
    const ask = asking(work);
    const becomes = async (wanted: string): Promise<void> => {
      while ((await texts(ask, '/a'))[0] !== wanted) await new Promise((resolve) => setTimeout(resolve, 20));
    };
    await becomes('old');
    change('new');
    await becomes('new');
    change(null);
    while (work.services.notices.length === 0) await becomes('new');
    expect(work.services.notices[0]?.text).toMatch(/it is broken; the content read before stays in use/);
    rmSync(source);
    while (work.services.notices.length === 1) await becomes('new');
    change('back');
    await becomes('back');
  });

  test('goes on with its sequence when other rules change', async () => {
    const work = recordingOf([recorded('/a', '1'), recorded('/a', '2')]);
    const ask = asking(work);
    expect(await texts(ask, '/a')).toEqual(['1']);
    work.running.update([madeRule(mockSets, {}), ...work.matches.map(({ rule }) => rule)], true);
    expect(await texts(ask, '/a')).toEqual(['2']);
  });
});

describe('a rule from a captured request', () => {
  test('answers as the server did', async () => {
    const flow = capturedFlow({
      request: { head: ['POST /a?x=1 HTTP/1.1'] },
      response: {
        head: ['HTTP/1.1 201 Created', 'Content-Type: text/plain', 'Content-Length: 3'],
        body: 'für',
      },
    });
    const rule = await mockSets.fromFlow?.(flow);
    const work = atWork(mockSets, [rule!]);
    expect(await asking(work)({ method: 'POST', url: url('/a') })).toEqual({
      status: 201,
      text: 'für',
      fields: [['Content-Type', 'text/plain']],
    });
    expect(await asking(work)({ method: 'POST', url: url('/a/b') })).toBeNull();
    expect(await asking(work)({ url: url('/a') })).toBeNull();
  });

  test('without a response it has an empty answer; of a tunnel there is none', async () => {
    const rule = await mockSets.fromFlow?.(capturedFlow({ response: null, state: 'failed' }));
    expect(await asking(atWork(mockSets, [rule!]))()).toMatchObject({ status: 200, text: '' });
    expect(await mockSets.fromFlow?.(capturedFlow({ request: null }))).toBeNull();
  });
});
