// A collection run by Newman and here, one after the other, against the same server: the same requests in the same order,
// and the same tests with the same results.
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect } from 'vitest';
import { importContent } from '../../src/interchange/import/index.ts';
import type { RequestRun } from '../../src/runs/runner/events.ts';
import { runCollection } from '../../src/runs/runner/run.ts';
import { readDataset } from '../../src/collections/storage/datasets.ts';
import { startEcho, startRawEcho, type Echo, type Echoed, type RawEcho } from './echo.ts';

/** The file that bodies name. */
const UPLOAD = 'upload-file.csv';

export interface ParityFiles {
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

interface ParityContext {
  readonly folder: string;
  readonly proxies: Readonly<Record<string, string>>;
}

export class NewmanParity implements AsyncDisposable {
  readonly #echo: Echo;
  readonly #raw: RawEcho;
  readonly #folder = mkdtempSync(join(tmpdir(), 'proxyctl-parity-'));

  private constructor(echo: Echo, raw: RawEcho) {
    this.#echo = echo;
    this.#raw = raw;
    writeFileSync(join(this.#folder, UPLOAD), 'a,b\n1,2\n');
    // Newman reads these for every request that it sends.
    Object.assign(process.env, this.#proxies());
  }

  static async start(): Promise<NewmanParity> {
    return new NewmanParity(await startEcho(), await startRawEcho());
  }

  /** Runs both, and expects the same of them. */
  async same(files: ParityFiles): Promise<void> {
    const context = { folder: this.#folder, proxies: this.#proxies() };
    const theirs = await this.#taking(() => byNewman(files, this.#folder));
    const ours = await this.#taking(() => here(files, context));
    expect(ours.executions).toEqual(theirs.executions);
    expect(answered(ours).map(comparable)).toEqual(answered(theirs).map(comparable));
    expect(ours.executions.length).toBeGreaterThan(0);
  }

  write(name: string, value: unknown): string {
    const path = join(this.#folder, name);
    writeFileSync(path, JSON.stringify(value));
    return path;
  }

  /**
   * Writes a copy of a collection without TLS, which the server does not support, without a port that may be taken, and
   * with files that are there; returns its path.
   */
  overHttp(content: Buffer, name: string): string {
    const target = join(this.#folder, name);
    const text = content
      .toString('latin1')
      .replaceAll('https://', 'http://')
      .replaceAll(/("protocol"\s*:\s*")https"/g, '$1http"')
      .replaceAll('4041', String(this.#raw.port))
      .replaceAll(/("src"\s*:\s*)(?:"[^"]*"|\[[^\]]*\])/g, `$1"${UPLOAD}"`);
    writeFileSync(target, text, 'latin1');
    return target;
  }

  /** Writes an environment with a host for each variable of the collection that stands for one and has none. */
  hostsFor(collection: string): string {
    const text = readFileSync(collection, 'utf8');
    const { variable = [] } = JSON.parse(text) as {
      readonly variable?: readonly { readonly key: string; readonly value: unknown }[];
    };
    const known = new Set(
      variable.filter(({ value }) => String(value).startsWith('http')).map(({ key }) => key),
    );
    const hosts = [...text.matchAll(/"raw"\s*:\s*"\{\{([^{}"]+)\}\}/g)].map(([, name = '']) => name);
    const values = [...new Set(hosts)]
      .filter((name) => !known.has(name))
      .map((key) => ({ key, value: 'http://any.test', enabled: true }));
    return this.write('environment.json', { name: 'E', values, _postman_variable_scope: 'environment' });
  }

  /** Sends requests to all hosts except this machine's to the one server. */
  #proxies(): Readonly<Record<string, string>> {
    return { HTTP_PROXY: this.#echo.url, NO_PROXY: 'localhost' };
  }

  async #taking(run: () => Promise<readonly Execution[]>): Promise<Ran> {
    this.#echo.received.length = 0;
    const executions = await run();
    return { executions, requests: [...this.#echo.received] };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    for (const name of Object.keys(this.#proxies())) Reflect.deleteProperty(process.env, name);
    await this.#raw[Symbol.asyncDispose]();
    await this.#echo[Symbol.asyncDispose]();
    rmSync(this.#folder, { recursive: true, force: true });
  }
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

async function byNewman(
  { collection, environment, data }: ParityFiles,
  folder: string,
): Promise<readonly Execution[]> {
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

async function here(
  { collection, environment, data }: ParityFiles,
  { folder, proxies }: ParityContext,
): Promise<readonly Execution[]> {
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
    processEnvironment: proxies,
  });
  return runs.map(({ name, response, tests }) => ({
    name,
    status: response?.status ?? null,
    tests: tests.map(({ name: test, passed, skipped }) => ({ name: test, passed, skipped })),
  }));
}
