// The page about fleets: each query runs on lines as the proxy writes them, with DuckDB, and where it is installed with
// ClickHouse.
import { spawnSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { DuckDBConnection } from '@duckdb/node-api';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { exchangeLine } from '../../src/traffic/ndjson/line.ts';
import { capturedFlow, type Captured } from '../helpers/flows.ts';
import { temporaryHome } from '../helpers/home.ts';
import { missing } from '../helpers/need.ts';
import { pageText } from './pasted-pages.ts';

const home = temporaryHome();
const page = pageText('fleet.md');
/** The blocks of SQL, each with the line above it. */
const blocks = [...page.matchAll(/^([^\n]+)\n\n```sql([^\n]*)\n(.*?)^```$/gms)].map(
  ([, above = '', kind = '', sql = '']) => ({ above, kind: kind.trim(), sql }),
);
/** The numbers of rows that the questions find in these exchanges, in the order of the page. */
const ROWS = [3, 3, 1, 2, 2, 3, 1, 1, 1, 1];
const questions = blocks
  .filter(({ kind }) => kind === '')
  .map(({ above, sql }, at) => [above, sql, ROWS[at] ?? 0] as const);
const tableOf = (engine: string): string => blocks.find(({ kind }) => kind === `${engine} table`)?.sql ?? '';

const json = ['Content-Type: application/json'];
const flows: readonly Captured[] = [
  {
    app: 'curl',
    response: { head: ['HTTP/1.1 200 OK'], body: 'abc' },
    timestamps: { dns: 1, connect: 2, connected: 1003, sent: 1004, firstByte: 1005 },
  },
  { app: 'curl' },
  {
    app: 'node',
    request: { head: ['POST /graphql?a=1 HTTP/1.1', ...json], body: '{"query":"query Cart { items }"}' },
    response: { head: ['HTTP/1.1 503 No'] },
  },
  { state: 'failed', error: 'It broke', response: null },
  { request: null, target: { scheme: 'https', host: 'pinned.test', port: 443 } },
  { target: { scheme: 'https', host: 'tls.test', port: 443 }, decrypted: true },
];

function lines(): string {
  return flows
    .map((captured, index) => {
      const flow = capturedFlow({ id: index + 1, ...captured });
      if (captured.request === null) flow.notDecrypted = { code: 'bypassed', text: 'bypassed' };
      if (captured.decrypted === true) flow.tls = { version: 'TLSv1.2', cipher: 'AES', alpn: null } as never;
      return exchangeLine(flow);
    })
    .join('');
}

const file = join(home.path, 'traffic.ndjson');

beforeAll(() => writeFileSync(file, lines()));
afterAll(() => home.remove());

test('the page has its ten questions', () => {
  expect(questions).toHaveLength(ROWS.length);
});

/** Null where the package has no build for this machine. */
async function duckdb(): Promise<DuckDBConnection | null> {
  try {
    const { DuckDBInstance } = await import('@duckdb/node-api');
    return await (await DuckDBInstance.create(':memory:')).connect();
  } catch {
    process.stderr.write('skipped: DuckDB has no build for this machine\n');
    return null;
  }
}

const connection = await duckdb();

describe.skipIf(connection === null)('DuckDB', () => {
  beforeAll(async () => {
    await connection!.run(tableOf('duckdb').replace('*.ndjson', file));
  });

  test.each(questions)('%s', async (_, sql, count) => {
    const rows = (await connection!.runAndReadAll(sql)).getRowObjectsJson();
    expect(rows).toHaveLength(count);
  });
});

/** Older versions know neither the types nor the functions. */
function lacksClickHouse(): boolean {
  if (missing('clickhouse')) return true;
  const { stdout } = spawnSync('clickhouse', ['local', '--version'], { encoding: 'utf8' });
  return !(Number(/version (\d+)\./.exec(stdout)?.[1]) >= 24);
}

test.skipIf(lacksClickHouse())('ClickHouse answers every question', { tags: ['full'] }, () => {
  const insert = `INSERT INTO exchanges FROM INFILE '${file}' FORMAT JSONEachRow`;
  for (const [question, sql] of questions) {
    const query = sql.replaceAll(/quantile_cont\((\w+), ([\d.]+)\)/g, 'quantile($2)($1)');
    const script = [tableOf('clickhouse'), insert, query].join(';\n');
    const options = ['local', '--date_time_input_format', 'best_effort', '--multiquery', script];
    const { stdout, stderr } = spawnSync('clickhouse', options, { encoding: 'utf8' });
    expect({ question, stderr, hasRows: stdout.trim() !== '' }).toEqual({
      question,
      stderr: '',
      hasRows: true,
    });
  }
});
