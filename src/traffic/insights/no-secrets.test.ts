// Nothing that insights show of traffic holds its secrets: no section, no format of the report, no baseline.
import { describe, expect, test } from 'vitest';
import { capturedFlow } from '../../../test/helpers/flows.ts';
import type { Flow } from '../../flow/flow.ts';
import { INSIGHT_SECTIONS, insights } from './index.ts';
import { baselineText } from './baseline.ts';
import { htmlReport } from './report/html.ts';
import { ReportCollector } from './report/index.ts';
import { jsonReport } from './report/json.ts';
import { junitReport } from './report/junit.ts';
import { markdownReport } from './report/markdown.ts';
import { sarifReport } from './report/sarif.ts';
import { collectFlows, collectMessages } from './sections/contract.ts';
import { SchemaCollector } from './sections/schema.ts';
import { SecretCollector } from './sections/secrets.ts';

const SECRETS: Readonly<Record<string, string>> = {
  'a card': '4111111111111111',
  'a card with blanks': '5555 5555 5555 4444',
  'a token': 'Bearer q7Zx9kQ2mVb71LpR4t',
  'a key': ['sk', 'live', '51HxYzAbCdEfGhIjKlMnOpQr'].join('_'),
  'another key': ['ghp', 'k3J9sLq0ZxT7vB2nM5cW8yR1aP4dF6gH0uEi'].join('_'),
  'a JWT': 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N',
  'a URL': 'https://me:hunter22@db.test/',
  'a query': '/a?password=hunter22',
  'a pair': 'password=hunter22',
};

const json = 'Content-Type: application/json';

/** Exchanges that hold a secret wherever something of an exchange is shown, and one that changes the JSON of another. */
function exchanges(secret: string): readonly Flow[] {
  const number = Number(secret.replaceAll(' ', ''));
  const value = Number.isNaN(number) ? secret : number;
  const encoded = encodeURIComponent(secret);
  const paths = [
    `/pay/${encoded}`,
    `/pay/${encoded}/a.json`,
    `/a.${encoded}.json`,
    `/search?q=${encoded}`,
    `/x/t:${encoded}`,
    `/a;t=${encoded}`,
  ];
  const body = JSON.stringify({
    id: 1,
    note: secret,
    value,
    [secret]: 1,
    deep: [{ text: [secret] }],
    message: `no ${secret}`,
  });
  const error = JSON.stringify({ error: `refused ${secret}`, again: { [secret]: value } });
  return [...paths, ...paths].map((path, at) =>
    capturedFlow({
      id: at + 1,
      target: { scheme: 'https', port: 443, host: 'a.test' },
      request: {
        head: [
          `${at % 3 === 0 ? 'POST' : 'GET'} ${path} HTTP/1.1`,
          'Host: a.test',
          json,
          `Referer: https://b.test/${encoded}`,
          `X-Note: ${secret}`,
        ],
        body:
          at % 2 === 0
            ? body
            : JSON.stringify({
                jsonrpc: '2.0',
                method: secret,
                operationName: secret,
                query: `query ${secret} { a }`,
              }),
      },
      response: {
        head: [
          at > 8 ? 'HTTP/1.1 500 Oh' : 'HTTP/1.1 200 OK',
          json,
          `Location: /${encoded}`,
          `Set-Cookie: a=${encoded}`,
          `Server: ${secret}`,
          `X-Powered-By: ${secret}`,
          `Access-Control-Allow-Origin: https://${encoded}`,
        ],
        body:
          at > 8 ? error : at > 5 ? body.replace('"id":1', `"id":"1","new":${JSON.stringify(value)}`) : body,
      },
      ...(at === 11 && { error: `cannot reach ${secret}`, state: 'failed' as const }),
    }),
  );
}

async function reports(flows: readonly Flow[]): Promise<Readonly<Record<string, string>>> {
  const figures = await collectFlows(new ReportCollector(), flows);
  const [secrets, schemas] = [new SecretCollector(), new SchemaCollector()];
  const both = {
    add(message: Parameters<SecretCollector['add']>[0] & Parameters<SchemaCollector['add']>[0]) {
      secrets.add(message);
      schemas.add(message);
    },
  };
  await collectMessages(both, flows, 'both');
  const report = figures.report(secrets, schemas, 200);
  return {
    markdown: markdownReport(report),
    json: jsonReport(report),
    junit: junitReport(report),
    sarif: sarifReport(report),
    html: htmlReport(report),
    baseline: baselineText(schemas.baseline),
  };
}

describe.each(Object.entries(SECRETS))('%s', (_, secret) => {
  // What is secret of it, in whatever spelling.
  const own = secret.replace(/^Bearer |^.*password=|^https:\/\/me:|@db.*$/g, '');
  const spelled = [own, encodeURIComponent(own), own.replaceAll('_', '&#95;')];

  test('is in no report', async () => {
    for (const [format, text] of Object.entries(await reports(exchanges(secret))))
      for (const each of spelled) {
        const at = text.indexOf(each);
        expect(at < 0 ? '' : `${format}: ${text.slice(Math.max(0, at - 120), at + 60)}`).toBe('');
      }
  });

  test('is in no section', async () => {
    for (const section of INSIGHT_SECTIONS) {
      const text = JSON.stringify(await insights(exchanges(secret), section, { limit: 200, steps: 10 }));
      for (const each of spelled) {
        const at = text.indexOf(each);
        expect(at < 0 ? '' : `${section}: ${text.slice(Math.max(0, at - 120), at + 60)}`).toBe('');
      }
    }
  });
});
