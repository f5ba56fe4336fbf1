// Tests of every format in the registry: it is documented, writes any traffic, and reads back what it wrote.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { parseYaml as parse } from '../../documents/yaml.ts';
import { collected, inPieces } from '../../../test/helpers/collect.ts';
import { capturedFlow, flowHome } from '../../../test/helpers/flows.ts';
import { temporaryHome } from '../../../test/helpers/home.ts';
import type { Flow } from '../../flow/flow.ts';
import { importTraffic } from '../import.ts';
import { exportFormats, importFormats, trafficFormats, type ExportFormat, type FormatId } from './index.ts';

const page = readFileSync(join(import.meta.dirname, '../../../docs/traffic-files.md'), 'utf8');
const row = (id: string): string => page.split('\n').find((line) => line.startsWith(`| \`${id}\``)) ?? '';

const home = temporaryHome();

const json = 'Content-Type: application/json';
const deep = `${'['.repeat(9000)}${']'.repeat(9000)}`;

function samples(): readonly Flow[] {
  return [
    capturedFlow(),
    capturedFlow({
      app: '=cmd|calc',
      target: { scheme: 'https', host: '2001:db8::1', port: 8443 },
      request: {
        head: ['POST /users/7?a=%zz&b HTTP/1.1', json, 'X-A: \xff'],
        body: '{"a":null,"__proto__":{}}',
      },
      response: { head: ['HTTP/1.1 200 OK', json, 'Content-Encoding: gzip'], body: gzipSync('[1]') },
    }),
    capturedFlow({ response: { head: ['HTTP/1.1 200 OK', json], body: deep } }),
    capturedFlow({ request: { head: ['PUT /x HTTP/1.1', json], body: deep }, response: null }),
    capturedFlow({ response: { head: ['HTTP/1.1 200 OK'], body: Buffer.from([0, 1, 255]) } }),
    capturedFlow({ response: { head: ['HTTP/1.1 200 OK', 'Content-Encoding: gzip'], body: 'no gzip' } }),
    capturedFlow({ response: { head: ['HTTP/1.1 200 OK'], body: 'x'.repeat(100), cap: 10 } }),
    capturedFlow({ request: { head: ['OPTIONS * HTTP/1.1'] }, response: { head: ['HTTP/2 204'] } }),
    capturedFlow({ method: 'BREW', request: { head: ['BREW pot HTTP/1.1'] } }),
    capturedFlow({ response: null, state: 'failed', error: 'no route' }),
    capturedFlow({ response: null, state: 'pending', timestamps: { end: 0 } }),
    capturedFlow({ request: null }),
  ];
}

/** Checks that a file is valid in its format, and counts its requests. */
const counted: Readonly<Record<FormatId, (file: string) => number>> = {
  session: exchangesIn,
  har: (file) => (JSON.parse(file) as { log: { entries: object[] } }).log.entries.length,
  csv: (file) => file.split('\r\n').length - 2,
  postman: (file) => (JSON.parse(file) as { item: object[] }).item.length,
  openAPI: (file) => Object.keys((parse(file) as { paths: object }).paths).length,
};

function exchangesIn(file: string): number {
  const path = join(home.path, 'counted.proxysession');
  writeFileSync(path, file, 'latin1');
  const database = new DatabaseSync(path, { readOnly: true });
  const { count } = database.prepare('SELECT count(*) AS count FROM exchanges').get()!;
  database.close();
  return Number(count);
}

/** The number of requests that each format can represent. */
const expected: Readonly<Record<FormatId, number>> = {
  session: 12,
  har: 10,
  csv: 12,
  postman: 11,
  openAPI: 3,
};

const write = (format: ExportFormat, flows: readonly Flow[]): Promise<Buffer> =>
  collected(format.export.write(flows));

/** Returns the number of requests in a file; throws when the file is not valid in its format. */
const countIn = (id: string, file: Buffer): number =>
  counted[id as FormatId](file.toString(id === 'session' ? 'latin1' : 'utf8'));

test('each format is registered and documented once, and no other is', () => {
  const ids = trafficFormats.map(({ id }) => id);
  expect(new Set(ids).size).toBe(ids.length);
  expect(ids.toSorted()).toEqual(Object.keys(counted).toSorted());
  const documented = [...page.matchAll(/^\| `(\w+)`/gm)].map(([, id]) => id);
  expect(documented).toEqual(ids);
});

describe.each(exportFormats.map((format) => [format.id, format] as const))('%s', (id, format) => {
  test('has a label, and its extension is documented', () => {
    expect(format.label).not.toBe('');
    const extension = /\.\w+$/.exec(format.extension)?.[0] ?? 'none';
    expect(row(id)).toContain(`\`${extension}\``);
  });

  test('writes any traffic', async () => {
    const file = await write(format, samples());
    expect(countIn(id, file)).toBe(expected[id as FormatId]);
  });

  test('writes a file without flows', async () => {
    const file = await write(format, []);
    expect(countIn(id, file)).toBe(0);
  });
});

test('the documentation states for each format whether it can be read', () => {
  const documented = (state: string): readonly string[] =>
    trafficFormats.map(({ id }) => id).filter((id) => new RegExp(`\\| ${state} +\\|$`).test(row(id)));
  const readable = importFormats.map(({ id }) => id);
  const others = trafficFormats.map(({ id }) => id).filter((id) => !readable.includes(id));
  expect(documented('yes')).toEqual(readable);
  expect(documented('no')).toEqual(others);
  expect(readable).toEqual(['session', 'har']);
});

const readAndWritten = exportFormats.filter((format) => format.import !== undefined);
const onlyWritten = exportFormats.filter((format) => format.import === undefined);

describe.each(readAndWritten.map((format) => [format.id, format] as const))('%s', (id, format) => {
  test('is detected by its own format only', async () => {
    const start = (await write(format, samples())).subarray(0, 64);
    const detecting = importFormats.filter((each) => each.import.detect(start));
    expect(detecting.map((each) => each.id)).toEqual([id]);
  });

  test('survives an import and another export', async () => {
    const file = await write(format, samples());
    const { flows, skipped } = await importTraffic(inPieces(file), flowHome());
    expect(skipped).toEqual([]);
    expect(flows).toHaveLength(expected[id as FormatId]);
    expect(flows.map(({ method, status }) => ({ method, status }))).toEqual(
      samples()
        .filter((flow) => id === 'session' || (flow.request !== null && flow.finished))
        .map(({ method, status }) => ({ method, status })),
    );
    const reexported = await write(format, flows);
    const second = await importTraffic(inPieces(reexported), flowHome());
    expect((await write(format, second.flows)).equals(reexported)).toBe(true);
  });
});

test.each(onlyWritten.map((format) => [format.id, format] as const))(
  '%s is not taken for a format that can be read',
  async (_id, format) => {
    const file = await write(format, samples());
    await expect(importTraffic(inPieces(file), flowHome())).rejects.toThrow(/it is n(?:ot|either)|no HAR/);
  },
);
