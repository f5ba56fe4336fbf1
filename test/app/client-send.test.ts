// Sends of the API client's window over RPC: phases, exchanges, messages, and ends.
import { createServer, type RequestListener, type Server } from 'node:http';
import net from 'node:net';
import { once } from 'node:events';
import { Readable } from 'node:stream';
import { gzipSync } from 'node:zlib';
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { startTestApp } from '../helpers/app.ts';
import { startOrigin } from '../helpers/origin.ts';
import { ClientConsole } from '../helpers/client-console.ts';

const origin = await startOrigin((request, response) => {
  const { url = '', headers } = request;
  if (url === '/token')
    response.setHeader('Content-Type', 'application/json').end('{"access_token":"t0ken"}');
  else if (url === '/digest' && headers.authorization === undefined)
    response.writeHead(401, { 'WWW-Authenticate': 'Digest realm="a", nonce="b", qop="auth"' }).end();
  else response.end(`${url} ${String(headers['x-key'])}`);
});
const app = await startTestApp();
let client: ClientConsole;
const servers: net.Server[] = [];

beforeEach(() => {
  client = new ClientConsole(app).follow();
});

afterEach(async () => {
  await client[Symbol.asyncDispose]();
  for (const server of servers.splice(0)) {
    (server as Partial<Server>).closeAllConnections?.();
    server.close();
  }
});

afterAll(async () => {
  await app.close();
  await origin.close();
});

async function listen(server: net.Server): Promise<string> {
  servers.push(server);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return `127.0.0.1:${(server.address() as net.AddressInfo).port}`;
}

async function serve(listener: RequestListener): Promise<string> {
  return `http://${await listen(createServer(listener))}`;
}

const direct = { throughProxy: false };

test('what the screen has is sent, and every step is told', async () => {
  const url = await serve((request, response) => {
    if (request.url === '/old') response.writeHead(302, { Location: '/new', 'Set-Cookie': 'a=1' }).end();
    else
      response.writeHead(200, { 'Content-Type': 'text/plain' }).end(`hello ${request.headers.cookie ?? ''}`);
  });
  const channel = await client.send(
    {
      url: `${url}/old`,
      headers: [{ name: 'X-Typed', value: '1' }],
      auth: { type: 'bearer', token: 'very-secret' },
      scripts: {
        preRequest: "pm.request.headers.add({ key: 'X-Script', value: '2' }); console.log('before')",
        test: "pm.test('is fine', () => pm.response.to.have.status(200))",
      },
    },
    direct,
  );
  const end = await client.until(channel, 'end');
  expect(end).toMatchObject({
    outcome: 'received',
    response: { status: 200, body: { size: 9, isText: true } },
    tests: [{ name: 'is fine', passed: true }],
  });
  expect(client.phases(channel)).toEqual(['scripts', 'connect', 'sent', 'body', 'sent', 'body', 'tests']);
  const begun = client.of(channel).filter(({ step }) => step === 'begun');
  expect(begun.map(({ purpose }) => purpose)).toEqual(['request', 'redirect']);
  const sources = Object.fromEntries(
    begun[1]!['headers'].map((each: { name: string; source: string }) => [each.name, each.source]),
  );
  expect(sources).toMatchObject({
    'X-Typed': 'typed',
    'X-Script': 'script',
    Authorization: 'auth',
    Cookie: 'cookie jar',
    Host: 'default',
    'User-Agent': 'default',
  });
  expect(JSON.stringify(client.of(channel))).not.toContain('very-secret');
  expect(client.of(channel).find(({ type }) => type === 'script')).toMatchObject({
    console: [{ level: 'log', text: 'before' }],
  });
  expect((await client.body(channel)).toString()).toBe('hello a=1');
});

test('a test that fails says what it has compared, and where', async () => {
  const script = "\npm.test('is new', () => pm.expect(pm.response.code).to.eql(201))";
  const channel = await client.send({ url: `${origin.http}/a`, scripts: { test: script } }, direct);
  const event = await client.until(channel, 'script');
  expect(event['tests']).toMatchObject([
    { name: 'is new', passed: false, line: 2, expected: '201', actual: '200' },
  ]);
});

test('a server that never answers is stopped, and the end says what may have happened', async () => {
  const address = await listen(net.createServer(() => undefined));
  const channel = await client.send({ url: `http://${address}/`, method: 'POST' }, direct);
  await client.until(channel, ({ phase }) => phase === 'sent');
  await client.call('client.cancel', { channel });
  expect(await client.until(channel, 'end')).toMatchObject({
    outcome: 'stopped',
    reason: 'you have stopped it',
    phase: 'sent',
    mayHaveActed: true,
    response: null,
  });
});

test('what has arrived of a body stays when it is stopped, decoded', async () => {
  const bytes = gzipSync(Buffer.from('x'.repeat(500) + Array.from({ length: 5000 }, (_, n) => n).join()));
  const url = await serve((_, response) => {
    response.writeHead(200, { 'Content-Encoding': 'gzip', 'Content-Length': bytes.length });
    response.write(bytes.subarray(0, bytes.length / 2));
  });
  const channel = await client.send({ url }, direct);
  await client.until(channel, ({ step }) => step === 'body');
  await client.call('client.cancel', { channel });
  expect(await client.until(channel, 'end')).toMatchObject({
    outcome: 'stopped',
    phase: 'body',
    received: Math.floor(bytes.length / 2),
    expected: bytes.length,
    mayHaveActed: false,
    response: { status: 200, isPartial: true },
  });
  expect((await client.body(channel)).toString()).toMatch(/^x{500}0,1,2/);
});

test('TLS is a phase of its own', async () => {
  const channel = await client.send({ url: `https://localhost:${origin.httpsPort}/` }, direct);
  await client.until(channel, 'end');
  expect(client.phases(channel)).toEqual(['dns', 'connect', 'tls', 'sent', 'body']);
  const tls = client.of(channel).find(({ phase }) => phase === 'tls');
  expect(tls).toMatchObject({ target: 'localhost' });
});

test('console and tests are told while a script runs, and stay when it is stopped', async () => {
  const url = await serve((_, response) => response.end('ok'));
  const ends = ['for (;;);', 'await new Promise((done) => setTimeout(done, 30000))'];
  for (const end of ends) {
    const script = `console.log('first'); pm.test('one', () => {}); console.warn('last'); ${end}`;
    const channel = await client.send({ url, scripts: { test: script } }, direct);
    const told = (): string => JSON.stringify(client.of(channel).filter(({ type }) => type === 'output'));
    await client.until(channel, () => ['first', 'one', 'last'].every((each) => told().includes(each)));
    expect(client.of(channel).some(({ type }) => type === 'script')).toBe(false);
    await client.call('client.cancel', { channel });
    await client.until(channel, 'end');
    expect(client.of(channel).find(({ type }) => type === 'script')).toMatchObject({
      event: 'test',
      console: [
        { level: 'log', text: 'first' },
        { level: 'warn', text: 'last' },
      ],
      tests: [{ name: 'one', passed: true }],
      error: { message: expect.any(String) },
    });
  }
});

test('a script is stopped at once, and so is the wait of one', async () => {
  for (const preRequest of ['for (;;);', 'await new Promise((done) => setTimeout(done, 30000))']) {
    const channel = await client.send({ url: 'http://127.0.0.1:9/', scripts: { preRequest } }, direct);
    await client.until(channel, ({ phase }) => phase === 'scripts');
    await client.call('client.cancel', { channel });
    expect(await client.until(channel, 'end')).toMatchObject({ outcome: 'stopped', phase: 'scripts' });
  }
});

test('a server that answers twice gives one response', async () => {
  const answer = 'HTTP/1.1 200 OK\r\nContent-Length: 3\r\n\r\none';
  const address = await listen(
    net.createServer((socket) => {
      socket.on('error', () => undefined);
      socket.once('data', () => socket.end(answer + answer.replace('one', 'two')));
    }),
  );
  const channel = await client.send({ url: `http://${address}/` }, direct);
  expect(await client.until(channel, 'end')).toMatchObject({
    outcome: 'received',
    response: { status: 200 },
  });
  expect((await client.body(channel)).toString()).toBe('one');
});

test('a page of the proxy about a dead server is a failure, and a page that looks like one is not', async () => {
  const server = net.createServer();
  const address = await listen(server);
  server.close();
  const dead = await client.send({ url: `http://${address}/` });
  expect(await client.until(dead, 'end')).toMatchObject({
    outcome: 'failed',
    phase: 'connect',
    reason: expect.stringContaining('The server could not be reached'),
    response: null,
  });
  const page = '502 Bad Gateway\n\nThe server could not be reached: a\n\nAnother Proxy\n';
  const url = await serve((_, response) => response.writeHead(502).end(page));
  const own = await client.send({ url });
  expect(await client.until(own, 'end')).toMatchObject({ outcome: 'received', response: { status: 502 } });
});

test('a connection that is refused fails with the phase that it was in', async () => {
  const server = net.createServer();
  const address = await listen(server);
  server.close();
  const channel = await client.send({ url: `http://${address}/` }, direct);
  expect(await client.until(channel, 'end')).toMatchObject({
    outcome: 'failed',
    phase: 'connect',
    response: null,
  });
});

test('events arrive as the server sends them, and a stream ends when it is stopped', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    for (let n = 0; n < 3; n += 1) response.write(`event: tick\ndata: ${n}\n\n`);
  });
  const channel = await client.send({ url }, direct);
  await client.until(channel, ({ text }) => text === '2');
  const messages = client.of(channel).filter(({ type }) => type === 'message');
  expect(messages).toMatchObject([
    { direction: 'received', name: 'tick', kind: 'text', text: '0', size: 1 },
    { text: '1' },
    { text: '2' },
  ]);
  await client.call('client.cancel', { channel });
  expect(await client.until(channel, 'end')).toMatchObject({ outcome: 'stopped', response: { status: 200 } });
});

test('a server that streams for ever is stopped at the limit', async () => {
  const url = await serve((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/event-stream' });
    const block = `data: ${'x'.repeat(1024)}\n\n`.repeat(200);
    const more = (): void => {
      while (!response.destroyed && response.write(block));
    };
    response.on('drain', more);
    more();
  });
  const channel = await client.send({ url }, direct);
  expect(await client.until(channel, 'end')).toMatchObject({
    outcome: 'stopped',
    reason: expect.stringContaining('limit'),
  });
}, 30_000);

test('sending again in a tab ends the first, and a reader that resumes gets what it missed', async () => {
  const address = await listen(net.createServer(() => undefined));
  const tab = { ...direct, tab: 'one' };
  const first = await client.send({ url: `http://${address}/1` }, tab);
  await client.until(first, ({ phase }) => phase === 'sent');
  const second = await client.send({ url: `http://${address}/2` }, tab);
  expect(await client.until(first, 'end')).toMatchObject({ outcome: 'stopped', reason: 'sent again' });
  await client.until(second, ({ phase }) => phase === 'sent');
  const known = client.of(second)[0]!.number;
  await using later = new ClientConsole(app, client.window).follow(known);
  await later.until(second, ({ phase }) => phase === 'sent');
  expect(later.of(second).every(({ number }) => number > known)).toBe(true);
  const { events, state } = await client.call('client.channel_events', { channel: second, after: known });
  expect(events[0]).toMatchObject({ channel: second });
  expect(state).toBe('open');
  await client.call('client.close_channel', { channel: second });
  expect(await app.rpc('client.channel_events', { channel: second })).toMatchObject({
    status: 422,
    field: 'channel',
  });
});

test('a twenty-first send waits for its turn, and says so', async () => {
  const answer: (() => void)[] = [];
  const url = await serve((_, response) => void answer.push(() => response.end('ok')));
  const channels = await Promise.all(Array.from({ length: 21 }, () => client.send({ url }, direct)));
  const last = channels.at(-1)!;
  await Promise.all(channels.slice(0, 20).map((each) => client.until(each, ({ phase }) => phase === 'sent')));
  expect(client.phases(last)).toEqual(['waiting']);
  answer.shift()!();
  await client.until(last, ({ phase }) => phase === 'sent');
  answer.forEach((each) => each());
  for (const channel of channels)
    expect(await client.until(channel, 'end')).toMatchObject({ outcome: 'received' });
});

test('a large body goes through a file, and comes back in slices', async () => {
  const piece = Buffer.alloc(1024 * 1024, 'ab');
  const url = await serve((_, response) => {
    response.writeHead(200, { 'Content-Type': 'text/plain' });
    Readable.from([...Array.from({ length: 100 }, () => piece), 'end']).pipe(response);
  });
  const channel = await client.send({ url }, direct);
  const size = 100 * piece.length + 3;
  expect(await client.until(channel, 'end')).toMatchObject({
    response: { size, body: { size, isText: true } },
  });
  const slice = await client.call('client.response_body', { channel, offset: size - 5, length: 100 });
  expect(Buffer.from(slice.base64, 'base64').toString()).toBe('abend');
}, 30_000);

test('through the proxy a send is in the list of traffic', async () => {
  const url = await serve((_, response) => response.end('seen'));
  const channel = await client.send({ url: `${url}/listed` });
  await client.until(channel, 'end');
  const listed = app.app.traffic.newest().find((flow) => flow.url === `${url}/listed`);
  expect(listed?.app).toBe('Traffic Proxy');
});

test('HTTPS shows the certificates of the server, and is a request in the list only where it is decrypted', async () => {
  const url = `https://localhost:${origin.httpsPort}`;
  const unseen = await client.send({ url: `${url}/unseen` });
  await client.until(unseen, 'end');
  const connected = client.of(unseen).find(({ step }) => step === 'connected')!;
  expect(connected).toMatchObject({
    tls: { version: 'TLSv1.3', certificates: [{ names: expect.any(Array) }, {}] },
  });
  expect(connected['timing']).toMatchObject({ tls: expect.any(Number) });
  await app.result('ssl_proxying', { action: 'add_host', value: 'localhost' });
  const seen = await client.send({ url: `${url}/seen` });
  expect(await client.until(seen, 'end')).toMatchObject({ outcome: 'received' });
  const urls = app.app.traffic.newest().map((flow) => flow.url);
  expect(urls).toContain(`${url}/seen`);
  expect(urls.join()).not.toContain(`localhost:${origin.httpsPort}/unseen`);
});

test('tokens, challenges and requests of scripts are exchanges of their own', async () => {
  const tokens = await client.send(
    {
      url: `${origin.http}/protected`,
      auth: {
        type: 'oauth2',
        grant: 'clientCredentials',
        accessTokenUrl: `${origin.http}/token`,
        clientId: 'a',
      },
      scripts: { preRequest: `await pm.sendRequest('${origin.http}/from-script')` },
    },
    direct,
  );
  expect(await client.until(tokens, 'end')).toMatchObject({ outcome: 'received' });
  expect(client.phases(tokens)).toContain('token');
  const digest = await client.send(
    { url: `${origin.http}/digest`, auth: { type: 'digest', username: 'a', password: 'b' } },
    direct,
  );
  await client.until(digest, 'end');
  const purposes = (channel: string): readonly string[] =>
    client
      .of(channel)
      .filter(({ step }) => step === 'begun')
      .map(({ purpose }) => purpose as string);
  expect(purposes(tokens)).toEqual(['script', 'token', 'request']);
  expect(purposes(digest)).toEqual(['request', 'challenge']);
});

test('values of secrets are masked wherever they appear, in the response too', async () => {
  await app.result('save_environment', {
    name: 'Dev',
    variables: [{ name: 'key', value: 's3cret&key', secret: true }],
  });
  const channel = await client.send(
    {
      url: `${origin.http}/echo`,
      query: [{ name: 'k', value: '{{key}}' }],
      headers: [{ name: 'X-Key', value: '{{key}}' }],
      scripts: { test: "console.log(pm.environment.get('key'))" },
    },
    { ...direct, environment: 'Dev' },
  );
  await client.until(channel, 'end');
  const shown = JSON.stringify(client.of(channel)) + (await client.body(channel)).toString();
  expect(shown).not.toMatch(/s3cret(?:&|%26)key/);
  expect(shown).toContain('X-Key');
});

test('a mask on the screen stands for what was typed before it stands for the file', async () => {
  const seen: (string | undefined)[] = [];
  const url = await serve((request, response) => {
    seen.push(request.headers.authorization);
    response.end();
  });
  const call = (method: string, params: object): Promise<ReturnType<typeof JSON.parse>> =>
    app.result(method, params);
  await call('create_collection', { name: 'Masks' });
  const auth = { type: 'bearer', token: 'of the file' };
  const { id } = await call('create_request', { collection: 'Masks', name: 'A', url, auth });
  const screen = async (): Promise<object> => {
    const { fields, draft } = await call('client.object', { kind: 'request', id });
    return { id, ...(draft?.value ?? fields) };
  };
  const send = async (request: object, more: object): Promise<void> => {
    const channel = await client.send(request, { ...direct, ...more });
    await client.until(channel, 'end');
  };
  const { id: collection } = (await call('list_collections', {})).find(
    ({ name }: { name: string }) => name === 'Masks',
  );
  const typing = { kind: 'request', id, changes: [{ field: 'auth.token', value: 'as typed' }] };
  await send(await screen(), { collection });
  await call('client.change_draft', typing);
  expect(JSON.stringify(await screen())).not.toContain('as typed');
  await send(await screen(), { collection });
  const unsaved = { kind: 'request', id: 'never-saved', isNew: true };
  const changes = [{ field: 'auth', value: { type: 'bearer', token: 'of none' } }];
  const { draft } = await call('client.change_draft', { ...unsaved, changes });
  await send({ ...draft.value, id: 'never-saved', url }, {});
  expect(seen).toEqual(['Bearer of the file', 'Bearer as typed', 'Bearer of none']);
});

test('secrets in a large body are masked, also where slices are cut', async () => {
  const secret = 'very-long-s3cret';
  await app.result('save_environment', {
    name: 'Large',
    variables: [{ name: 'key', value: secret, secret: true }],
  });
  const slice = 4 * 1024 * 1024;
  const url = await serve((_, response) => {
    response.write(secret + 'x'.repeat(slice - secret.length - 7));
    response.end(secret + 'y'.repeat(slice) + secret);
  });
  const channel = await client.send({ url }, { ...direct, environment: 'Large' });
  const { response } = await client.until(channel, 'end');
  const body = (await client.body(channel)).toString();
  expect(body).not.toContain('s3cret');
  expect(body.split('••••••••').map(({ length }) => length)).toEqual([
    0,
    slice - secret.length - 7,
    slice,
    0,
  ]);
  expect(response.body).toEqual({ size: Buffer.byteLength(body), isText: true });
});
