// OAuth 2.0 against the test's own authorization server, which verifies each request.
import { createHash } from 'node:crypto';
import { createServer, get } from 'node:http';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { oauth2 } from '../../src/requests/auth/oauth2/index.ts';
import { headerOf } from '../../src/requests/auth/shared/signable-request.ts';
import { authWith, quietContext, requestTo } from '../helpers/authorization.ts';
import { clientOf, type Client } from '../helpers/authorized-exchange.ts';
import { listening } from '../helpers/listening.ts';
import { serverOf, type Arrived, type Reply, type TestServer } from '../helpers/small-server.ts';

const CLIENT = { clientId: 'the client', clientSecret: 'hidden:+%' };
const BASIC = `Basic ${Buffer.from('the+client:hidden%3A%2B%25').toString('base64')}`;

let server: TestServer;
let client: Client;
let tokens: number;
let refused: Set<string>;
/** The response of the token endpoint; null: a token. */
let failing: Reply | null;
let extra: Readonly<Record<string, unknown>>;
/** The parameters of the code that was issued. */
let asked: URLSearchParams;

beforeEach(async () => {
  tokens = 0;
  refused = new Set();
  failing = null;
  extra = {};
  server = await serverOf((request) =>
    request.url.startsWith('/token') ? tokenReply(request) : resource(request),
  );
  client = clientOf();
});
afterEach(async () => {
  client[Symbol.dispose]();
  await server[Symbol.asyncDispose]();
});

function tokenReply(request: Arrived): Reply {
  if (failing !== null) return failing;
  const form = new URLSearchParams(request.body.toString());
  const error = errorOf(form);
  if (error !== null)
    return { status: 400, body: JSON.stringify({ error: 'invalid_grant', error_description: error }) };
  tokens += 1;
  const answer = { access_token: `token ${tokens}`, token_type: 'Bearer', ...extra };
  return { status: 200, headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(answer) };
}

function errorOf(form: URLSearchParams): string | null {
  if (form.get('grant_type') !== 'authorization_code') return null;
  if (form.get('code') !== 'the code') return 'another code';
  if (form.get('redirect_uri') !== asked.get('redirect_uri')) return 'another redirect_uri';
  const challenge = asked.get('code_challenge');
  if (challenge === null) return null;
  const verifier = form.get('code_verifier') ?? '';
  const isPlain = asked.get('code_challenge_method') === 'plain';
  const found = isPlain ? verifier : createHash('sha256').update(verifier).digest('base64url');
  return found === challenge && verifier.length >= 43 ? null : 'another code_verifier';
}

function resource({ url, headers }: Arrived): Reply {
  const token = (
    headers.authorization ??
    new URLSearchParams(url.split('?')[1]).get('access_token') ??
    ''
  ).replace('Bearer ', '');
  if (!refused.has(token)) return { status: 200, body: token };
  return { status: 401, headers: { 'WWW-Authenticate': 'Bearer realm="r", error="invalid_token"' } };
}

const fields = (more: Readonly<Record<string, unknown>> = {}) =>
  authWith('oauth2', { ...CLIENT, accessTokenUrl: `${server.url}/token`, ...more });
const tokenRequests = () =>
  server.arrived
    .filter(({ url }) => url.startsWith('/token'))
    .map(({ headers, body }) => ({
      headers,
      form: Object.fromEntries(new URLSearchParams(body.toString())),
    }));
const textOf = ({ response }: Awaited<ReturnType<Client['send']>>) => response.body.toString();

describe('client credentials', () => {
  test('a token is asked for once a run, with scope, audience and resource', async () => {
    const auth = fields({ scope: 'a b', audience: 'api', resource: 'urn:x' });
    const answers = await Promise.all([1, 2, 3].map(() => client.send(auth, `${server.url}/x`)));
    answers.push(await client.send(auth, `${server.url}/y`));
    expect(answers.map(textOf)).toEqual(['token 1', 'token 1', 'token 1', 'token 1']);
    expect(tokenRequests()).toHaveLength(1);
    const [{ headers, form } = { headers: {}, form: {} }] = tokenRequests();
    expect(form).toEqual({
      grant_type: 'client_credentials',
      scope: 'a b',
      audience: 'api',
      resource: 'urn:x',
    });
    expect(headers).toMatchObject({
      authorization: BASIC,
      accept: 'application/json',
      'content-type': 'application/x-www-form-urlencoded',
    });
    // Other fields need another token.
    expect(textOf(await client.send({ ...auth, scope: 'c' }, `${server.url}/x`))).toBe('token 2');
  });

  test('the client may name itself in the body, and has to without a secret', async () => {
    await client.send(fields({ clientAuthentication: 'body' }), `${server.url}/x`);
    await client.send(fields({ clientSecret: '' }), `${server.url}/x`);
    const sent = tokenRequests();
    expect(sent.map(({ headers }) => headers.authorization)).toEqual([undefined, undefined]);
    expect(sent.map(({ form }) => form)).toEqual([
      { grant_type: 'client_credentials', client_id: CLIENT.clientId, client_secret: CLIENT.clientSecret },
      { grant_type: 'client_credentials', client_id: CLIENT.clientId },
    ]);
  });

  test('the token goes into the query, or behind a prefix of its own', async () => {
    expect(
      textOf(await client.send(fields({ addTokenTo: 'query' }), `${server.url}/x?a=1&access_token=old`)),
    ).toBe('token 1');
    expect(server.arrived.at(-1)?.url).toBe('/x?a=1&access_token=token%201');
    await client.send(fields({ headerPrefix: 'OAuth ' }), `${server.url}/x`);
    expect(server.arrived.at(-1)?.headers.authorization).toBe('OAuth token 2');
  });

  test('a refused token is replaced once, and only when it is said to be no good', async () => {
    const auth = fields();
    await client.send(auth, `${server.url}/x`);
    refused = new Set(['token 1']);
    expect(textOf(await client.send(auth, `${server.url}/x`))).toBe('token 2');
    refused = new Set(['token 2', 'token 3', 'token 4']);
    expect((await client.send(auth, `${server.url}/x`)).response.status).toBe(401);
    expect(tokens).toBe(3);
    // A token that the fields contain is used unchanged.
    refused = new Set(['mine']);
    expect((await client.send(fields({ accessToken: 'mine' }), `${server.url}/x`)).response.status).toBe(401);
    expect(tokens).toBe(3);
  });

  test('a form for an answer is read too', async () => {
    failing = {
      status: 200,
      headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8' },
      body: 'access_token=from+a+form&scope=x',
    };
    expect(textOf(await client.send(fields(), `${server.url}/x`))).toBe('from a form');
  });
});

test('password', async () => {
  const auth = fields({ grant: 'password', username: 'ü', password: 'p&' });
  expect(textOf(await client.send(auth, `${server.url}/x`))).toBe('token 1');
  expect(tokenRequests()[0]?.form).toEqual({ grant_type: 'password', username: 'ü', password: 'p&' });
});

describe('what expires is renewed', () => {
  let now: number;
  const newContext = () =>
    quietContext({
      now: () => now,
      async send({ method, url, headers, body }) {
        const sent = Object.fromEntries(headers.map(({ name, value }) => [name, value]));
        const answer = await fetch(url, { method, headers: sent, body: new Uint8Array(body) });
        const fields = [...answer.headers].map(([name, value]) => ({ name, value }));
        return { status: answer.status, headers: fields, body: Buffer.from(await answer.arrayBuffer()) };
      },
    });
  const tokenWith = async (auth: ReturnType<typeof fields>, context: ReturnType<typeof newContext>) =>
    headerOf(await oauth2.apply(auth, requestTo('http://a.test/'), context), 'authorization');

  test('with the refresh token where there is one, a little before its time', async () => {
    now = 1_000_000;
    extra = { expires_in: '3600', refresh_token: 'refresh 1' };
    const [auth, context] = [
      fields({ grant: 'password', username: 'u', refreshTokenUrl: `${server.url}/token/refresh` }),
      newContext(),
    ];
    expect(await tokenWith(auth, context)).toBe('Bearer token 1');
    now += 3_569_000;
    expect(await tokenWith(auth, context)).toBe('Bearer token 1');
    now += 1000;
    // The old refresh token remains valid where the response has no new one.
    extra = { expires_in: 10 };
    expect(await tokenWith(auth, context)).toBe('Bearer token 2');
    now += 9000;
    expect(await tokenWith(auth, context)).toBe('Bearer token 3');
    expect(tokenRequests().map(({ form }) => form['grant_type'])).toEqual([
      'password',
      'refresh_token',
      'refresh_token',
    ]);
    expect(tokenRequests().at(-1)?.form).toEqual({ grant_type: 'refresh_token', refresh_token: 'refresh 1' });
    expect(server.arrived.at(-1)?.url).toBe('/token/refresh');
    // The refresh token is used up: a new authorization starts.
    now += 9000;
    const noMore = { status: 400, body: '{"error":"invalid_grant"}' };
    failing = noMore;
    await expect(tokenWith(auth, context)).rejects.toThrow('invalid_grant');
    failing = null;
    expect(await tokenWith(auth, context)).toBe('Bearer token 4');
  });

  test('with its grant where there is no refresh token', async () => {
    now = 0;
    extra = { expires_in: 100 };
    const [auth, context] = [fields(), newContext()];
    await tokenWith(auth, context);
    now = 90_000;
    const together = await Promise.all([1, 2, 3].map(() => tokenWith(auth, context)));
    expect(together).toEqual(['Bearer token 2', 'Bearer token 2', 'Bearer token 2']);
    expect(tokenRequests().map(({ form }) => form['grant_type'])).toEqual([
      'client_credentials',
      'client_credentials',
    ]);
  });

  test('a token of the fields by their refresh token, once it is refused', async () => {
    refused = new Set(['old']);
    const auth = fields({ grant: 'token', accessToken: 'old', refreshToken: 'r' });
    expect(textOf(await client.send(auth, `${server.url}/x`))).toBe('token 1');
    expect(textOf(await client.send(auth, `${server.url}/x`))).toBe('token 1');
    expect(tokenRequests().map(({ form }) => form)).toEqual([
      { grant_type: 'refresh_token', refresh_token: 'r' },
    ]);
  });

  test('the grant of the refresh token itself', async () => {
    const auth = fields({ grant: 'refreshToken', refreshToken: 'r', scope: 's' });
    expect(textOf(await client.send(auth, `${server.url}/x`))).toBe('token 1');
    expect(tokenRequests()[0]?.form).toEqual({ grant_type: 'refresh_token', refresh_token: 'r', scope: 's' });
  });
});

/** Opens a page as a browser does, and returns its status. */
function visit(url: string): Promise<number> {
  return new Promise((resolve, reject) => {
    get(url, (response) => {
      response.resume().once('end', () => resolve(response.statusCode ?? 0));
    }).once('error', reject);
  });
}

/** A user who consents, or does what `answer` says. */
function personWho(answer: (redirect: URL, state: string) => Promise<unknown>): (url: string) => void {
  return (url) => {
    asked = new URL(url).searchParams;
    void answer(new URL(asked.get('redirect_uri') ?? ''), asked.get('state') ?? '');
  };
}

const yes = personWho((redirect, state) =>
  visit(`${redirect.href}?code=the+code&state=${encodeURIComponent(state)}`),
);

describe('device code', () => {
  /** A server whose token endpoint gives these answers, one after the other. */
  async function deviceServer(answers: readonly object[], device: object = {}): Promise<string> {
    const left = [...answers];
    const answering = createServer((request, response) => {
      const isToken = request.url === '/token';
      const answer = isToken
        ? left.shift()
        : {
            device_code: 'd',
            user_code: 'WDJB-MJHT',
            verification_uri: 'http://127.0.0.1/d',
            interval: 0.02,
            ...device,
          };
      response
        .writeHead(isToken && answer !== undefined && 'error' in answer ? 400 : 200, {
          'Content-Type': 'application/json',
        })
        .end(JSON.stringify(answer));
    });
    return `http://127.0.0.1:${await listening(answering)}`;
  }
  const pending = { error: 'authorization_pending' };
  const granted = { access_token: 'of the device', token_type: 'Bearer' };
  const byDevice = (url: string) =>
    fields({ grant: 'deviceCode', deviceUrl: `${url}/device`, accessTokenUrl: `${url}/token` });

  test('the user types a code while the endpoint is asked', async () => {
    const shown: unknown[] = [];
    using somebody = clientOf({ showPage: (...given: unknown[]) => shown.push(given) });
    const url = await deviceServer([pending, pending, granted]);
    expect(textOf(await somebody.send(byDevice(url), `${server.url}/x`))).toBe('of the device');
    expect(shown).toEqual([['http://127.0.0.1/d', 'WDJB-MJHT']]);
  });

  test.each([
    ['a refusal', [pending, { error: 'access_denied' }], {}, 'access_denied'],
    ['a code that nobody typed', Array(99).fill(pending), { expires_in: 0.1 }, 'was not typed in time'],
    ['an endpoint without a code', [], { device_code: '' }, 'the device endpoint'],
    ['a page that is none', [], { verification_uri: 'javascript:alert(1)' }, 'named no page'],
  ])('%s', async (_, answers, device, reason) => {
    using somebody = clientOf({ showPage: () => undefined });
    const url = await deviceServer(answers as object[], device);
    await expect(somebody.send(byDevice(url), `${server.url}/x`)).rejects.toThrow(reason);
  });

  test('without a user it says what to do', async () => {
    await expect(client.send(byDevice('http://127.0.0.1:9'), `${server.url}/x`)).rejects.toThrow(
      'the grant deviceCode of the authorization oauth2 needs a user at a terminal',
    );
  });
});

describe('authorization code', () => {
  const byCode = (more: Readonly<Record<string, unknown>> = {}) =>
    fields({ grant: 'authorizationCode', authUrl: `${server.url}/authorize?tenant=t`, ...more });

  test('without PKCE, and with it', async () => {
    using somebody = clientOf({ showPage: yes });
    expect(textOf(await somebody.send(byCode({ scope: 'a b', audience: 'api' }), `${server.url}/x`))).toBe(
      'token 1',
    );
    expect(Object.fromEntries(asked)).toMatchObject({
      tenant: 't',
      response_type: 'code',
      client_id: CLIENT.clientId,
      scope: 'a b',
      audience: 'api',
      redirect_uri: expect.stringMatching(/^http:\/\/127\.0\.0\.1:\d+\/callback$/) as string,
      state: expect.stringMatching(/^[\w-]{22}$/) as string,
    });
    expect(asked.has('code_challenge')).toBe(false);
    for (const challengeAlgorithm of ['S256', 'plain']) {
      const auth = byCode({ grant: 'authorizationCodePkce', challengeAlgorithm });
      expect((await somebody.send(auth, `${server.url}/x`)).response.status).toBe(200);
      expect(asked.get('code_challenge_method')).toBe(challengeAlgorithm);
    }
    const own = 'a verifier of its own is 43 characters at least'.replaceAll(' ', '-');
    await somebody.send(
      byCode({ grant: 'authorizationCodePkce', codeVerifier: own, state: 's &' }),
      `${server.url}/x`,
    );
    expect(tokenRequests().at(-1)?.form['code_verifier']).toBe(own);
    expect(asked.get('state')).toBe('s &');
  });

  test('strangers do not end the waiting', async () => {
    const statuses: number[] = [];
    using somebody = clientOf({
      showPage: personWho(async (redirect, state) => {
        const routes = [
          `${redirect.href}?code=forged`,
          `${redirect.href}?code=forged&state=other`,
          `${redirect.origin}/else?state=${state}&code=x`,
        ];
        for (const route of routes) statuses.push(await visit(route));
        statuses.push(await visit(`${redirect.href}?code=the+code&state=${state}`));
      }),
    });
    const auth = byCode({ redirectUri: 'http://localhost/back' });
    expect(textOf(await somebody.send(auth, `${server.url}/x`))).toBe('token 1');
    expect(asked.get('redirect_uri')).toMatch(/^http:\/\/localhost:\d+\/back$/);
    await expect.poll(() => statuses).toEqual([400, 400, 404, 200]);
    // The listener is closed.
    await expect(visit(asked.get('redirect_uri') ?? '')).rejects.toThrow('ECONNREFUSED');
  });

  test('a refusal is reported with its reason', async () => {
    const no = personWho((redirect, state) =>
      visit(`${redirect.href}?error=access_denied&error_description=not%1b[2Jtoday&state=${state}`),
    );
    using somebody = clientOf({ showPage: no });
    await expect(somebody.send(byCode(), `${server.url}/x`)).rejects.toThrow(
      'the authorization server refused access: access_denied: not\\x1b[2Jtoday',
    );
  });

  test('without a user it prints what to do', async () => {
    await expect(client.send(byCode(), `${server.url}/x`)).rejects.toThrow(
      'the grant authorizationCode of the authorization oauth2 needs a user at a terminal to log in with a browser: set the accessToken, or',
    );
  });

  test('the end of the run ends the waiting', async () => {
    const stop = new AbortController();
    using somebody = clientOf({
      showPage: () => stop.abort(new Error('it was interrupted')),
      signal: stop.signal,
    });
    await expect(somebody.send(byCode(), `${server.url}/x`)).rejects.toThrow('it was interrupted');
  });

  test.each([
    [
      { redirectUri: 'https://oauth.pstmn.io/v1/callback' },
      'redirectUri of the authorization oauth2 is not an address of this machine',
    ],
    [
      { redirectUri: 'nonsense' },
      'redirectUri of the authorization oauth2 is not an address of this machine',
    ],
    [{ authUrl: 'file:///etc/passwd' }, 'authUrl of the authorization oauth2 is not a URL'],
    [{ authUrl: '' }, 'the authorization oauth2 needs a value for authUrl'],
    [
      { grant: 'authorizationCodePkce', codeVerifier: 'short' },
      'codeVerifier of the authorization oauth2 must be 43 to 128',
    ],
  ])('fields that are wrong: %j', async (more, message) => {
    using somebody = clientOf({ showPage: yes });
    await expect(somebody.send(byCode(more), `${server.url}/x`)).rejects.toThrow(message);
  });

  test('a port that is taken is named', async () => {
    using somebody = clientOf({ showPage: yes });
    await expect(
      somebody.send(byCode({ redirectUri: `${server.url}/x` }), `${server.url}/x`),
    ).rejects.toThrow(
      /^redirectUri of the authorization oauth2 cannot be used to listen: port \d+ is in use by another program/,
    );
  });
});

test.each([
  [
    { status: 401, body: '{"error":"invalid_client","error_description":"who?\\u001b"}' },
    /^the token endpoint 127\.0\.0\.1:\d+ responded with status 401: invalid_client: who\?\\x1b$/,
  ],
  [{ status: 200, body: '{"error":"slow_down"}' }, /responded with status 200: slow_down$/],
  [{ status: 500, body: '<html>' }, /responded with status 500$/],
  [{ status: 302, headers: { Location: 'http://127.0.0.1:9/' } }, /responded with status 302$/],
  [{ status: 200, body: '{"token":"hidden"}' }, /responded with status 200, but without an access_token$/],
  [{ status: 200, body: '[null' }, /but without an access_token$/],
])('what the token endpoint says: %j', async (reply, message) => {
  failing = reply;
  const failed = client.send(fields(), `${server.url}/x`);
  await expect(failed).rejects.toThrow(message);
  await expect(failed).rejects.not.toThrow('hidden');
  // The next request requests a new token.
  failing = null;
  expect(textOf(await client.send(fields(), `${server.url}/x`))).toBe('token 1');
});

test.each([
  [
    { accessTokenUrl: '', clientId: '' },
    'the authorization oauth2 needs a value for accessTokenUrl and clientId',
  ],
  [{ accessTokenUrl: 'example.com/token' }, 'accessTokenUrl of the authorization oauth2 is not a URL'],
  [{ accessTokenUrl: 'http://127.0.0.1:1/token' }, 'the token endpoint 127.0.0.1:1 did not respond: '],
  [{ grant: 'password' }, 'the authorization oauth2 needs a value for username'],
  [{ grant: 'refreshToken' }, 'the authorization oauth2 needs a value for refreshToken'],
  [
    { grant: 'refreshToken', refreshToken: 'r', accessTokenUrl: '' },
    'the authorization oauth2 needs a value for accessTokenUrl',
  ],
  [{ grant: 'token' }, 'the authorization oauth2 needs an accessToken'],
  [{ grant: 'implicit' }, 'returns its token only to web pages: set the accessToken'],
  [{ tokenType: 'MAC', accessToken: 'hidden' }, 'tokenType of the authorization oauth2 is MAC'],
])('fields that are wrong: %j', async (more, message) => {
  const failed = client.send(fields(more), `${server.url}/x`);
  await expect(failed).rejects.toThrow(message);
  await expect(failed).rejects.not.toThrow('hidden');
});
