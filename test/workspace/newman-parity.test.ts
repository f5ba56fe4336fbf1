// Newman's own collections run here as they do in Newman, against the same server: the same requests in the
// same order, and the same tests with the same results.
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { importContent } from '../../src/workspace/import/index.ts';
import type { RequestRun } from '../../src/workspace/runner/events.ts';
import { runCollection } from '../../src/workspace/runner/run.ts';
import { readDataset } from '../../src/workspace/storage/datasets.ts';
import { startEcho, startRawEcho, type Echo, type Echoed, type RawEcho } from '../helpers/echo.ts';
import { OWN_COLLECTIONS } from '../helpers/parity-collections.ts';

const corpus = join(import.meta.dirname, '../../../shared/corpus/postman/newman');
const VERSION_1 = 'multi-level-folders-v1.postman_collection.json';
/** A file that bodies name. */
const UPLOAD = 'upload-file.csv';
const ENDING = '.postman_collection.json';

interface Files {
  readonly collection: string;
  readonly environment: string | null;
  readonly data: string | null;
}

interface Ran {
  readonly requests: readonly Echoed[];
  readonly executions: readonly Execution[];
}

interface Execution {
  readonly name: string;
  readonly status: number | null;
  readonly tests: readonly { readonly name: string; readonly passed: boolean; readonly skipped: boolean }[];
}

let echo: Echo;
let raw: RawEcho;
let folder: string;

beforeAll(async () => {
  echo = await startEcho();
  raw = await startRawEcho();
  folder = mkdtempSync(join(tmpdir(), 'proxyctl-parity-'));
  writeFileSync(join(folder, UPLOAD), 'a,b\n1,2\n');
  // Newman reads this file for every request that it sends.
  Object.assign(process.env, proxies());
});

afterAll(async () => {
  for (const name of Object.keys(proxies())) Reflect.deleteProperty(process.env, name);
  await raw[Symbol.asyncDispose]();
  await echo[Symbol.asyncDispose]();
  rmSync(folder, { recursive: true, force: true });
});

describe.skipIf(!existsSync(corpus))('collections of Newman', () => {
  const names = existsSync(corpus) ? readdirSync(corpus).filter((name) => name.endsWith(ENDING)) : [];

  test('are there', () => expect(names.length).toBeGreaterThan(15));

  // A format that Postman no longer supports.
  test('of version 1 are refused', () => {
    expect(() => importContent(readFileSync(join(corpus, VERSION_1)), VERSION_1)).toThrow('version 1');
  });

  test.each(names.filter((name) => name !== VERSION_1))('%s', async (name) => {
    const stem = join(corpus, name.slice(0, -ENDING.length));
    await same({
      collection: overHttp(join(corpus, name), name),
      environment: existing(`${stem}.postman_environment.json`),
      data: existing(`${stem}.postman_data.json`) ?? existing(`${stem}.postman_data.csv`),
    });
  });
});

/** Broken on purpose; or with OAuth 2.0, whose tokens Newman does not request. */
const LEFT_OUT = /malformed|invalid|yaak-auth/;
const OTHERS = existsSync(dirname(corpus))
  ? readdirSync(dirname(corpus), { recursive: true, encoding: 'utf8' }).filter(
      (name) => name.endsWith('.json') && !name.startsWith('newman') && !LEFT_OUT.test(name),
    )
  : [];

describe.skipIf(OTHERS.length === 0)('collections of others', () => {
  test.each(OTHERS)('%s', async (name) => {
    const collection = overHttp(join(dirname(corpus), name), basename(name));
    const text = readFileSync(collection, 'utf8').replaceAll(
      /("src"\s*:\s*)(?:"[^"]*"|\[[^\]]*\])/g,
      `$1"${UPLOAD}"`,
    );
    writeFileSync(collection, text);
    const hosts = [...text.matchAll(/"raw"\s*:\s*"\{\{([^{}"]+)\}\}/g)].map(([, variable]) => variable);
    const values = [...new Set(hosts)].map((key) => ({ key, value: 'http://any.test', enabled: true }));
    const environment = written('environment.json', {
      name: 'E',
      values,
      _postman_variable_scope: 'environment',
    });
    await same({ collection, environment, data: null });
  });
});

describe('other collections', () => {
  test.each(Object.entries(OWN_COLLECTIONS))('%s', async (name, { collection, data }) => {
    await same({
      collection: written(`${name}.json`, collection),
      environment: null,
      data: data === undefined ? null : written(`${name}-data.json`, data),
    });
  });
});

/** Sends requests to all hosts except this machine's to the one server. */
function proxies(): Readonly<Record<string, string>> {
  return { HTTP_PROXY: echo.url, NO_PROXY: 'localhost' };
}

function written(name: string, value: unknown): string {
  const path = join(folder, name);
  writeFileSync(path, JSON.stringify(value));
  return path;
}

/**
 * Returns a copy of the collection without TLS, which the server does not support, without a port that may be
 * taken, and with files that are there.
 */
function overHttp(path: string, name: string): string {
  const target = join(folder, name);
  const text = readFileSync(path, 'latin1')
    .replaceAll('https://', 'http://')
    .replaceAll(/("protocol"\s*:\s*")https"/g, '$1http"')
    .replaceAll('4041', String(raw.port))
    .replaceAll('test/integration/custom-http-method/upload-file.csv', UPLOAD);
  writeFileSync(target, text, 'latin1');
  return target;
}

function existing(path: string): string | null {
  return existsSync(path) ? path : null;
}

async function same(files: Files): Promise<void> {
  const theirs = await taking(() => byNewman(files));
  const ours = await taking(() => here(files));
  expect(ours.executions).toEqual(theirs.executions);
  expect(answered(ours).map(comparable)).toEqual(answered(theirs).map(comparable));
  expect(ours.executions.length).toBeGreaterThan(0);
}

async function taking(run: () => Promise<readonly Execution[]>): Promise<Ran> {
  echo.received.length = 0;
  const executions = await run();
  return { executions, requests: [...echo.received] };
}

/**
 * Leaves out requests that were only challenged: a client that knows the challenge from before need not send
 * them.
 */
function answered({ requests }: Ran): readonly Echoed[] {
  return requests.filter(({ method, url, headers }, at) => {
    const next = requests[at + 1];
    const isSame = next?.method === method && next.url === url;
    return !(isSame && headers['authorization'] === undefined && isDigest(next));
  });
}

function isDigest({ headers }: Echoed): boolean {
  return headers['authorization']?.startsWith('Digest ') === true;
}

/** Removes everything that differs between clients and between runs. */
function comparable({ method, url, headers, body }: Echoed) {
  const boundary = /boundary=(\S+)/.exec(headers['content-type'] ?? '')?.[1];
  const counted = Object.entries(headers)
    .filter(([name]) => !CLIENTS_OWN.has(name))
    .map(([name, value]): [string, string] => [name, boundary ? value.replaceAll(boundary, 'B') : value])
    .map(([name, value]): [string, string] => [name, name === 'authorization' ? timeless(value) : value])
    .sort(([a], [b]) => (a < b ? -1 : 1));
  return {
    method,
    url,
    headers: counted,
    body: boundary === undefined ? body : body.replaceAll(boundary, 'B'),
  };
}

const CLIENTS_OWN: ReadonlySet<string> = new Set([
  'accept',
  'accept-encoding',
  'connection',
  'proxy-connection',
  'user-agent',
  'postman-token',
  'cache-control',
  'content-length',
  'host',
  'referer',
]);

/** Sorts parameters, and leaves out those that are new each time or repeat a default. */
function timeless(value: string): string {
  const parameters = [...value.matchAll(/(\w+)=("[^"]*"|[^\s,]+)/g)]
    .map(([whole, name = '']) => (FRESH.has(name) ? name : whole))
    .filter((parameter) => !/^algorithm="?MD5"?$/.test(parameter));
  return /^(?:Digest|OAuth) /.test(value) ? parameters.sort().join(', ') : value;
}

const FRESH: ReadonlySet<string> = new Set([
  'oauth_nonce',
  'oauth_timestamp',
  'oauth_signature',
  'cnonce',
  'nc',
  'response',
]);

async function byNewman({ collection, environment, data }: Files): Promise<readonly Execution[]> {
  const newman = createRequire(import.meta.url)('newman') as Newman;
  const summary = await new Promise<Summary>((resolve, reject) => {
    newman.run(
      {
        collection,
        ...(environment !== null && { environment }),
        ...(data !== null && { iterationData: data }),
        reporters: [],
        workingDir: folder,
      },
      (error, found) => (error === null ? resolve(found) : reject(error)),
    );
  });
  // A request that needs authorization, or whose script sends another, is listed once for each request sent.
  const last = new Map(summary.run.executions.map((execution) => [execution.cursor.ref, execution]));
  return [...last.values()].map(({ item, response, assertions = [] }) => ({
    name: item.name ?? 'New Request',
    status: response?.code ?? null,
    tests: assertions.map(({ assertion, skipped, error }) => ({
      name: assertion,
      passed: error === undefined || error === null,
      skipped: skipped === true,
    })),
  }));
}

interface Newman {
  run(options: object, done: (error: Error | null, summary: Summary) => void): void;
}

interface Summary {
  readonly run: {
    readonly executions: readonly {
      readonly cursor: { readonly ref: string };
      readonly item: { readonly name?: string };
      readonly response?: { readonly code: number };
      readonly assertions?: readonly {
        readonly assertion: string;
        readonly skipped?: boolean;
        readonly error?: unknown;
      }[];
    }[];
  };
}

async function here({ collection, environment, data }: Files): Promise<readonly Execution[]> {
  const imported = importContent(readFileSync(collection), collection, { keepsFilePaths: true });
  const environments =
    environment === null ? [] : importContent(readFileSync(environment), environment).environments;
  const runs: RequestRun[] = [];
  await runCollection({
    collection: imported.collections[0]!,
    environment: environments[0] ?? null,
    data: data === null ? [] : (await readDataset(data)).rows,
    only: [],
    globals: [],
    iterations: null,
    delayMs: 0,
    bail: false,
    timeoutMs: null,
    scriptTimeoutMs: 5000,
    insecure: false,
    parallel: 1,
    fileRoots: [folder],
    reporters: [{ request: (run) => void runs.push(run) }],
    processEnvironment: proxies(),
  });
  return runs.map(({ name, response, tests }) => ({
    name,
    status: response?.status ?? null,
    tests: tests.map(({ name: test, passed, skipped }) => ({ name: test, passed, skipped })),
  }));
}
