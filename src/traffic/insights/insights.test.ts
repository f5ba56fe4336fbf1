import { expect, test } from 'vitest';
import { capturedFlow, type Captured } from '../../../test/helpers/flows.ts';
import type { Flow } from '../../flow/flow.ts';
import { LogBudget } from '../../flow/log-budget.ts';
import { WebSocketLog } from '../../flow/web-socket-log.ts';
import { Tally } from '../../cli/run/tally.ts';
import { insights, INSIGHT_SECTIONS } from './index.ts';
import { ReportCollector } from './report/index.ts';
import type { Overview } from './sections/overview.ts';
import { SchemaCollector } from './sections/schema.ts';
import { SecretCollector, type TrafficSecrets } from './sections/secrets.ts';

const json = 'Content-Type: application/json';
const base64 = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');
const at = (flow: Flow, startedAt: number): Flow => Object.assign(flow, { startedAt });
const get = (path: string, more: Captured = {}): Flow =>
  capturedFlow({ request: { head: [`GET ${path} HTTP/1.1`, 'Host: example.test'] }, ...more });
const response = (body: string, ...fields: readonly string[]): Captured => ({
  response: { head: ['HTTP/1.1 200 OK', ...fields], body },
});

test('the summary', async () => {
  const flows = [
    get('/users/1', { app: 'curl', timestamps: { start: 1000, end: 1010 } }),
    get('/users/2', { app: 'curl', timestamps: { start: 1000, end: 1030 } }),
    get('/none', { response: { head: ['HTTP/1.1 404 Not Found'], body: 'none' } }),
    get('/broken', { response: null, state: 'failed', error: 'It broke' }),
    capturedFlow({ request: null }),
  ];
  expect(await insights(flows, 'summary', { limit: 50 })).toMatchObject({
    requests: 4,
    tunnels: 1,
    endpoints: 3,
    errors: 2,
    statuses: { '2xx': 2, '4xx': 1, failed: 1 },
    bytesReceived: 4,
    hosts: [{ name: 'example.test', requests: 5, errors: 2 }],
    apps: [
      { name: 'unknown', requests: 3, errors: 2 },
      { name: 'curl', requests: 2, errors: 0 },
    ],
  });
  expect(await insights([], 'summary', { limit: 50 })).toMatchObject({ requests: 0, p50: null, from: null });
});

test('all sections and the summary of a run agree on what one endpoint is', async () => {
  const flows = Array.from({ length: 12 }, (_, index) => get(`/posts/how-to-write-part-${index}`));
  flows.push(get('/posts/why-we-write', response('{"token":"Zx8kQ2mVb71LpR4tYw9c"}', json)));
  const tally = new Tally();
  for (const flow of flows) tally.add(flow);
  const options = { limit: 50 };
  expect(await insights(flows, 'summary', options)).toMatchObject({ endpoints: 1 });
  expect(await insights(flows, 'endpoints', options)).toMatchObject({
    endpoints: [{ path: '/posts/{postId}', calls: 13 }],
  });
  expect(await insights(flows, 'secrets', options)).toMatchObject({
    findings: [{ endpoint: 'GET example.test/posts/{postId}' }],
  });
  expect(tally.summary).toBe('13 requests, 1 endpoint, 0 errors');
});

test('endpoints: calls in equal steps of time, where they are asked for', async () => {
  const flows = [
    at(get('/users/1'), 1000),
    at(get('/users/2'), 1999),
    at(get('/users/3'), 1500),
    at(get('/one'), 1100),
  ];
  expect(await insights(flows, 'endpoints', { limit: 9, steps: 4 })).toMatchObject({
    endpoints: [{ overTime: [1, 0, 1, 1] }, { overTime: [1, 0, 0, 0] }],
  });
  expect(await insights([at(get('/one'), 1000)], 'endpoints', { limit: 9, steps: 2 })).toMatchObject({
    endpoints: [{ overTime: [1, 0] }],
  });
  expect(await insights([], 'endpoints', { limit: 9, steps: 2 })).toEqual({ endpoints: [] });
});

test('endpoints: calls, errors, p50 and p95', async () => {
  const flows = Array.from({ length: 20 }, (_, index) =>
    get(`/users/${index}`, { timestamps: { start: 1000, end: 1000 + (index + 1) * 10 } }),
  );
  flows.push(get('/users/99', { response: { head: ['HTTP/1.1 500 Oh'] }, timestamps: { start: 1, end: 2 } }));
  flows.push(get('/other'));
  expect(await insights(flows, 'endpoints', { limit: 1 })).toEqual({
    endpoints: [
      {
        method: 'GET',
        host: 'example.test',
        path: '/users/{userId}',
        calls: 21,
        errors: 1,
        p50: 100,
        p95: 190,
        bytes: 0,
        lastId: 1,
      },
    ],
  });
});

test('security: a grade with its reasons, cookies, mixed content', async () => {
  const secure = { target: { scheme: 'https', port: 443 } } as const;
  const good = get('/', {
    target: { scheme: 'https', port: 443, host: 'good.test' },
    ...response(
      '<html>',
      'Content-Type: text/html',
      'Strict-Transport-Security: max-age=31536000',
      "Content-Security-Policy: default-src 'self'; frame-ancestors 'none'",
      'X-Content-Type-Options: nosniff',
      'Referrer-Policy: no-referrer',
      'Set-Cookie: a=b; Secure; HttpOnly; SameSite=Lax',
    ),
  });
  const bad = get('/', {
    ...secure,
    ...response('<html>', 'Content-Type: text/html', 'X-Powered-By: Old/1', 'Set-Cookie: sid=1'),
  });
  const mixed = capturedFlow({
    target: { host: 'cdn.test' },
    request: { head: ['GET /a.js HTTP/1.1', 'Referer: https://example.test/'] },
  });
  const { hosts, mixedContent } = (await insights([good, bad, mixed], 'security', { limit: 50 })) as {
    hosts: { host: string; grade: string; reasons: string[]; cookies: object[] }[];
    mixedContent: object[];
  };
  const byHost = new Map(hosts.map((each) => [each.host, each]));
  expect(byHost.get('good.test')).toMatchObject({ grade: 'A', reasons: [], cookies: [] });
  expect(byHost.get('example.test')?.grade).toBe('F');
  expect(byHost.get('example.test')?.reasons.join(' ')).toMatch(
    /Content-Security-Policy.*nosniff.*X-Powered-By/s,
  );
  expect(byHost.get('example.test')?.cookies).toEqual([
    { name: 'sid', problems: ['no Secure', 'no HttpOnly', 'no SameSite'], id: 1 },
  ]);
  expect(mixedContent).toEqual([{ page: 'https://example.test/', url: 'http://cdn.test/a.js', id: 1 }]);
});

test('secrets: each once per location, the most severe first, masked', async () => {
  const token = 'Zx8kQ2mVb71LpR4tYw9c';
  const stripe = ['sk', 'live', '51HxYzAbCdEfGhIjKlMnOpQr'].join('_');
  const login = (id: number): Flow =>
    capturedFlow({
      id,
      target: { scheme: 'https', port: 443 },
      request: { head: ['GET /a HTTP/1.1', `Authorization: Bearer ${token}`] },
      ...response(`{"note":"${stripe}"}`, json),
    });
  const result = await insights([login(1), login(2)], 'secrets', { limit: 50 });
  expect(result).toMatchObject({
    high: 1,
    medium: 1,
    low: 0,
    findings: [
      { kind: 'stripe', severity: 'high', side: 'response', where: 'body', id: 1, count: 2 },
      { kind: 'bearer-token', side: 'request', where: 'header authorization', count: 2 },
    ],
  });
  expect(JSON.stringify(result)).not.toContain(token);
  expect(JSON.stringify(result)).not.toContain(stripe);
  const { findings } = result as { findings: readonly { fingerprint: string }[] };
  const allowedSecrets = new Set([findings[0]!.fingerprint]);
  expect(await insights([login(1), login(2)], 'secrets', { limit: 50, allowedSecrets })).toMatchObject({
    high: 0,
    medium: 1,
    allowed: 2,
    findings: [{ kind: 'bearer-token' }],
  });
});

test('one secret in many places is one finding, as severe as its worst place', async () => {
  const token = `${base64({ alg: 'HS256', typ: 'JWT' })}.${base64({ sub: '1' })}.Zx8kQ2mVb71LpR4tYw9cNq3sHd6fJg0aBe5`;
  const flows = [
    ...Array.from({ length: 12 }, (_, at) =>
      capturedFlow({
        id: at + 1,
        request: { head: [`GET /endpoint${at} HTTP/1.1`, `Authorization: Bearer ${token}`] },
      }),
    ),
    get('/login', { id: 20, ...response(JSON.stringify({ jwt: token }), json) }),
    get('/endpoint0', { id: 21, request: { head: [`GET /endpoint0?token=${token} HTTP/1.1`] } }),
  ];
  const result = (await insights(flows, 'secrets', { limit: 50 })) as TrafficSecrets;
  expect(result).toMatchObject({ high: 0, medium: 1, low: 0, findings: [{ kind: 'jwt', count: 14 }] });
  expect(result.findings[0]!.places).toHaveLength(14);
  expect(result.findings[0]!.places).toContainEqual({
    severity: 'medium',
    side: 'response',
    where: 'body',
    endpoint: 'GET example.test/login',
    id: 20,
    count: 1,
  });
});

test('the fingerprint of a secret can be copied into a list of allowed ones', async () => {
  const flow = get('/a', { request: { head: ['GET /a HTTP/1.1', 'Cookie: session=Zx8kQ2mVb71LpR4tYw9c'] } });
  const { findings } = (await insights([flow], 'secrets', { limit: 50 })) as TrafficSecrets;
  const fingerprint = findings[0]!.fingerprint;
  expect(fingerprint).toMatch(/^session-cookie:[\da-f]{16}$/);
  const allowedSecrets = new Set([fingerprint]);
  expect(await insights([flow], 'secrets', { limit: 50, allowedSecrets })).toMatchObject({ findings: [] });
});

test('secrets of WebSocket messages are found on their side', async () => {
  const flow = get('/socket');
  flow.webSocket = new WebSocketLog(new LogBudget(1e6));
  const bytes = Buffer.from('42["auth",{"token":"Zx8kQ2mVb71LpR4tYw9c"}]');
  const message = { kind: 'text' as const, bytes, size: bytes.length, time: 0, note: null };
  flow.webSocket.add({ direction: 'sent', ...message });
  expect(await insights([flow], 'secrets', { limit: 50 })).toMatchObject({
    findings: [{ side: 'request', where: 'body token', count: 1 }],
  });
});

test('performance: findings of every kind', async () => {
  const flows = [
    get('/slow', { timestamps: { start: 1000, end: 4000 } }),
    get('/large', response('x'.repeat(1024 * 1024 + 1))),
    get('/text', response('x'.repeat(5000), 'Content-Type: text/plain')),
    ...Array.from({ length: 6 }, (_, index) => at(get(`/items/${index}`), 1000 + index * 10)),
    at(get('/twice'), 1000),
    at(get('/twice'), 1100),
    get('/r1', { response: { head: ['HTTP/1.1 302 Found', 'Location: /r2'] } }),
    get('/r2', { response: { head: ['HTTP/1.1 302 Found', 'Location: /r3'] } }),
  ];
  const result = (await insights(flows, 'performance', { limit: 50 })) as Record<string, { url: string }[]>;
  const urls = Object.fromEntries(
    Object.entries(result).map(([name, list]) => [name, list.map(({ url }) => new URL(url).pathname)]),
  );
  expect(urls['slowest']![0]).toBe('/slow');
  expect(urls['slowest']).toHaveLength(10);
  expect(urls).toMatchObject({
    slow: ['/slow'],
    large: ['/large'],
    uncompressed: ['/text'],
    uncached: ['/twice'],
    duplicates: ['/twice'],
    nPlusOne: ['/items/0'],
    redirects: ['/r1'],
  });
});

test('schemas, and their changes', async () => {
  const flows = ['{"id":1,"name":"a"}', '{"id":2,"name":null}', '{"id":"3"}'].map((body, index) =>
    Object.assign(get(`/users/${index}`, { id: index + 1, ...response(body, json) })),
  );
  expect(await insights(flows, 'schema', { limit: 50 })).toMatchObject({
    changed: 1,
    endpoints: [
      {
        endpoint: 'GET example.test/users/{userId}',
        status: 200,
        samples: 3,
        changes: [
          { path: '$.id', before: 'integer', after: 'string', id: 3 },
          { path: '$.name', before: 'string', after: null, id: 3 },
        ],
      },
    ],
  });
});

test('the report has every other section', () => {
  const report = new ReportCollector().report(new SecretCollector(), new SchemaCollector(), 1);
  const keys = Object.keys(report).filter(
    (key) => !['limit', 'failures', 'run', 'notes', 'contract'].includes(key),
  );
  const others = INSIGHT_SECTIONS.filter((section) => !['markdown', 'overview', 'agents'].includes(section));
  expect(keys.toSorted()).toEqual(others.toSorted());
});

test.each(INSIGHT_SECTIONS)('%s of no traffic is plain data', async (section) => {
  const result = await insights([], section, { limit: 50 });
  expect(Object.keys(result)).not.toEqual([]);
  expect(JSON.parse(JSON.stringify(result))).toEqual(result);
});

test('the report escapes captured text', async () => {
  const hostile = capturedFlow({
    target: { host: 'a.test' },
    request: { head: ['GET /`x`|<script>?password=hunter22 HTTP/1.1'] },
    ...response('x', 'Content-Type: text/html', 'Server: nginx/1'),
  });
  const { markdown } = (await insights([hostile], 'markdown', { limit: 50 })) as { markdown: string };
  expect(markdown).toContain('## Endpoints');
  expect(markdown).toContain('``GET a.test/`x`¦<script>``');
  expect(markdown).toMatch(/\| high \| Password in a URL \|/);
  expect(markdown).not.toContain('hunter22');
  for (const line of markdown.split('\n').filter((each) => each.startsWith('|')))
    expect(line.replace(/`+[^`].*?`+/g, '')).not.toContain('<script>');
});

test.each([
  [{ tool: 'breakpoint', id: 'r', name: 'r' }, false],
  [{ tool: 'networkConditions', id: 'r', name: 'r', note: 'made to fail' }, false],
  [{ tool: 'mockSets', id: 'r', name: 'r' }, false],
  [{ tool: 'breakpoint', id: 'r', name: 'r', note: 'body too large' }, true],
  [{ tool: 'mapRemote', id: 'r', name: 'r' }, true],
])('a request that a tool delayed is not slow: %j', async (matchedRule, isSlow) => {
  const flow = get('/slow', { timestamps: { start: 1000, end: 9000 } });
  flow.matchedRules = [matchedRule];
  const duration = isSlow ? 8000 : null;
  expect(await insights([flow], 'performance', { limit: 10 })).toMatchObject({
    slow: isSlow ? [{ id: 1 }] : [],
  });
  expect(await insights([flow], 'endpoints', { limit: 10 })).toMatchObject({
    endpoints: [{ calls: 1, p50: duration }],
  });
  expect(await insights([flow], 'summary', { limit: 10 })).toMatchObject({ requests: 1, p95: duration });
});

test('durations are written as in the traffic list', async () => {
  const flow = get('/slow', { timestamps: { start: 1000, sent: 1001, firstByte: 3500, end: 13_345 } });
  expect(await insights([flow], 'performance', { limit: 9 })).toMatchObject({
    slow: [{ detail: 'The request took 12.3 s, of which 2.50 s until the first byte.' }],
  });
  const { markdown } = (await insights([flow], 'markdown', { limit: 9 })) as { markdown: string };
  expect(markdown).toContain('| 12.3 s | 12.3 s |');
});

test('the overview: what is slow, what fails, what has changed', async () => {
  const call = (path: string, ms: number, status = 200): Flow =>
    get(path, {
      timestamps: { start: 1000, end: 1000 + ms },
      response: { head: [`HTTP/1.1 ${status} X`], body: '' },
    });
  const times = (count: number, make: () => Flow): readonly Flow[] => Array.from({ length: count }, make);
  const flows = [
    ...times(30, () => call('/steady', 20)),
    ...times(40, () => call('/slower', 30)),
    ...times(20, () => call('/slower', 400)),
    ...times(2, () => call('/once-fine', 10)),
    call('/once-fine', 10, 500),
    call('/mended', 10, 503),
    call('/mended', 10),
    call('/always', 10, 404),
    call('/always', 10, 404),
  ];
  const { slow, failing, changed } = (await insights(flows, 'overview', { limit: 2 })) as Overview;
  expect(slow.map(({ path }) => path)).toEqual(['/slower', '/steady']);
  expect(failing.map(({ path, errors }) => [path, errors])).toEqual([
    ['/always', 2],
    ['/once-fine', 1],
  ]);
  expect(changed).toHaveLength(2);
  const all = (await insights(flows, 'overview', { limit: 50 })) as Overview;
  expect(all.changed.map(({ path, change, text }) => `${path} ${change}: ${text}`).toSorted()).toEqual([
    '/mended works again: the newest call did not fail, before that 1 of 1',
    '/once-fine fails now: 1 of the newest 2 calls failed, before that 0 of 1',
    '/slower slower: a median of 400 ms, before that 30 ms',
  ]);
});
