// An hour of what developers look at: a REST app with sign-in, a GraphQL app, pages with scripts, calls to language
// models, uploads. Credentials travel where they belong. The report holds no finding of high severity about it.
import { createReadStream, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { aiBodies } from '../../../test/helpers/ai-bodies.ts';
import { capturedFlow } from '../../../test/helpers/flows.ts';
import type { Flow } from '../../flow/flow.ts';
import { generated } from '../../../test/secrets/cases/generate.ts';
import { collected } from '../../../test/helpers/collect.ts';
import { exportTraffic } from '../export/index.ts';
import { har } from '../formats/har/index.ts';
import { importTraffic } from '../import.ts';
import { temporaryBudget } from '../temporary-budget.ts';
import { insights } from './index.ts';
import { corpus } from '../../../test/helpers/corpus.ts';

const HOUR_MS = 3_600_000;
const ROUNDS = 120;

interface Exchange {
  readonly host: string;
  readonly line: string;
  readonly sent?: readonly string[];
  readonly content?: string;
  readonly status?: number;
  readonly answered?: readonly string[];
  readonly body: string;
}

const JSON_TYPE = 'Content-Type: application/json';
const hex = (length: number, seed: number): string => generated(`{h${length}}`, seed);
const uuid = (seed: number): string =>
  hex(32, seed).replace(/(.{8})(.{4})(.{4})(.{4})(.{12})/, '$1-$2-$3-$4-$5');
const jwt = (seed: number): string =>
  [
    { alg: 'RS256', kid: hex(8, seed) },
    { sub: uuid(seed), iat: 1_767_322_800 + seed },
  ]
    .map((part) => Buffer.from(JSON.stringify(part)).toString('base64url'))
    .concat(generated('{w342}', seed))
    .join('.');

/** A REST app: sign-in, refresh, lists with cursors, uploads to presigned addresses, a payment by a public key. */
function restApp(at: number): readonly Exchange[] {
  const bearer = `Authorization: Bearer ${jwt(at)}`;
  const host = 'api.shop.test';
  return [
    {
      host,
      line: 'POST /oauth/token',
      sent: ['Content-Type: application/x-www-form-urlencoded'],
      content: `grant_type=refresh_token&client_id=web&refresh_token=${generated('{A48}', at)}`,
      answered: [JSON_TYPE, 'Cache-Control: no-store'],
      body: JSON.stringify({ access_token: jwt(at), token_type: 'Bearer', expires_in: 900 }),
    },
    {
      host,
      line: `GET /v1/orders?limit=50&cursor=${generated('{w40}', at)}`,
      sent: [bearer],
      body: JSON.stringify({
        next_page_token: generated('{w40}', at + 1),
        items: [{ id: uuid(at), etag: hex(40, at), key: `orders/${at}`, code: 'EUR', sku: 'SKU-1' }],
      }),
    },
    {
      host: 'uploads.s3.eu-west-1.amazonaws.com',
      line: `PUT /${uuid(at)}.png?X-Amz-Algorithm=AWS4-HMAC-SHA256&X-Amz-Expires=60&X-Amz-Signature=${hex(64, at)}`,
      sent: ['Content-Type: image/png'],
      content: Buffer.from(hex(2000, at), 'hex').toString('latin1'),
      body: '',
    },
    {
      host: 'api.stripe.com',
      line: 'POST /v1/payment_methods',
      sent: ['Content-Type: application/x-www-form-urlencoded'],
      content: `type=card&key=${['pk', 'live', generated('{A24}', at)].join('_')}&guid=${uuid(at)}`,
      body: JSON.stringify({ id: `pm_${generated('{A24}', at)}`, object: 'payment_method', livemode: true }),
    },
    {
      host,
      line: 'GET /v1/me',
      sent: [`Cookie: sid=${hex(32, at)}; theme=dark`],
      status: at % 40 === 0 ? 503 : 200,
      body: JSON.stringify({ password_changed_at: '2026-01-01', has_password: true, secret_question: false }),
    },
  ];
}

/** Pages with what bundlers, analytics and content networks put into them. */
function browsing(at: number): readonly Exchange[] {
  const chunk = `/assets/index-${generated('{A8}', at)}.js`;
  return [
    {
      host: 'www.shop.test',
      line: 'GET /',
      answered: [
        'Content-Type: text/html',
        `Set-Cookie: sid=${hex(32, at)}; Path=/; Secure; HttpOnly; SameSite=Lax`,
      ],
      body: `<script src="${chunk}" integrity="sha384-${generated('{b64}', at)}" nonce="${generated('{A22}', at)}"></script>
<input type="hidden" name="csrf_token" value="${hex(64, at)}"><input type="password" name="password" placeholder="Password">`,
    },
    {
      host: 'www.shop.test',
      line: `GET ${chunk}`,
      answered: ['Content-Type: text/javascript'],
      body: `const t={apiKey:e.apiKey,password:"",token:null};function a(e){return e.accessToken||n("Password")}const s="${hex(40, at)}";//# sourceMappingURL=index.js.map`,
    },
    {
      host: 'collect.analytics.test',
      line: `POST /g/collect?v=2&tid=G-${generated('{U10}', at)}&cid=${at}.${at * 7}&sid=17673228${at}`,
      sent: [JSON_TYPE],
      content: JSON.stringify({ event: 'page_view', sessionId: uuid(at), key: 'checkout' }),
      body: '',
    },
    {
      host: 'fonts.test',
      line: 'GET /a.woff2',
      answered: ['Content-Type: font/woff2'],
      body: Buffer.from(hex(4000, at), 'hex').toString('latin1'),
    },
  ];
}

function graphQl(at: number): readonly Exchange[] {
  return [
    {
      host: 'graph.shop.test',
      line: 'POST /graphql',
      sent: [JSON_TYPE, `Authorization: Bearer ${jwt(at)}`],
      content: JSON.stringify({
        operationName: 'Cart',
        query: 'query Cart($token: ID!) { cart(token: $token) { id pageInfo { endCursor } } }',
        variables: { token: uuid(at) },
        extensions: { persistedQuery: { version: 1, sha256Hash: hex(64, at) } },
      }),
      body: JSON.stringify({
        data: { cart: { id: uuid(at), pageInfo: { endCursor: generated('{A24}', at) } } },
      }),
    },
  ];
}

/** The samples of calls to language models, with the key of the provider in its header. */
function models(at: number): readonly Exchange[] {
  return Object.values(aiBodies)
    .filter(({ url }) => url.startsWith('https://'))
    .map(({ url, side, contentType, body }) => {
      const { host, pathname, search } = new URL(url);
      const key = host === 'api.anthropic.com' ? `x-api-key: sk-ant-api03-${generated('{w93}', at)}AA` : '';
      const isRequest = side === 'request';
      return {
        host,
        line: `POST ${pathname}${search}`,
        sent: [`Content-Type: ${isRequest ? contentType : 'application/json'}`, ...(key === '' ? [] : [key])],
        content: isRequest ? body : '{}',
        answered: [`Content-Type: ${isRequest ? 'application/json' : contentType}`],
        body: isRequest ? '{"usage":{"total_tokens":42}}' : body,
      };
    });
}

function flowOf(exchange: Exchange, id: number, startedAt: number): Flow {
  const { host, line, sent = [], content = '', status = 200, answered = [JSON_TYPE], body } = exchange;
  const flow = capturedFlow({
    id,
    target: { scheme: 'https', host, port: 443 },
    decrypted: true,
    request: { head: [`${line} HTTP/1.1`, `Host: ${host}`, ...sent], body: Buffer.from(content, 'latin1') },
    response: { head: [`HTTP/1.1 ${status} OK`, ...answered], body: Buffer.from(body, 'latin1') },
  });
  return Object.assign(flow, { startedAt });
}

function hourOfTraffic(): readonly Flow[] {
  const rounds = Array.from({ length: ROUNDS }, (_, at) => [
    ...restApp(at + 1),
    ...browsing(at + 1),
    ...graphQl(at + 1),
    ...models(at + 1),
  ]);
  const all = rounds.flat();
  return all.map((each, at) => flowOf(each, at + 1, 1_767_322_800_000 + (at * HOUR_MS) / all.length));
}

test(
  'an hour of ordinary traffic has no finding of high severity, and one leaked key is found in it',
  { tags: ['full'] },
  async () => {
    const flows = hourOfTraffic();
    expect(flows.length).toBeGreaterThan(1500);
    const quiet = (await insights(flows, 'secrets', { limit: 500 })) as {
      readonly high: number;
      readonly findings: readonly object[];
    };
    const loud = quiet.findings.filter((each) => 'severity' in each && each.severity === 'high');
    expect(loud).toEqual([]);
    expect(quiet.high).toBe(0);
    const leak: Exchange = {
      host: 'api.shop.test',
      line: 'GET /v1/config',
      body: JSON.stringify({ billing: ['sk', 'live', generated('{A24}', 1)].join('_') }),
    };
    const leaked = flowOf(leak, flows.length + 1, 0);
    expect(await insights([...flows, leaked], 'secrets', { limit: 5 })).toMatchObject({ high: 1 });
  },
);

test('an hour of ordinary traffic has no security finding of high severity', async () => {
  const { findings } = (await insights(hourOfTraffic(), 'security', { limit: 500 })) as {
    readonly findings: readonly { readonly severity: string }[];
  };
  expect(findings.filter(({ severity }) => severity === 'high')).toEqual([]);
});

/** Files that browsers and other proxies have recorded; the folder is not part of the project. */
const CORPUS = join(corpus, 'har');
const recordings = readdirSync(CORPUS).filter(
  (name) => name.endsWith('.har') && !/broken|corrupted/.test(name),
);

async function read(content: AsyncIterable<Buffer>): Promise<readonly Flow[]> {
  let id = 0;
  return (await importTraffic(content, { captures: temporaryBudget(), takeId: () => ++id })).flows;
}

test('recordings of other programs have no alarm among them', { tags: ['full'] }, async () => {
  const flows: Flow[] = [];
  for (const name of recordings) flows.push(...(await read(createReadStream(join(CORPUS, name)))));
  expect(flows.length).toBeGreaterThanOrEqual(recordings.length);
  const all = [...hourOfTraffic(), ...flows];
  expect(await insights(all, 'secrets', { limit: 5 })).toMatchObject({ high: 0 });
  const { findings } = (await insights(all, 'security', { limit: 500 })) as {
    readonly findings: readonly { readonly severity: string }[];
  };
  expect(findings.filter(({ severity }) => severity === 'high')).toEqual([]);
});

test('recordings without secrets are whole recordings', async () => {
  for (const name of recordings) {
    const flows = await read(createReadStream(join(CORPUS, name)));
    const file = await collected(exportTraffic(har, flows, true));
    const again = await read(
      (async function* () {
        yield await Promise.resolve(file);
      })(),
    );
    const summaries = (each: readonly Flow[]): readonly string[] =>
      each.map(({ method, status, target, response }) =>
        [method, status, target.host, response?.header('content-type')].join(' '),
      );
    expect(summaries(again), name).toEqual(summaries(flows));
    for (const [at, { response }] of flows.entries())
      expect(isJson(again[at]?.response?.body.bytes()), `${name} ${at}`).toBe(isJson(response?.body.bytes()));
  }
});

function isJson(body: Buffer | undefined): boolean {
  try {
    JSON.parse(body?.toString() ?? '');
    return true;
  } catch {
    return false;
  }
}
