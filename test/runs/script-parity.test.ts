// Scripts give the same results as in Newman: the same tests with the same outcomes and messages, and the
// same variables.
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createRequire } from 'node:module';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CookieStore } from '../../src/requests/http/cookies.ts';
import type {
  ScriptHost,
  ScriptOutcome,
  ScriptRequest,
  ScriptResponse,
  ScriptTask,
  Values,
} from '../../src/runs/scripts/contract.ts';
import { ScriptRunner } from '../../src/runs/scripts/index.ts';
import { ANSWER, SNIPPETS as ALL_SNIPPETS, type Snippet } from '../helpers/script-snippets.ts';
import { sampled } from '../helpers/scale.ts';

interface Found {
  readonly name: string;
  readonly passed: boolean;
  readonly skipped: boolean;
  readonly message: string | null;
}

interface Result {
  readonly tests: readonly Found[];
  readonly error: string | null;
}

interface All {
  readonly results: readonly Result[];
  readonly environment: Values;
  readonly globals: Values;
}

const RAW = '{"sent": 1}';
let server: Server;
let base: string;
const runner = new ScriptRunner({ threads: 1, limits: { timeoutMs: 5000 } });
const SNIPPETS = sampled(ALL_SNIPPETS, 50);
let ofNewman: All;
let ours: All;

beforeAll(async () => {
  server = createServer(answer).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  ofNewman = await runByNewman();
  ours = await runHere();
}, 120_000);

afterAll(async () => {
  await runner.close();
  server.close();
  server.closeAllConnections();
});

test('there are enough of them', () => {
  expect(ALL_SNIPPETS.length).toBeGreaterThanOrEqual(100);
});

test.each(SNIPPETS.map(({ name }, index) => [index, name] as const))('%i %s', (index) => {
  const theirs = ofNewman.results[index]!;
  const own = ours.results[index]!;
  const shown = ({ message, ...each }: Found): object =>
    SNIPPETS[index]!.hasOwnWords === true ? each : { ...each, message };
  expect(own.tests.map(shown)).toEqual(theirs.tests.map(shown));
  expect(own.error === null).toBe(theirs.error === null);
});

test('all variables', () => {
  expect(ours.environment).toEqual(ofNewman.environment);
  expect(ours.globals).toEqual(ofNewman.globals);
});

function answer(request: IncomingMessage, response: ServerResponse): void {
  const pieces: Buffer[] = [];
  request.on('data', (piece: Buffer) => pieces.push(piece));
  request.on('end', () => {
    if (request.url?.startsWith('/json') === true) response.writeHead(200, ANSWER.headers).end(ANSWER.body);
    else {
      const { method, url } = request;
      const body = Buffer.concat(pieces).toString();
      response.writeHead(200, { 'Content-Type': 'application/json' });
      response.end(JSON.stringify({ method, url, own: request.headers['x-own'], body }));
    }
  });
}

function nameOf({ name }: Snippet, index: number): string {
  return `${index} ${name}`;
}

interface NewmanScope {
  readonly syncVariablesTo: () => unknown;
}

interface NewmanScript {
  readonly error?: { readonly message: string };
}

/** The compared part of a result. */
interface Summary {
  readonly run: {
    readonly executions: readonly {
      readonly item: { readonly name: string };
      readonly assertions?: readonly {
        readonly assertion: string;
        readonly skipped: boolean;
        readonly error?: { readonly message: string } | null;
      }[];
      readonly testScript?: readonly NewmanScript[];
      readonly prerequestScript?: readonly NewmanScript[];
    }[];
  };
  readonly environment: NewmanScope;
  readonly globals: NewmanScope;
}

async function runByNewman(): Promise<All> {
  const collection = {
    info: { name: 'C', schema: 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json' },
    item: SNIPPETS.map((snippet, index) => ({
      name: nameOf(snippet, index),
      event: [
        {
          listen: snippet.phase === 'test' ? 'test' : 'prerequest',
          script: { type: 'text/javascript', exec: snippet.script },
        },
      ],
      request: {
        method: 'POST',
        url: `${base}/json?q=1`,
        header: [{ key: 'X-Given', value: '1' }],
        body: { mode: 'raw', raw: RAW },
      },
    })),
  };
  const newman = createRequire(import.meta.url)('newman');
  const summary = await new Promise<Summary>((resolve, reject) => {
    const options = {
      collection,
      environment: { name: 'E', values: [{ key: 'base', value: base }] },
      reporters: [],
    };
    newman.run(options, (error: Error | null, found: Summary) =>
      error === null ? resolve(found) : reject(error),
    );
  });
  const results = SNIPPETS.map((snippet, index) => {
    // The list includes requests that scripts send, under the name of the request whose script it is.
    const [execution] = summary.run.executions.filter(({ item }) => item.name === nameOf(snippet, index));
    return {
      tests: (execution?.assertions ?? []).map(({ assertion, skipped, error }) => ({
        name: assertion,
        passed: error === undefined || error === null,
        skipped,
        message: error?.message ?? null,
      })),
      error:
        [...(execution?.testScript ?? []), ...(execution?.prerequestScript ?? [])].find(({ error }) => error)
          ?.error?.message ?? null,
    };
  });
  const valuesOf = (scope: NewmanScope): Values => JSON.parse(JSON.stringify(scope.syncVariablesTo()));
  return { results, environment: valuesOf(summary.environment), globals: valuesOf(summary.globals) };
}

async function runHere(): Promise<All> {
  const cookies = new CookieStore();
  const scopes: Record<string, Values> = { globals: {}, collection: {}, environment: { base }, data: {} };
  const results: Result[] = [];
  for (const [index, snippet] of SNIPPETS.entries()) {
    const outcome = await runOne(snippet, index, scopes, cookies);
    for (const [name, values] of Object.entries(outcome.scopes)) scopes[name] = values;
    results.push({
      tests: outcome.tests.map(({ error, ...each }) => ({ ...each, message: error?.message ?? null })),
      error: outcome.error?.message ?? null,
    });
  }
  return { results, environment: scopes['environment']!, globals: scopes['globals']! };
}

async function runOne(
  snippet: Snippet,
  index: number,
  scopes: Readonly<Record<string, Values>>,
  cookies: CookieStore,
): Promise<ScriptOutcome> {
  const name = nameOf(snippet, index);
  const { phase } = snippet;
  const asked: ScriptRequest = {
    id: 'id',
    name,
    method: 'POST',
    url: `${base}/json?q=1`,
    query: [],
    path: [],
    headers: [{ name: 'X-Given', value: '1', enabled: true }],
    body: { type: 'raw', language: 'text', text: RAW },
    auth: { type: 'none' },
  };
  const host: ScriptHost = { cookies, sendRequest: (each) => send(each, cookies) };
  const response = phase === 'test' ? await send(asked, cookies) : null;
  const { globals = {}, collection = {}, environment = {}, data = {} } = scopes;
  const task: ScriptTask = {
    phase,
    script: snippet.script,
    where: `request ${name}`,
    environmentName: 'E',
    settings: {},
    requestDocs: '',
    request: asked,
    response,
    info: {
      iteration: 0,
      iterationCount: 1,
      requestName: name,
      requestId: 'id',
      eventName: phase === 'test' ? 'test' : 'prerequest',
    },
    scopes: { globals, collection, environment, data, request: {}, local: {} },
    cookies: await cookies.of(base),
    location: ['C', name],
  };
  return runner.run(task, host);
}

/** Bodies are the ones that the snippets send. */
async function send(asked: ScriptRequest, cookies: CookieStore): Promise<ScriptResponse> {
  const { body } = asked;
  const text =
    body.type === 'raw'
      ? body.text
      : body.type === 'urlencoded'
        ? body.fields
            .filter(({ enabled }) => enabled)
            .map(({ name, value }) => `${name}=${encodeURIComponent(value)}`)
            .join('&')
        : '';
  const headers = Object.fromEntries(asked.headers.map(({ name, value }) => [name, value]));
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>();
  request(asked.url, { method: asked.method, headers, agent: false }, resolve).on('error', reject).end(text);
  const response = await promise;
  const received = Buffer.concat(await response.toArray());
  await cookies.store(asked.url, response.headers['set-cookie'] ?? []);
  const pairs = response.rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [{ name, value: response.rawHeaders[at + 1]! }] : [],
  );
  return {
    status: response.statusCode!,
    reason: response.statusMessage!,
    headers: pairs,
    body: received,
    timeMs: 5,
    size: received.length,
    cookies: await cookies.of(asked.url),
    trailers: [],
    messages: [],
    httpVersion: 'HTTP/1.1',
    url: asked.url,
  };
}
