// API descriptions that reach for what is not theirs, that never end, or that are enormous, in every command that
// reads one.
import { once } from 'node:events';
import { mkdirSync, writeFileSync } from 'node:fs';
import http from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { callCli } from '../helpers/called-cli.ts';
import { startCli, type CliResult } from '../helpers/cli.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { sampled } from '../helpers/scale.ts';

let home: TemporaryHome;
let folder: string;
let server: http.Server;
let asked = 0;

const SECRET = 'text-of-a-file-outside';

beforeAll(async () => {
  home = temporaryHome();
  folder = join(home.path, 'apis');
  mkdirSync(folder);
  server = http.createServer((_, response) => {
    asked += 1;
    response.end(`{"type": "string", "example": "${SECRET}"}`);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  writeFileSync(join(home.path, 'outside.yaml'), `type: string\nexample: ${SECRET}\n`);
  writeDescription('outside.json', {
    file: { $ref: '../outside.yaml' },
    absolute: { $ref: join(home.path, 'outside.yaml') },
    url: { $ref: `file://${join(home.path, 'outside.yaml')}` },
    host: { $ref: `${base}/schema.json` },
    hostOfPart: { $ref: `${base}/schemas.json#/a` },
  });
  writeDescription('loops.json', {
    tree: { $ref: '#/components/schemas/Tree' },
    self: { $ref: '#/components/schemas/Self' },
    all: { $ref: '#/components/schemas/All' },
  });
});

afterAll(() => {
  server.close();
  home.remove();
});

/** Writes a description of one operation, whose response has the properties. */
function writeDescription(name: string, properties: object, info: object = {}): void {
  const schema = { type: 'object', required: Object.keys(properties), properties };
  const Tree = {
    type: 'object',
    required: ['children'],
    properties: { children: { type: 'array', minItems: 1, items: { $ref: '#/components/schemas/Tree' } } },
  };
  const Self = { $ref: '#/components/schemas/Self' };
  const All = { allOf: [{ $ref: '#/components/schemas/All' }, { type: 'object' }] };
  const document = {
    openapi: '3.0.3',
    info: { title: name, version: '1', ...info },
    servers: [{ url: 'https://a.test' }],
    paths: {
      '/a': {
        get: { responses: { 200: { description: 'ok', content: { 'application/json': { schema } } } } },
      },
    },
    components: { schemas: { Tree, Self, All } },
  };
  writeFileSync(join(folder, name), JSON.stringify(document));
}

const READERS: readonly (readonly [string, (name: string) => readonly string[]])[] = [
  ['spec lint', (name) => ['spec', 'lint', name]],
  ['spec diff', (name) => ['spec', 'diff', name, name]],
  ['spec import', (name) => ['spec', 'import', name, '--workspace', join(home.path, `of-${name}`)]],
  ['docs', (name) => ['docs', name, '--out', '-']],
  ['run --spec', (name) => ['run', '--port', '0', '--quiet', '--spec', name, '--', 'true']],
];

function run(args: readonly string[]): Promise<CliResult> {
  return callCli(args, { home: home.path, cwd: folder });
}

/** Serves the description, and asks for its operation. */
async function mocked(name: string): Promise<string> {
  await using mock = startCli(['mock', name], { home: home.path, cwd: folder });
  const [, port = ''] = await mock.saying(/http:\/\/localhost:(\d+)/);
  const response = await fetch(`http://127.0.0.1:${port}/a`);
  expect(response.status).toBe(200);
  return (await response.text()) + mock.stderr;
}

describe('references to what lies outside', () => {
  test.each(sampled(READERS, 3))('%s reads none of it', async (_, argsOf) => {
    const { stdout, stderr, signal } = await run(argsOf('outside.json'));
    expect([signal, asked]).toEqual([null, 0]);
    expect(stdout + stderr).not.toContain(SECRET);
  });

  test('mock reads none of it', async () => {
    const said = await mocked('outside.json');
    expect(asked).toBe(0);
    expect(said).not.toContain(SECRET);
    expect(said).toMatch(/warning: .*outside\.yaml/);
  });
});

describe('references that never end', () => {
  test.each(sampled(READERS, 3))('%s ends', async (name, argsOf) => {
    const { stdout, stderr, code } = await run(argsOf('loops.json'));
    // The linter finds the reference that leads only to itself; to others it is no obstacle.
    expect(code).toBe(name === 'spec lint' ? 1 : 0);
    if (name === 'spec lint') expect(stdout).toMatch(/^error +reference-loop .*loops\.json:1:\d+$/m);
    expect(stderr).not.toMatch(/Maximum call stack|RangeError/);
  });

  test('mock answers', async () => {
    // No value that ends has the required children of `Tree`.
    expect(await mocked('loops.json')).toMatch(/"tree": \{.*"self": .*"all": /s);
  });
});

describe('a text of 70 MB', () => {
  beforeAll(() => writeDescription('large.json', {}, { description: 'x'.repeat(70 * 1024 * 1024) }));

  test.each(
    sampled(
      READERS.filter(([name]) => name !== 'spec lint'),
      2,
    ),
  )('%s refuses it, and says why', async (_, argsOf) => {
    const { code, stderr } = await run(argsOf('large.json'));
    expect([code, stderr]).toEqual([1, expect.stringMatching(/^error: .*large\.json.*larger than/m)]);
  });

  test('spec lint checks it', { tags: ['full'] }, async () => {
    const { code, stdout } = await run(['spec', 'lint', 'large.json']);
    expect(code).toBe(1);
    expect(stdout).toMatch(/^error +reference-loop .*large\.json:1:\d+$/m);
  });
});
