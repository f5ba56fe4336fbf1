// Secrets in protobuf, alone and in gRPC: whatever bytes stand beside a value, it is replaced, and the rest stays.
import { gzipSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { capturedFlow } from '../../test/helpers/flows.ts';
import { guessedJson, guessMessage } from '../codec/protobuf/guess.ts';
import type { Flow } from '../flow/flow.ts';
import { generated } from '../../test/secrets/cases/generate.ts';
import { analyzeSecrets } from './insights/sections/secrets.ts';
import { redactedFlow } from './redact.ts';

function field(number: number, value: Buffer | string): Buffer {
  const bytes = Buffer.from(value);
  const length = bytes.length < 128 ? [bytes.length] : [(bytes.length & 0x7f) | 0x80, bytes.length >> 7];
  return Buffer.concat([Buffer.from([(number << 3) | 2, ...length]), bytes]);
}

const message = (...fields: readonly (readonly [number, Buffer | string])[]): Buffer =>
  Buffer.concat(fields.map(([number, value]) => field(number, value)));

function frame(bytes: Buffer, flags = 0): Buffer {
  const prefix = Buffer.alloc(5);
  prefix[0] = flags;
  prefix.writeUInt32BE(bytes.length, 1);
  return Buffer.concat([prefix, bytes]);
}

/** Returns the body of a request after redaction. */
async function redacted(type: string, body: Buffer, ...lines: readonly string[]): Promise<Buffer> {
  const copy = await redactedFlow(callOf(type, body, ...lines));
  return Buffer.from(copy.request?.body.bytes() ?? '');
}

function callOf(type: string, body: Buffer, ...lines: readonly string[]): Flow {
  const head = ['POST /a.B/C HTTP/1.1', 'Host: example.test', `Content-Type: ${type}`, ...lines];
  return capturedFlow({ request: { head, body } });
}

const SECRETS = [
  ['ghp', generated('{A36}', 1)].join('_'),
  ['sk', 'live', generated('{A24}', 2)].join('_'),
  `AKIA${generated('{U16}', 3)}`,
  `Bearer ${generated('{A40}', 4)}`,
  '4111111111111111',
  '4111 1111 1111 1111',
  'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N',
  'https://me:hunter22-Xy@db.test/',
  '{"password":"hunter22-Xy"}',
];

const stars = (text: string): RegExp => new RegExp(text.replaceAll(/[.*+?^${}()|[\]\\]/g, '.'));

/** Field numbers whose tags are letters, digits and signs, as the lengths of 48 to 122 are too. */
const NUMBERS = [1, 6, 8, 9, 12, 14, 15];

describe.each(['application/x-protobuf', 'application/grpc', 'application/connect+proto'])('%s', (type) => {
  const isFramed = type !== 'application/x-protobuf';
  const put = (bytes: Buffer): Buffer => (isFramed ? Buffer.concat([frame(bytes), frame(bytes)]) : bytes);
  const messageIn = (body: Buffer): Buffer => (isFramed ? body.subarray(5, 5 + body.readUInt32BE(1)) : body);

  test('a value between any fields, also in inner messages', async () => {
    for (const secret of SECRETS)
      for (const before of NUMBERS)
        for (const behind of NUMBERS) {
          const inner = message([before, 'hello'], [2, secret], [behind, 'world']);
          for (const given of [inner, message([before, inner], [behind, inner])]) {
            const after = await redacted(type, put(given));
            expect(after).toHaveLength(put(given).length);
            expect(after.toString('latin1')).not.toContain(secret.slice(-12, -1));
            const json = JSON.stringify(guessedJson(guessMessage(messageIn(after)).fields));
            expect(json).toMatch(stars('"hello"'));
            expect(json).toMatch(stars('"world"'));
          }
        }
  });

  test('maps name their values', async () => {
    const entry = message([1, 'password'], [2, 'correct horse']);
    const wrapped = message([1, 'api_key'], [2, message([3, 'q7Zx9kQ2mVb71LpR4tYw9c'])]);
    const other = message([1, 'colour'], [2, 'dark green']);
    const after = (await redacted(type, put(message([9, entry], [9, wrapped], [9, other])))).toString(
      'latin1',
    );
    expect(after).toContain('password');
    expect(after).not.toContain('correct horse');
    expect(after).not.toContain('q7Zx9k');
    expect(after).toContain('dark green');
  });

  test('a short secret that another field tells', async () => {
    const known = message([1, '{"password":"hunter22-Xy"}'], [6, 'hunter22-Xy'], [6, 'a']);
    expect((await redacted(type, put(known))).toString('latin1')).not.toContain('hunter22');
  });

  test('what has no secrets stays', async () => {
    const given = put(message([1, 'hello'], [9, message([9, 'world'])]));
    expect(await redacted(type, given)).toEqual(given);
  });
});

const secret = SECRETS[0]!;
const body = message([9, 'hello'], [9, secret], [9, 'world']);

test('compressed messages of gRPC and Connect are read', async () => {
  for (const [type, line] of [
    ['application/grpc+proto', 'grpc-encoding: gzip'],
    ['application/connect+proto', 'connect-content-encoding: gzip'],
  ] as const) {
    const given = Buffer.concat([frame(gzipSync(body), 1), frame(body), Buffer.from('cut')]);
    const after = await redacted(type, given, line);
    const expected = Buffer.from(
      body.toString('latin1').replace(secret, '*'.repeat(secret.length)),
      'latin1',
    );
    expect(after).toEqual(Buffer.concat([frame(expected), frame(expected), Buffer.from('cut')]));
    const found = await analyzeSecrets([callOf(type, frame(gzipSync(body), 1), line)], { limit: 10 });
    expect(found).toMatchObject({ findings: [{ kind: 'github', where: 'body' }] });
  }
});

test('binary metadata stays Base64', async () => {
  const flow = callOf('application/grpc', frame(body), `x-detail-bin: ${body.toString('base64')}`);
  const copy = await redactedFlow(flow);
  const bytes = Buffer.from(copy.request?.header('x-detail-bin') ?? '', 'base64').toString('latin1');
  expect(bytes).toContain('hello');
  expect(bytes).not.toContain(secret);
  expect(bytes).toHaveLength(body.length);
});

test('gRPC-Web-Text stays Base64', async () => {
  const given = Buffer.from(frame(body).toString('base64'));
  const after = Buffer.from((await redacted('application/grpc-web-text', given)).toString(), 'base64');
  expect(after).toHaveLength(frame(body).length);
  expect(after.toString('latin1')).not.toContain(secret);
});

test('messages in JSON stay JSON', async () => {
  const json = Buffer.from('{"pan":4111111111111111,"password":"hunter22-Xy","n":1}');
  const after = await redacted('application/grpc+json', frame(json));
  expect(JSON.parse(after.subarray(5).toString())).toEqual({ pan: 0, password: '***********', n: 1 });
});

test('a body that was cut, or is something else, is read as a whole', async () => {
  for (const given of [frame(body).subarray(0, -3), Buffer.from(`oops ${secret} oops`), Buffer.from(secret)])
    expect((await redacted('application/grpc', given)).toString('latin1')).not.toContain(secret);
});
