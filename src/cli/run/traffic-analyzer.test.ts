import { describe, expect, test } from 'vitest';
import { capturedFlow, type Captured } from '../../../test/helpers/flows.ts';
import type { Flow } from '../../flow/flow.ts';
import { ReportFigures } from '../../traffic/insights/report/index.ts';
import { conclude } from './summary.ts';
import { Learner, type Learnt } from './traffic-analyzer.ts';
import type { RunOptions } from './options.ts';
import { Tally } from './tally.ts';

const STRIPE = ['sk', 'live', '51HxYzAbCdEfGhIjKlMnOpQr'].join('_');
const JSON_HEAD = ['HTTP/1.1 200 OK', 'Content-Type: application/json'];
const whole = { isWhole: true, figures: null, baseline: null };

const exchange = (id: number, body: string, more: Captured & { readonly date?: string } = {}): Flow =>
  capturedFlow({
    id,
    request: { head: ['GET /a HTTP/1.1', 'Host: example.test'] },
    response: { head: [...JSON_HEAD, `Date: ${more.date ?? 'now'}`], body },
    ...more,
  });

async function learn(
  learning: ConstructorParameters<typeof Learner>[0],
  flows: readonly Flow[],
): Promise<Learnt> {
  const learner = new Learner(learning);
  for (const flow of flows) learner.add(flow);
  return learner.finish();
}

describe('where every exchange counts', () => {
  test('those that say the same are counted, before and after the first was looked at', async () => {
    const learner = new Learner(whole);
    const said = `{"key":"${STRIPE}"}`;
    for (const id of [1, 2, 3]) learner.add(exchange(id, said));
    learner.add(exchange(4, '{"id":1}'));
    learner.add(exchange(5, said, { date: 'later' }));
    await learner.caughtUp();
    learner.add(exchange(6, said, { date: 'later still' }));
    learner.add(exchange(7, said, { date: 'later still' }));
    const { secrets, missed, cut } = await learner.finish();
    expect(secrets.result(10)).toMatchObject({ high: 1, findings: [{ id: 1, count: 6 }] });
    expect({ missed, cut }).toEqual({ missed: 0, cut: 0 });
  });

  test.each<[string, Captured]>([
    ['another host', { target: { host: 'other.test' } }],
    ['another port', { target: { port: 8080 } }],
    ['another request', { request: { head: ['GET /b HTTP/1.1', 'Host: example.test'] } }],
    ['another body', { request: { head: ['POST /a HTTP/1.1'], body: 'x' } }],
    ['another head', { response: { head: [...JSON_HEAD, 'X: y'], body: '{}' } }],
  ])('%s is looked at for itself', async (_, more) => {
    const body = `{"key":"${STRIPE}"}`;
    const { secrets, schemas } = await learn(whole, [
      exchange(1, body),
      exchange(2, body, more),
      exchange(3, body),
    ]);
    const { high, findings } = secrets.result(10);
    expect(findings.reduce((sum, { count }) => sum + count, 0)).toBe(more.response === undefined ? 3 : 2);
    expect(high).toBe(more.target === undefined && more.request === undefined ? 1 : 2);
    expect(schemas.result(10).endpoints.reduce((sum, { samples }) => sum + samples, 0)).toBe(2);
  });

  test('thousands wait without being lost', async () => {
    const flows = Array.from({ length: 3000 }, (_, at) =>
      exchange(at + 1, `{"id":${at}}`, { request: { head: [`GET /n/${at} HTTP/1.1`] } }),
    );
    const figures = new ReportFigures();
    const { schemas, missed } = await learn({ ...whole, figures }, flows);
    expect(missed).toBe(0);
    expect(schemas.result(10).endpoints).toMatchObject([{ samples: 3000, changes: [] }]);
  });

  test('a text that was not captured whole is said to be cut', async () => {
    const head = ['HTTP/1.1 200 OK', 'Content-Type: text/plain'];
    const learnt = await learn(whole, [exchange(1, '', { response: { head, body: 'long text', cap: 4 } })]);
    expect(learnt.cut).toBe(1);
    expect(await summary(learnt)).toContain('at least 0 possible secrets, at least 0 schema changes');
  });
});

describe('where nobody asked', () => {
  test('so much that it would cost the traffic is let pass, and said', async () => {
    const flows = Array.from({ length: 20_000 }, (_, at) =>
      exchange(at + 1, '', { request: { head: [`GET /n/${at} HTTP/1.1`] } }),
    );
    const learnt = await learn({ ...whole, isWhole: false }, flows);
    expect(learnt.missed).toBeGreaterThan(1000);
    expect(await summary(learnt)).toContain('at least 0 possible secrets, at least 0 schema changes');
  });

  test('what is always the same costs next to nothing, and is looked at whole', async () => {
    const flow = exchange(1, '{"id":1}');
    const learnt = await learn({ ...whole, isWhole: false }, Array<Flow>(20_000).fill(flow));
    expect(await summary(learnt)).toContain('0 errors, 0 possible secrets, 0 schema changes');
  });
});

test('a check that could not look at everything has failed', async () => {
  const learnt = { ...(await learn(whole, [])), missed: 3, fault: new Error('no memory') };
  const said: string[] = [];
  const options = { ...nothing, failOnSecrets: true };
  expect(await conclude(options, new Tally(), learnt, (line) => said.push(line))).toEqual({
    hasFailed: true,
  });
  expect(said.at(-1)).toBe('--fail-on-secrets: 3 exchanges could not be looked at: no memory');
});

const nothing = { report: null, schemaBaseline: null } as RunOptions;

async function summary(learnt: Learnt): Promise<string> {
  const said: string[] = [];
  await conclude(nothing, new Tally(), learnt, (line) => said.push(line));
  return said.join('\n');
}
