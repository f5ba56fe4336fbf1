// Exchanges as spans at a real collector: of runs, and of the app while its setting changes.
import { afterAll, describe, expect, test } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import { runCli, type CliResult } from '../helpers/cli.ts';
import { startCollector } from '../helpers/collector.ts';
import { temporaryHome } from '../helpers/home.ts';
import { missing } from '../helpers/need.ts';
import { startOrigin } from '../helpers/origin.ts';
import { closedPort } from '../helpers/ports.ts';
import { until } from '../helpers/waiting.ts';

const origin = await startOrigin();
const home = temporaryHome();

afterAll(async () => {
  await origin.close();
  home.remove();
});

const TRACE_PARENT = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';

describe.skipIf(missing('curl'))('a run', () => {
  const run = (args: readonly string[], path: string): Promise<CliResult> => {
    const curl = ['--', 'curl', '-sS', '-H', `traceparent: ${TRACE_PARENT}`, `${origin.http}${path}`];
    return runCli(['run', '--port', '0', ...args, ...curl], {
      home: home.path,
      env: { OTEL_EXPORTER_OTLP_HEADERS: 'x-scope=a%20b' },
    });
  };

  test('sends its spans before it ends, in the trace of the client, whose request stays as it is', async () => {
    await using collector = await startCollector();
    const options = ['--otlp', collector.url, '--otlp-header', 'x-api-key: abc', '--otlp-service', 'ci'];
    expect(await run([...options, '--redact'], '/a?token=k3Jx9vQ2mLp8ZtR4wY7b')).toMatchObject({ code: 0 });
    expect(collector.requests.map(({ headers }) => [headers['x-api-key'], headers['x-scope']])).toEqual([
      ['abc', 'a b'],
    ]);
    expect(collector.spans).toMatchObject([
      {
        name: 'GET',
        traceId: TRACE_PARENT.slice(3, 35),
        parentSpanId: TRACE_PARENT.slice(36, 52),
        resource: { 'service.name': 'ci' },
        attributes: {
          'url.full': `${origin.http}/a?token=%5Bredacted%5D`,
          'http.response.status_code': 200,
          'process.executable.name': 'curl',
        },
      },
    ]);
    expect(origin.received.at(-1)?.headers['traceparent']).toBe(TRACE_PARENT);
  });

  test('works without its collector, and says so', async () => {
    const port = await closedPort();
    const { code, stdout, stderr } = await run(['--otlp', `http://127.0.0.1:${port}`], '/down');
    expect({ code, stdout }).toEqual({ code: 0, stdout: 'GET /down\n' });
    expect(stderr).toMatch(/^--otlp: http:\/\/127\.0\.0\.1:\d+\/v1\/traces did not get 1 span$/m);
  });

  test.each([
    [['--otlp', 'localhost:4318'], /--otlp: .*give an http or https URL such as http:\/\/localhost:4318/i],
    [['--otlp', 'http://localhost:4318', '--otlp-header', 's3cret'], /--otlp-header is NAME:VALUE/],
    [['--otlp-header', 'a: b'], /are for --otlp/],
  ])('refuses %j before the command starts', async (options, error) => {
    const { code, stderr } = await run(options, '/never');
    expect({ code, isNamed: error.test(stderr), isTold: stderr.includes('s3cret') }).toEqual({
      code: 1,
      isNamed: true,
      isTold: false,
    });
    expect(origin.received.map(({ url }) => url)).not.toContain('/never');
  });
});

test('the setting of the app: another collector, a masked key, none', async () => {
  await using first = await startCollector();
  await using second = await startCollector();
  await using app = await startTestApp();
  const set = (otlp: object): Promise<unknown> => app.result('update_settings', { changes: { otlp } });
  await set({ url: first.url, headers: [{ name: 'x-api-key', value: 'abc' }] });
  await app.via(`${origin.http}/a`);
  const { otlp } = await app.result('get_settings');
  expect(otlp.headers).toEqual([{ name: 'x-api-key', value: '••••••••' }]);
  await set({ ...otlp, url: second.url });
  await app.via(`${origin.http}/b`);
  await set({ url: null });
  await app.via(`${origin.http}/c`);
  const sent = ({ requests }: typeof first): unknown =>
    requests.map(({ headers, spans }) => [
      headers['x-api-key'],
      ...spans.map(({ attributes }) => attributes['url.full']),
    ]);
  expect(sent(first)).toEqual([['abc', `${origin.http}/a`]]);
  expect(sent(second)).toEqual([['abc', `${origin.http}/b`]]);
  expect(
    await app.rpc('update_settings', { changes: { otlp: { url: 'http://me:pw@localhost' } } }),
  ).toMatchObject({
    status: 422,
    field: 'otlp.url',
  });
});

test('a collector that is reached through this proxy gets no spans of its own', async () => {
  await using collector = await startCollector();
  await using app = await startTestApp();
  const listenPort = await closedPort();
  await app.result('update_settings', {
    changes: {
      reverseProxies: [{ listenPort, target: collector.url }],
      otlp: { url: `http://127.0.0.1:${listenPort}` },
    },
  });
  for (const [at, path] of ['/one', '/two'].entries()) {
    await app.via(`${origin.http}${path}`);
    await until('the span arrives', () => collector.spans.length > at);
  }
  await app.close();
  expect(collector.spans.map(({ attributes }) => attributes['url.full'])).toEqual([
    `${origin.http}/one`,
    `${origin.http}/two`,
  ]);
});
