// The formats of the report: valid by their schemas, escaped, and without secrets.
import { readFileSync } from 'node:fs';
import Ajv from 'ajv-6';
import { describe, expect, test } from 'vitest';
import { capturedFlow } from '../../../../test/helpers/flows.ts';
import type { Flow } from '../../../flow/flow.ts';
import { collectFlows, collectMessages } from '../sections/contract.ts';
import { SchemaCollector } from '../sections/schema.ts';
import { SecretCollector } from '../sections/secrets.ts';
import type { ContractReport } from './contract.ts';
import { htmlReport } from './html.ts';
import { ReportCollector, type Report } from './index.ts';
import { jsonReport } from './json.ts';
import { junitReport } from './junit.ts';
import { failedAlike, type FailedRequest } from './failures.ts';
import { markdownReport } from './markdown.ts';
import type { RunFacts } from './run-facts.ts';
import { sarifReport } from './sarif.ts';

const token = ['ghp', 'k3J9sLq0ZxT7vB2nM5cW8yR1aP4dF6gH0uEi'].join('_');
const json = 'Content-Type: application/json';

const run: RunFacts = {
  startedAt: Date.UTC(2026, 0, 2, 3, 4, 5),
  endedAt: Date.UTC(2026, 0, 2, 3, 4, 7),
  environment: { system: 'linux <x64>' },
  checks: [
    { flag: '--fail-on-error', hasPassed: false, reasons: ['404 of GET a.test/]]><b>x (request 2)'] },
    { flag: '--fail-on-secrets', hasPassed: true, reasons: [] },
  ],
  baseline: 'api.schemas.json',
  pastProxy: [
    {
      app: 'python3 <x>',
      processes: [12, 15],
      connections: [{ address: '192.0.2.7', port: 443, count: 2 }],
      remedy: 'add --transparent',
    },
  ],
};

/** More violations than other lists have room for. */
const contract: ContractReport = {
  checked: 120,
  broken: 100,
  failed: 0,
  hosts: [],
  isCut: false,
  violations: Array.from({ length: 60 }, (_, at) => ({
    endpoint: 'GET /users/{id}',
    violation: `response 200: body/field${at} must be string${at === 0 ? ` ${token}` : ''}`,
    count: 2,
    requests: [1, 3],
    calls: ['GET a.test/users/{userId}'],
  })),
};

function exchanges(): readonly Flow[] {
  const target = { scheme: 'https', port: 443, host: 'a.test' } as const;
  const get = (id: number, path: string, head: readonly string[], body = ''): Flow =>
    capturedFlow({
      id,
      target,
      request: { head: [`GET ${path} HTTP/1.1`, 'Host: a.test'] },
      response: { head, body },
    });
  return [
    get(1, '/users/1', ['HTTP/1.1 200 OK', json, 'Set-Cookie: sid=abcdefgh12'], `{"id":1,"note":"${token}"}`),
    get(2, '/]]><b>x', ['HTTP/1.1 404 Not Found', json], '{"error":"no <such> thing"}'),
    get(3, '/users/2', ['HTTP/1.1 200 OK', json], '{"id":"2"}'),
    get(
      4,
      `/hook/${token}?q=\u0001`,
      ['HTTP/1.1 500 Oh', 'Content-Type: text/plain'],
      `failed with ${token}`,
    ),
  ];
}

async function reportOf(flows: readonly Flow[], facts: RunFacts | null = run): Promise<Report> {
  const figures = await collectFlows(new ReportCollector(), flows);
  const [secrets, schemas] = [new SecretCollector(), new SchemaCollector()];
  const both = {
    add(message: Parameters<SecretCollector['add']>[0] & Parameters<SchemaCollector['add']>[0]) {
      secrets.add(message);
      schemas.add(message);
    },
  };
  await collectMessages(both, flows, 'both');
  return figures.report(secrets, schemas, 50, {
    run: facts,
    contract,
    notes: ['1 body could be analyzed only in part.'],
  });
}

const formats = {
  markdown: markdownReport,
  json: jsonReport,
  junit: junitReport,
  sarif: sarifReport,
  html: htmlReport,
};

test.each(Object.entries(formats))(
  '%s has no secret, and says what was not looked through',
  async (_name, render) => {
    const text = render(await reportOf(exchanges()));
    expect(text).not.toContain(token);
    expect(text).toContain('1 body could be analyzed only in part.');
    expect(render(await reportOf([], null)).length).toBeGreaterThan(50);
  },
);

test('SARIF is valid by the schema of OASIS', async () => {
  const schema = JSON.parse(
    readFileSync(new URL('../../../../test/schemas/sarif-2.1.0.json', import.meta.url), 'utf8'),
  ) as object;
  const draft4 = JSON.parse(
    readFileSync(new URL(import.meta.resolve('ajv-6/lib/refs/json-schema-draft-04.json')), 'utf8'),
  ) as object;
  const ajv = new Ajv({ schemaId: 'id', meta: false, unknownFormats: 'ignore' });
  ajv.addMetaSchema(draft4);
  const isValid = ajv.compile(schema);
  const log = JSON.parse(sarifReport(await reportOf(exchanges()))) as {
    runs: { results: { ruleId: string; level: string }[] }[];
  };
  expect(isValid(log), JSON.stringify(isValid.errors)).toBe(true);
  expect(isValid({ version: '2.1.0' })).toBe(false);
  const results = log.runs[0]?.results.map(({ ruleId, level }) => `${level} ${ruleId}`) ?? [];
  expect(results).toContain('error secret/github');
  expect(results).toContain('warning security/cookie-http-only');
  expect(results).toContain('warning schema/breaking');
  expect(results.filter((each) => each.endsWith('request/failed'))).toHaveLength(2);
});

test.each(Object.entries(formats))('%s has every violation of the contract', async (_name, render) => {
  const text = render(await reportOf(exchanges()));
  for (const { violation } of contract.violations.slice(1)) expect(text).toContain(violation);
});

describe('JUnit', () => {
  test('has suites, counts and escaped texts as the schema of Jenkins asks for', async () => {
    const text = junitReport(await reportOf(exchanges()));
    expect(text).toContain('<testsuites name="traffic" tests="5" failures="4" errors="0">');
    expect(text).toMatch(
      /<testsuite name="checks" tests="2" failures="1" errors="0" skipped="0" time="2\.000" timestamp="2026-01-02T03:04:05" hostname="localhost">/,
    );
    expect(text).toContain('<property name="system" value="linux &lt;x64&gt;"/>');
    expect(text).toContain('<testcase name="--fail-on-secrets" classname="traffic.checks" time="0.000"/>');
    expect(text).toMatch(
      /<testcase name="GET a\.test\/\]\]&gt;&lt;b&gt;x" [^>]*><failure type="failure" message="404 Not Found: no &lt;such&gt; thing \(request 2\)">/,
    );
    // The endpoint with violations fails, without a check of the contract too.
    expect(text).toMatch(
      /<testcase name="GET a\.test\/users\/\{userId\}" [^>]*><failure type="failure" message="GET \/users\/\{id\}: response 200: body\/field0 /,
    );
    // Elements in the order of the schema: properties, tests, output.
    const order = [...text.matchAll(/<(testsuite|properties|testcase|system-out)\b/g)]
      .map(([, name]) => name)
      .join(' ');
    expect(order).toMatch(/^(?:testsuite properties (?:testcase )+system-out ?){2}$/);
  });
});

test('Markdown begins with the checks and the failed requests', async () => {
  const text = markdownReport(await reportOf(exchanges()));
  const titles = [...text.matchAll(/^## (.+)$/gm)].map(([, title]) => title);
  expect(titles.slice(0, 4)).toEqual(['Checks', 'Failed requests', 'Past the proxy', 'Contract violations']);
  expect(text).toContain('| 12, 15 | `192.0.2.7 port 443 ×2` | add --transparent |');
  expect(text).toContain('| failed | `--fail-on-error` |');
  expect(text).toMatch(/\| #2 \| .* 404 Not Found: no &#60;such&#62; thing \|/);
  expect(text).toMatch(/Since the baseline api\.schemas\.json/);
  expect(text).toMatch(
    /\| breaking \| `GET a\.test\/users\/\{userId\} 200` \| `\$\.id` \| integer \| string \| `"2"` \| #3 \|/,
  );
  expect(text).not.toMatch(/^[^|]*<b>/m);
});

test('requests to an endpoint that failed alike are one row', () => {
  const failed = (id: number, path: string, reason: string): FailedRequest => ({
    id,
    method: 'GET',
    url: `https://a.test/users/${path}`,
    endpoint: 'GET a.test/users/{userId}',
    status: 500,
    reason,
    at: '2026-01-02T03:04:05.000Z',
    durationMs: 5,
  });
  const all = [1, 2, 3, 4, 5].map((id) => failed(id, String(id), '500'));
  expect(failedAlike([...all, failed(6, '6', '503')]).map(({ ids, url }) => [ids, url])).toEqual([
    ['#1, #2, #3 and 2 more', 'GET a.test/users/{userId}'],
    ['#6', 'GET https://a.test/users/6'],
  ]);
});

test('HTML loads nothing, and shows captured text as text', async () => {
  const text = htmlReport(await reportOf(exchanges()));
  expect(text).toContain("default-src 'none'");
  expect(text).not.toMatch(/<script|<b>|src=|http-equiv="refresh"/);
  expect(text).toContain('1 of 2 checks failed');
});

test('HTML has numbers below the end of their headings, and room for what is long', async () => {
  const text = htmlReport(await reportOf(exchanges()));
  expect(text).toContain('<th scope="col" class="number">Calls</th>');
  expect(text).toContain('<th scope="col">Endpoint</th>');
  expect(text).toMatch(/<td class="long"><code>GET a\.test\/users\/\{userId\}/);
  expect(text).toContain('<td class="short"><code>--fail-on-');
});

test('JSON has all of it', async () => {
  const {
    format,
    version,
    run: facts,
    failures,
  } = JSON.parse(jsonReport(await reportOf(exchanges()))) as Record<string, unknown>;
  expect({ format, version, facts }).toEqual({ format: 'traffic report', version: 1, facts: run });
  expect(failures).toMatchObject([
    { id: 2, status: 404, reason: '404 Not Found: no <such> thing' },
    { id: 4, endpoint: 'GET a.test/hook/{hookId}' },
  ]);
});
