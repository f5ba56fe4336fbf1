// Cookies and tokens of the API client's window: kept for this machine, shown, changed and forgotten; and signing in.
import { existsSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { request as httpRequest, type RequestOptions } from 'node:http';
import { join } from 'node:path';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp, type TestApp } from '../helpers/app.ts';
import { ClientConsole } from '../helpers/client-console.ts';
import { temporaryHome, type TemporaryHome } from '../helpers/home.ts';
import { startOrigin } from '../helpers/origin.ts';

const SECRET = 'hidden-client-secret';
let tokens = 0;
const origin = await startOrigin((request, response) => {
  const { url = '', headers } = request;
  if (url.startsWith('/token')) {
    tokens += 1;
    response
      .setHeader('Content-Type', 'application/json')
      .end(JSON.stringify({ access_token: `token-${tokens}`, expires_in: 3600 }));
  } else if (url === '/in') response.setHeader('Set-Cookie', 'sid=1; Path=/; HttpOnly').end('in');
  else response.end(`${headers.cookie ?? 'no cookie'} ${headers.authorization ?? 'no token'}`);
});
let workspace: TemporaryHome;
let app: TestApp;
let client: ClientConsole;

async function start(): Promise<void> {
  app = await startTestApp({ workspaceFolder: workspace.path });
  client = new ClientConsole(app).follow();
}

async function stop(): Promise<void> {
  await client[Symbol.asyncDispose]();
  await app.close();
}

beforeEach(async () => {
  workspace = temporaryHome();
  await start();
});
afterEach(async () => {
  await stop();
  workspace.remove();
});
afterAll(() => origin.close());

const direct = { throughProxy: false };
const file = (name: string): string => join(workspace.path, '.local', name);

/** Sends a request, and returns the text of the response. */
async function sent(path: string, more: object = {}, options: object = {}): Promise<string> {
  const channel = await client.send({ url: `${origin.http}${path}`, ...more }, { ...direct, ...options });
  await client.until(channel, 'end');
  return (await client.body(channel)).toString();
}

const auth = (grant: string, more: object = {}) => ({
  auth: {
    type: 'oauth2',
    grant,
    clientId: 'shop',
    clientSecret: SECRET,
    accessTokenUrl: `${origin.http}/token`,
    ...more,
  },
});

test('cookies are kept over a restart, set, deleted, and readable by this user alone', async () => {
  await sent('/in');
  expect(await sent('/')).toBe('sid=1 no token');
  await stop();
  await start();
  expect(await sent('/')).toBe('sid=1 no token');
  expect(statSync(file('cookies.json')).mode & 0o777).toBe(0o600);
  expect((await client.call('client.cookies', {})).cookies).toEqual([
    { name: 'sid', value: '1', domain: '127.0.0.1', path: '/', expires: null, httpOnly: true, secure: false },
  ]);
  const own = { domain: '127.0.0.1', name: 'mine', value: 'a b' };
  expect(await client.call('client.set_cookie', own)).toEqual({ notSaved: null });
  expect(await sent('/')).toBe('sid=1; mine=a b no token');
  expect(await client.call('client.delete_cookies', { name: 'sid' })).toEqual({ deleted: 1, notSaved: null });
  expect(await sent('/')).toBe('mine=a b no token');
  await client.call('client.delete_cookies', {});
  expect(await sent('/')).toBe('no cookie no token');
});

test('a damaged file of cookies is moved aside', async () => {
  await sent('/in');
  await stop();
  writeFileSync(file('cookies.json'), '{"cookies": [');
  await start();
  expect(await sent('/')).toBe('no cookie no token');
  expect(readFileSync(file('cookies.json.broken'), 'utf8')).toBe('{"cookies": [');
});

test('tokens are kept over a restart, shown without themselves, and forgotten', async () => {
  const before = tokens;
  expect(await sent('/', auth('clientCredentials'))).toBe(`no cookie Bearer token-${before + 1}`);
  await stop();
  await start();
  expect(await sent('/', auth('clientCredentials'))).toBe(`no cookie Bearer token-${before + 1}`);
  const { tokens: shown } = await client.call('client.tokens', {});
  expect(shown).toMatchObject([{ grant: 'clientCredentials', clientId: 'shop', canRenew: false }]);
  expect(JSON.stringify(shown)).not.toContain('token-');
  const kept = readFileSync(file('tokens.json'), 'utf8');
  expect(kept).not.toContain(SECRET);
  expect(statSync(file('tokens.json')).mode & 0o777).toBe(0o600);
  const request = { url: `${origin.http}/`, ...auth('clientCredentials') };
  expect(shown[0].obtainedAt).toBeGreaterThan(0);
  expect(await client.call('client.request_token', { request })).toEqual({
    grant: 'clientCredentials',
    token: shown[0],
  });
  const other = { ...request, ...auth('clientCredentials', { scope: 'another' }) };
  expect(await client.call('client.request_token', { request: other })).toMatchObject({ token: null });
  await client.call('client.forget_token', { id: shown[0].id });
  expect(readFileSync(file('tokens.json'), 'utf8')).not.toContain('token-');
  expect(await sent('/', auth('clientCredentials'))).toBe(`no cookie Bearer token-${before + 2}`);
});

test('a token of the request itself is not kept', async () => {
  expect(await sent('/', auth('token', { accessToken: 'own' }))).toBe('no cookie Bearer own');
  expect((await client.call('client.tokens', {})).tokens).toEqual([]);
  expect(existsSync(file('tokens.json')) && readFileSync(file('tokens.json'), 'utf8')).not.toContain('own');
});

function visit(url: URL, options: RequestOptions = {}): Promise<number> {
  return new Promise((resolve, reject) => {
    httpRequest(url, options, (response) => resolve(response.resume().statusCode ?? 0))
      .on('error', reject)
      .end();
  });
}

test('the user signs in on a page, which an event names; without a user it says so', async () => {
  const byCode = auth('authorizationCodePkce', { authUrl: `${origin.http}/authorize` });
  const request = { url: `${origin.http}/`, ...byCode };
  const alone = await client.send(request, direct);
  expect((await client.until(alone, 'end'))['reason']).toContain('needs a user');

  const channel = await client.send(request, { ...direct, signIn: true });
  const page = new URL((await client.until(channel, 'page'))['url']);
  const redirect = new URL(page.searchParams.get('redirect_uri')!);
  redirect.searchParams.set('code', 'the code');
  // Whoever does not come from the page that was asked gets nothing.
  const before = tokens;
  redirect.searchParams.set('state', 'another');
  expect(await visit(redirect)).toBe(400);
  redirect.searchParams.set('state', page.searchParams.get('state')!);
  expect(await visit(redirect, { headers: { Origin: 'https://evil.test' } })).toBe(400);
  expect(await visit(redirect, { headers: { Host: 'evil.test' } })).toBe(400);
  expect(await visit(redirect, { method: 'POST' })).toBe(404);
  expect(await visit(new URL(`/else${redirect.search}`, redirect))).toBe(404);
  expect(tokens).toBe(before);
  expect((await client.call('client.tokens', {})).tokens).toEqual([]);
  expect(await visit(redirect)).toBe(200);
  expect(await client.until(channel, 'end')).toMatchObject({ outcome: 'received' });
  expect((await client.body(channel)).toString()).toContain('Bearer token-');

  // Signing in can be given up.
  const other = await client.send(
    { ...request, auth: { ...byCode.auth, scope: 'x' } },
    { ...direct, signIn: true },
  );
  await client.until(other, 'page');
  await client.call('client.cancel', { channel: other });
  expect(await client.until(other, 'end')).toMatchObject({ outcome: 'stopped', phase: 'token' });
});
