import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, test } from 'vitest';
import { capturedFlow, type Captured } from '../../../test/helpers/flows.ts';
import type { Flow } from '../../flow/flow.ts';
import { LogBudget } from '../../flow/log-budget.ts';
import { WebSocketLog } from '../../flow/web-socket-log.ts';
import { ReportCollector } from '../../traffic/insights/report/index.ts';
import { summarize } from './summary.ts';
import { TrafficAnalyzer, type TrafficAnalysis } from './traffic-analyzer.ts';
import type { RunOptions } from './options.ts';
import { Tally } from './tally.ts';

const STRIPE = ['sk', 'live', '51HxYzAbCdEfGhIjKlMnOpQr'].join('_');
const JSON_HEAD = ['HTTP/1.1 200 OK', 'Content-Type: application/json'];
const whole = { isComplete: true, figures: null, baseline: null };

const exchange = (id: number, body: string, more: Captured & { readonly date?: string } = {}): Flow =>
  capturedFlow({
    id,
    request: { head: ['GET /a HTTP/1.1', 'Host: example.test'] },
    response: { head: [...JSON_HEAD, `Date: ${more.date ?? 'now'}`], body },
    ...more,
  });

async function analyze(
  options: ConstructorParameters<typeof TrafficAnalyzer>[0],
  flows: readonly Flow[],
): Promise<TrafficAnalysis> {
  const analyzer = new TrafficAnalyzer(options);
  for (const flow of flows) analyzer.add(flow);
  return analyzer.finish();
}

describe('where every exchange counts', () => {
  test('those that say the same are counted, before and after the first was looked at', async () => {
    const analyzer = new TrafficAnalyzer(whole);
    const bodyText = `{"key":"${STRIPE}"}`;
    for (const id of [1, 2, 3]) analyzer.add(exchange(id, bodyText));
    analyzer.add(exchange(4, '{"id":1}'));
    analyzer.add(exchange(5, bodyText, { date: 'later' }));
    await analyzer.caughtUp();
    analyzer.add(exchange(6, bodyText, { date: 'later still' }));
    analyzer.add(exchange(7, bodyText, { date: 'later still' }));
    const { secrets, skipped, truncated } = await analyzer.finish();
    expect(secrets.result(10)).toMatchObject({ high: 1, findings: [{ id: 1, count: 6 }] });
    expect({ skipped, truncated }).toEqual({ skipped: 0, truncated: 0 });
  });

  test.each<[string, Captured]>([
    ['another host', { target: { host: 'other.test' } }],
    ['another port', { target: { port: 8080 } }],
    ['another request', { request: { head: ['GET /b HTTP/1.1', 'Host: example.test'] } }],
    ['another body', { request: { head: ['POST /a HTTP/1.1'], body: 'x' } }],
    ['another head', { response: { head: [...JSON_HEAD, 'X: y'], body: '{}' } }],
  ])('%s is looked at for itself', async (_, more) => {
    const body = `{"key":"${STRIPE}"}`;
    const { secrets, schemas } = await analyze(whole, [
      exchange(1, body),
      exchange(2, body, more),
      exchange(3, body),
    ]);
    const { findings } = secrets.result(10);
    expect(findings.reduce((sum, { count }) => sum + count, 0)).toBe(more.response === undefined ? 3 : 2);
    const isSamePlace = more.target === undefined && more.request === undefined;
    expect(findings.flatMap(({ places }) => places)).toHaveLength(isSamePlace ? 1 : 2);
    expect(schemas.result(10).endpoints.reduce((sum, { samples }) => sum + samples, 0)).toBe(2);
  });

  test('each WebSocket is looked at for itself, and one that lost messages is said to be cut', async () => {
    const socketOf = (id: number, texts: readonly string[]): Flow => {
      const flow = exchange(id, '');
      flow.webSocket = new WebSocketLog(new LogBudget(1e6));
      for (const text of texts) {
        const bytes = Buffer.from(text);
        flow.webSocket.add({
          direction: 'sent',
          kind: 'text',
          bytes,
          size: bytes.length,
          time: 0,
          note: null,
        });
      }
      return flow;
    };
    const many = Array.from({ length: 201 }, (_, at) => `{"id":${at}}`);
    const { secrets, truncated } = await analyze(whole, [
      socketOf(1, ['hello']),
      socketOf(2, [`{"key":"${STRIPE}"}`]),
      socketOf(3, many),
    ]);
    expect(secrets.result(10)).toMatchObject({ high: 1, findings: [{ id: 2, count: 1 }] });
    expect(truncated).toBe(1);
  });

  test('trailers are looked through', async () => {
    const trailers = `x-debug: ${STRIPE}\r\n`;
    const { secrets } = await analyze(whole, [
      exchange(1, '', { response: { head: ['HTTP/1.1 200 OK'], body: '', trailers } }),
    ]);
    expect(secrets.result(10)).toMatchObject({ high: 1 });
  });

  test('thousands wait without being lost', { tags: ['full'] }, async () => {
    const flows = Array.from({ length: 3000 }, (_, at) =>
      exchange(at + 1, `{"id":${at}}`, { request: { head: [`GET /n/${at} HTTP/1.1`] } }),
    );
    const figures = new ReportCollector();
    const { schemas, skipped } = await analyze({ ...whole, figures }, flows);
    expect(skipped).toBe(0);
    expect(schemas.result(10).endpoints).toMatchObject([{ samples: 3000, changes: [] }]);
  });

  test('a text that was not captured whole is said to be cut', async () => {
    const head = ['HTTP/1.1 200 OK', 'Content-Type: text/plain'];
    const analysis = await analyze(whole, [
      exchange(1, '', { response: { head, body: 'long text', cap: 4 } }),
    ]);
    expect(analysis.truncated).toBe(1);
    expect(await summary(analysis)).toContain('at least 0 possible secrets, at least 0 schema changes');
  });
});

describe('without a check or a report', () => {
  test(
    'exchanges beyond the time budget are skipped, and the summary says so',
    { tags: ['full'] },
    async () => {
      const flows = Array.from({ length: 20_000 }, (_, at) =>
        exchange(at + 1, '', { request: { head: [`GET /n/${at} HTTP/1.1`] } }),
      );
      const analysis = await analyze({ ...whole, isComplete: false }, flows);
      expect(analysis.skipped).toBeGreaterThan(1000);
      expect(await summary(analysis)).toContain('at least 0 possible secrets, at least 0 schema changes');
    },
  );

  test('some exchanges wait for the end of the run, many do not', async () => {
    const analyzer = new TrafficAnalyzer({ ...whole, isComplete: false });
    for (let id = 1; id < 500; id += 1) analyzer.add(exchange(id, `{"id":${id}}`));
    await delay(200);
    expect(analyzer.behind).toBe(499);
    analyzer.add(exchange(500, '{"id":500}'));
    await expect.poll(() => analyzer.behind, { timeout: 10_000 }).toBe(0);
    analyzer.add(exchange(501, `{"key":"${STRIPE}"}`));
    const { secrets, schemas } = await analyzer.finish();
    expect(secrets.result(10)).toMatchObject({ high: 1, findings: [{ id: 501 }] });
    expect(schemas.result(10).endpoints).toMatchObject([{ samples: 501 }]);
  });

  test('repeated exchanges cost next to nothing, and all of them count', async () => {
    const flow = exchange(1, '{"id":1}');
    const analysis = await analyze({ ...whole, isComplete: false }, Array<Flow>(20_000).fill(flow));
    expect(await summary(analysis)).toContain('0 errors, 0 possible secrets, 0 schema changes');
  });
});

test('an analysis that fails ends, and says why', async () => {
  class Unreadable extends Map<string, never> {
    override get(): never {
      throw new Error('cannot be read');
    }
  }
  const analyzer = new TrafficAnalyzer({ ...whole, baseline: new Unreadable() });
  analyzer.add(exchange(1, '{"id":1}'));
  await delay(500);
  expect(await analyzer.finish()).toMatchObject({ skipped: 1, error: new Error('cannot be read') });
});

test('a check that could not analyze everything has failed', async () => {
  const analysis = { ...(await analyze(whole, [])), skipped: 3, error: new Error('no memory') };
  const lines: string[] = [];
  const options = { ...nothing, failOnSecrets: true };
  expect(
    await summarize(options, { tally: new Tally(), analysis, agents: [], pastProxy: [] }, (line) =>
      lines.push(line),
    ),
  ).toEqual({
    hasFailed: true,
  });
  expect(lines.at(-1)).toBe('--fail-on-secrets: 3 exchanges could not be analyzed: no memory');
});

const nothing = {
  reports: {},
  schemaBaseline: null,
  failOnSchemaChange: null,
  agents: { conditions: [], baseline: null, prices: () => Promise.resolve([]) },
} as Partial<RunOptions> as RunOptions;

async function summary(analysis: TrafficAnalysis): Promise<string> {
  const lines: string[] = [];
  await summarize(nothing, { tally: new Tally(), analysis, agents: [], pastProxy: [] }, (line) =>
    lines.push(line),
  );
  return lines.join('\n');
}
