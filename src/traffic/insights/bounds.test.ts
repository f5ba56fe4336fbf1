// Memory is bounded for any amount of traffic, and no exchange is retained.
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { capturedFlow } from '../../../test/helpers/flows.ts';
import type { Flow } from '../../flow/flow.ts';
import type { SecretFinding } from '../../secrets/findings.ts';
import { markdownReport } from './report/markdown.ts';
import { ReportCollector } from './report/index.ts';
import { SchemaCollector } from './sections/schema.ts';
import { SecretCollector } from './sections/secrets.ts';

const different = (at: number): Flow =>
  capturedFlow({
    id: at + 1,
    target: { host: `host-${at}.test` },
    request: { head: [`GET /path-${at}/${at} HTTP/1.1`, 'Referer: https://page.test/'], body: 'x' },
    response: {
      head: ['HTTP/1.1 302 Found', `Location: http://host-${at + 1}.test/path-${at + 1}/${at + 1}`],
    },
  });
const finding = (at: number, severity: SecretFinding['severity']): SecretFinding => ({
  kind: severity,
  label: 'Label',
  severity,
  where: `header x-${at}`,
  fingerprint: `${severity}:${at}`,
  masked: '••••••••',
});

test('beyond the maximum number of kinds, only the totals count on', { tags: ['full'] }, () => {
  const figures = new ReportCollector();
  for (let at = 0; at < 12_000; at += 1) figures.add(different(at));
  const report = figures.report(new SecretCollector(), new SchemaCollector(), 10_000);
  expect(report.summary).toMatchObject({ requests: 12_000, endpoints: 5000, statuses: { '3xx': 12_000 } });
  expect(report.endpoints).toHaveLength(5000);
  expect(report.security.hosts).toHaveLength(5000);
  expect(report.security.mixedContent).toHaveLength(10_000);
  expect(report.performance.redirects).toHaveLength(4999);
  expect(markdownReport(report).length).toBeLessThan(20_000_000);
});

test('many harmless secrets do not displace a severe one', () => {
  const secrets = new SecretCollector();
  const flow = different(0);
  for (let at = 0; at < 6000; at += 1) secrets.add({ flow, side: 'request', secrets: [finding(at, 'low')] });
  secrets.add({ flow, side: 'request', secrets: [finding(0, 'high')] }, 3);
  expect(secrets.isCut).toBe(true);
  expect(secrets.result(1)).toMatchObject({ high: 1, low: 5000, findings: [{ severity: 'high', count: 3 }] });
});

test('an endpoint with a new shape in every response', () => {
  const schemas = new SchemaCollector();
  for (let at = 0; at < 500; at += 1) {
    const properties = { [`field${at}`]: { type: 'string' } as const };
    const flow = capturedFlow({ id: at + 1 });
    schemas.add({ flow, side: 'response', schema: { type: 'object', properties } });
  }
  expect(schemas.isCut).toBe(true);
  expect(schemas.result(1).endpoints[0]?.changes).toHaveLength(200);
  const [shape] = schemas.baseline.values();
  expect(Object.keys(shape?.properties ?? {})).toHaveLength(300);
});

test('no exchange is retained', async () => {
  setFlagsFromString('--expose-gc');
  const collect = runInNewContext('gc') as () => void;
  const [figures, secrets, schemas] = [new ReportCollector(), new SecretCollector(), new SchemaCollector()];
  const add = (at: number): WeakRef<Flow> => {
    const flow = Object.assign(different(at), { status: 200 });
    figures.add(flow);
    secrets.add({ flow, side: 'response', secrets: [finding(at, 'high')] });
    schemas.add({ flow, side: 'response', schema: { type: 'object' } });
    return new WeakRef(flow);
  };
  const flows = Array.from({ length: 100 }, (_, at) => add(at));
  await new Promise((resolve) => setImmediate(resolve));
  collect();
  expect(flows.filter((flow) => flow.deref() !== undefined)).toEqual([]);
  expect(figures.report(secrets, schemas, 10).summary.requests).toBe(100);
});
