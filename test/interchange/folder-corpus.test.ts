// Collections that others keep as folders: all are imported without loss and run; where the same collection exists as
// a file of version 2.1, both runs are the same. Some of them are in test/corpus.
import { execFile } from 'node:child_process';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { postman } from '../../src/interchange/export/postman/index.ts';
import { importContent, readFolderCollection } from '../../src/interchange/import/index.ts';
import { requestsOf, type Collection } from '../../src/collections/model/collection.ts';
import type { Environment } from '../../src/collections/model/environment.ts';
import type { RequestRun } from '../../src/runs/runner/events.ts';
import { runCollection } from '../../src/runs/runner/run.ts';
import { temporaryHome } from '../helpers/home.ts';
import { startAnsweringProxy, type AnsweringProxy } from '../helpers/answering-proxy.ts';
import { corpus } from '../helpers/corpus.ts';
import { sampled } from '../helpers/scale.ts';

const ROOTS = [
  ...rootsWith('postman-v3', /\/\.resources\/definition\.yaml$/, 2).filter(
    (root, _, all) => !all.some((other) => other !== root && root.startsWith(`${other}/`)),
  ),
  ...rootsWith('opencollection', /\/opencollection\.yml$/, 1),
  ...rootsWith('bru', /\/bruno\.json$/, 1),
];

/** Returns the folders above files with these paths. */
function rootsWith(part: string, pattern: RegExp, levels: number): readonly string[] {
  const paths = filesIn(join(corpus, part)).filter((path) => pattern.test(path));
  return paths.map((path) => Array.from({ length: levels }).reduce<string>((above) => dirname(above), path));
}

function filesIn(folder: string): readonly string[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
}

/** Counts the files that are requests, independently of the import. */
function countedRequests(root: string): number {
  const own = filesIn(root).filter((path) => !path.slice(root.length).startsWith('/environments/'));
  if (own.some((path) => path.endsWith('.request.yaml')))
    return own.filter((path) => path.endsWith('.request.yaml')).length;
  return own.filter((path) => {
    const text = readFileSync(path, 'utf8');
    if (existsSync(join(root, 'opencollection.yml')))
      return path.endsWith('.yml') && /^(?:http|graphql|grpc|websocket):$/m.test(text);
    return path.endsWith('.bru') && !/\/(?:collection|folder)\.bru$/.test(path);
  }).length;
}

let proxy: AnsweringProxy;
beforeAll(async () => {
  proxy = await startAnsweringProxy();
});
afterAll(async () => {
  await proxy[Symbol.asyncDispose]();
});

async function runsOf(
  collection: Collection,
  environment: Environment | null,
  root: string,
): Promise<RequestRun[]> {
  const runs: RequestRun[] = [];
  await runCollection({
    collection,
    environment,
    globals: [],
    data: [],
    only: [],
    iterations: 1,
    parallel: 1,
    delayMs: 0,
    bail: false,
    timeoutMs: 5000,
    scriptTimeoutMs: null,
    insecure: true,
    reporters: [{ request: (run) => void runs.push(run) }],
    fileRoots: [root],
    processEnvironment: proxy.environment,
    showPage: undefined,
  });
  return runs;
}

/** Gives a value to every variable that should hold an address but has none, such as one of a machine. */
function withHosts(collection: Collection, environment: Environment | undefined): Environment {
  const urls = [...requestsOf(collection.items)].map(({ request }) => request.url);
  const names = urls.flatMap((url) => /^\{\{([^{}]+)\}\}/.exec(url)?.[1] ?? []);
  const known = [...collection.variables, ...(environment?.variables ?? [])].filter(
    ({ value }) => value !== '',
  );
  const missing = names.filter((each) => !known.some(({ name, enabled }) => enabled && name === each));
  const hosts = [...new Set(missing)].map((name) => ({
    name,
    value: 'http://any.test',
    enabled: true,
    secret: false,
    docs: '',
  }));
  return {
    id: 'e',
    name: environment?.name ?? 'E',
    variables: [...(environment?.variables ?? []), ...hosts],
  };
}

/** Reasons for which a request cannot be sent that are those of its author, or of another protocol. */
const OWN_REASON =
  /names no host|has no host|has no URL|outside of|private key in PEM|no such file|ENOENT|gRPC|WebSocket|Unexpected server response|refused|could not be reached|could not be resolved|Cannot find (?:the )?module/i;

describe('collections of others', () => {
  test.each(sampled(ROOTS, 3))('%s', { timeout: 120_000 }, async (root) => {
    const { collections, environments, broken, warnings } = readFolderCollection(root, true, {
      keepsFilePaths: true,
    });
    const [collection] = collections;
    expect([broken, warnings]).toEqual([[], []]);
    expect([...requestsOf(collection!.items)]).toHaveLength(countedRequests(root));
    const runs = await runsOf(collection!, withHosts(collection!, environments[0]), root);
    expect(runs.length).toBeGreaterThan(0);
    // Bruno sends no request whose script failed before it, as one that calls a server of its author does.
    const failed = runs.filter(
      ({ error, scriptErrors }) =>
        error !== null && !OWN_REASON.test([error, ...scriptErrors.map(({ message }) => message)].join('\n')),
    );
    expect(failed.map(({ name, url, error, scriptErrors }) => ({ name, url, error, scriptErrors }))).toEqual(
      [],
    );
  });
});

const REVOMAN = join(corpus, 'postman-v3/salesforce-misc-ReVoman/src/integrationTest/resources/pm-templates');
const TWINS = [
  ['v3/pokemon', 'v2/pokemon/pokemon.postman_collection.json', false],
  ['v3/restful-api.dev', 'v2/restfulapidev/restful-api.dev.postman_collection.json', true],
  ['v3/core/[sm] pq', 'v2/core/pq/[sm] pq.postman_collection.json', false],
] as const;

describe.skipIf(!existsSync(REVOMAN))(
  'the same collection as a folder and as a file',
  { tags: ['full'] },
  () => {
    test.each(TWINS)('%s and %s', { timeout: 60_000 }, async (folder, file, isRandom) => {
      const root = join(REVOMAN, folder);
      const { collections, environments } = readFolderCollection(root, true, { keepsFilePaths: true });
      const path = join(REVOMAN, file);
      const twin = importContent(readFileSync(path), path, { keepsFilePaths: true }).collections[0]!;
      const environment = environments[0] ?? null;
      const shown = (runs: readonly RequestRun[]): unknown =>
        runs.map(({ name, folders, method, url, sent, response, tests, error, scriptErrors }) => ({
          name,
          folders,
          method,
          url,
          // The bodies of one collection have random values, which its tests look at.
          headers: isRandom ? [] : sent?.headers,
          body: isRandom ? '' : sent?.body.toString(),
          status: response?.status,
          tests: tests.map(({ name: test, passed }) => (isRandom ? test : { test, passed })),
          error,
          scriptErrors: isRandom ? scriptErrors.length : scriptErrors,
        }));
      expect(shown(await runsOf(collections[0]!, environment, root))).toEqual(
        shown(await runsOf(twin, environment, root)),
      );
    });
  },
);

/** Collections that Newman can run: their scripts are Postman's, and it has no other protocols. */
const OF_POSTMAN = ROOTS.filter((root) => root.startsWith(join(corpus, 'postman-v3')));

/** Newman ends with an error of its own where a request fails in a certain way. */
const NEWMAN_ENDS = '/[sm] pq';

describe('collections of Postman, exported for Newman', () => {
  test.each(sampled(OF_POSTMAN, 1))('%s', { timeout: 120_000 }, async (root) => {
    const { collections, environments } = readFolderCollection(root, true, { keepsFilePaths: true });
    const collection = collections[0]!;
    const environment = withHosts(collection, environments[0]);
    if (root.endsWith(NEWMAN_ENDS)) {
      await expect(byNewman(collection, environment, root)).rejects.toThrow('Unknown object type');
      return;
    }
    const runs = await runsOf(collection, environment, root);
    const sent = runs.filter(({ skipped }) => !skipped);
    expect(sent.map(seen)).toEqual(await byNewman(collection, environment, root));
  });
});

interface Seen {
  readonly name: string;
  readonly status: number | null;
  readonly tests: readonly (readonly [name: string, passed: boolean])[];
}

function seen({ name, response, tests }: RequestRun): Seen {
  return {
    name,
    status: response?.status ?? null,
    tests: tests.map(({ name: test, passed, skipped }) => [test, passed || skipped] as const),
  };
}

async function byNewman(
  collection: Collection,
  environment: Environment,
  workingDir: string,
): Promise<readonly Seen[]> {
  using folder = temporaryHome();
  const at = (name: string): string => join(folder.path, name);
  const values = environment.variables.map(({ name, value, enabled }) => ({ key: name, value, enabled }));
  writeFileSync(at('c.json'), postman.write(collection, { environment: null }).text);
  writeFileSync(at('e.json'), JSON.stringify({ name: environment.name, values }));
  const newman = createRequire(import.meta.url).resolve('newman/bin/newman.js');
  const files = [at('c.json'), '-e', at('e.json'), '--working-dir', workingDir];
  const report = ['-r', 'json', '--reporter-json-export', at('report.json')];
  const limits = ['--timeout-request', '5000', '-k', '--suppress-exit-code'];
  await promisify(execFile)(process.execPath, [newman, 'run', ...files, ...report, ...limits], {
    env: { ...process.env, ...proxy.environment },
  });
  const { run } = JSON.parse(readFileSync(at('report.json'), 'utf8')) as Summary;
  // A request that sends others, or asks for authorization, is listed once for each that is sent.
  const last = new Map(run.executions.map((execution) => [execution.cursor.ref, execution]));
  return [...last.values()].map(({ item, response, assertions = [] }) => ({
    name: item.name,
    status: response?.code ?? null,
    tests: assertions.map(
      ({ assertion, error }) => [assertion, error === undefined || error === null] as const,
    ),
  }));
}

interface Summary {
  readonly run: {
    readonly executions: readonly {
      readonly cursor: { readonly ref: string };
      readonly item: { readonly name: string };
      readonly response?: { readonly code: number };
      readonly assertions?: readonly { readonly assertion: string; readonly error?: unknown }[];
    }[];
  };
}
