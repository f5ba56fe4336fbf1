import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { Ajv2020 } from 'ajv/dist/2020.js';
import { expect, test } from 'vitest';
import { schemaFiles } from '../../../scripts/write-schemas.ts';
import { capturedFlow, type Captured } from '../../../test/helpers/flows.ts';
import { refundRun } from '../../../test/helpers/agent-traffic.ts';
import { exchangeLine } from './line.ts';
import { NdjsonOutput } from './output.ts';

const SCHEMAS = join(import.meta.dirname, '../../../schemas');
const isValid = new Ajv2020({ validateFormats: false }).compile(
  JSON.parse(readFileSync(join(SCHEMAS, 'exchange.json'), 'utf8')),
);

const cases: Readonly<Record<string, Captured>> = {
  'a request': {
    id: 7,
    app: 'curl',
    target: { scheme: 'https', host: 'api.example.test', port: 443 },
    request: {
      head: ['POST /graphql?a=1 HTTP/1.1', 'Host: api.example.test', 'Content-Type: application/json'],
      body: '{"query":"query Cart { items }"}',
    },
    response: { head: ['HTTP/1.1 404 Not Found', 'Content-Type: text/plain'], body: 'none' },
  },
  'a tunnel': { request: null },
  'a failed request': { state: 'failed', error: 'It broke', response: null },
};

test.each(Object.entries(cases))('%s is a line of the published schema', (_, captured) => {
  const line = exchangeLine(capturedFlow(captured));
  expect(line.indexOf('\n')).toBe(line.length - 1);
  expect(isValid(JSON.parse(line)), JSON.stringify(isValid.errors)).toBe(true);
});

test('a line says what was sent and received', () => {
  expect(JSON.parse(exchangeLine(capturedFlow(cases['a request'])))).toMatchObject({
    version: 1,
    id: 7,
    app: 'curl',
    method: 'POST',
    host: 'api.example.test',
    path: '/graphql?a=1',
    status: 404,
    reason: 'Not Found',
    operation: { type: 'graphql', name: 'Cart' },
    responseBytes: 4,
    requestHeaders: [
      ['Host', 'api.example.test'],
      ['Content-Type', 'application/json'],
    ],
    responseType: 'text/plain',
  });
});

test('lines of a run of an agent have its id', async () => {
  const lines: string[] = [];
  const sink = new Writable({
    write(chunk: Buffer, _encoding, done) {
      lines.push(chunk.toString());
      done();
    },
  });
  const output = await NdjsonOutput.open(sink, false);
  for (const flow of refundRun()) await output.add(flow);
  await output.add(capturedFlow({ id: 99 }));
  await output.close();
  const runs = lines.map((line) => JSON.parse(line) as { readonly id: number; readonly run: number | null });
  // The first message came before the run, and the last request is none of its.
  expect(runs.map(({ id, run }) => [id, run])).toEqual([
    [1, null],
    ...[2, 3, 4, 5, 6, 7, 8, 9, 10].map((id) => [id, 2]),
    [99, null],
  ]);
  expect(lines.every((line) => isValid(JSON.parse(line)))).toBe(true);
});

test('the published schemas are those of the sources', () => {
  for (const [name, text] of schemaFiles())
    expect(JSON.parse(readFileSync(join(SCHEMAS, name), 'utf8'))).toEqual(JSON.parse(text));
});
