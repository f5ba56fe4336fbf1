// Logins that count for a connection, NTLM and Negotiate: whichever way clients come, the server takes nobody for anybody
// else, and each client's handshake goes through.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import http2 from 'node:http2';
import { promisify } from 'node:util';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ExchangeHook, InterceptedExchange } from '../../src/proxy/hooks.ts';
import { authWith } from '../helpers/authorization.ts';
import { clientOf } from '../helpers/authorized-exchange.ts';
import { ask, openTunnel } from '../helpers/ask.ts';
import { trustedAuthority } from '../helpers/authority.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { connectHttp2, type Http2Client } from '../helpers/http2.ts';
import {
  http2LoginOrigin,
  type Http2LoginOrigin,
  loginOrigin,
  negotiate,
  ntlm,
  type Scheme,
} from '../helpers/login-origin.ts';
import { missing } from '../helpers/need.ts';
import { ntlmGuard, PASSWORD } from '../helpers/ntlm-guard.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';
import { connectRaw, Raw } from '../helpers/raw.ts';
import { serverOf } from '../helpers/small-server.ts';
import { until } from '../helpers/waiting.ts';

const authority = trustedAuthority();
const { answer, connectionsOf } = loginOrigin();
let origin: Origin;
let outer: TestEngine;
let proxy: TestEngine;
let chained: TestEngine;
beforeAll(async () => {
  origin = await startOrigin(answer);
  proxy = await startTestEngine({
    reverseProxies: [
      { id: 'r', enabled: true, name: 'r', listenPort: 0, target: origin.http, preserveHost: false },
    ],
  });
  outer = await startTestEngine({ sslProxyingHosts: [] });
  chained = await startTestEngine({
    externalProxy: {
      isEnabled: true,
      type: 'http',
      host: '127.0.0.1',
      port: outer.engine.port,
      url: '',
      username: '',
      password: '',
      bypassHosts: ['<-loopback>'],
    },
  });
});
afterAll(async () => {
  for (const each of [proxy, chained, outer, origin]) await each.close();
});

/** A connection of one client, and the start of its request lines. */
interface Line {
  readonly raw: Raw;
  readonly prefix: string;
}

const plainBy = (engine: () => TestEngine) => async (): Promise<Line> => ({
  raw: await connectRaw(engine().engine.port),
  prefix: origin.http,
});

const decryptedBy = (engine: () => TestEngine, port?: number) => async (): Promise<Line> => {
  const socket = await openTunnel(engine().engine.port, `localhost:${port ?? origin.httpsPort}`);
  const secured = tls.connect({ socket, servername: 'localhost', ca: engine().engine.ca.certPem });
  await once(secured, 'secureConnect');
  return { raw: new Raw(secured), prefix: '' };
};

async function bySocks(): Promise<Line> {
  const raw = await connectRaw(proxy.engine.port);
  const port = Buffer.from([origin.httpPort >> 8, origin.httpPort & 0xff]);
  raw.write(Buffer.from([5, 1, 0]), Buffer.from([5, 1, 0, 1, 127, 0, 0, 1]), port);
  await raw.exactly(2 + 10);
  return { raw, prefix: '' };
}

const LOGINS: Readonly<Record<string, () => Promise<Line>>> = {
  'plain HTTP': plainBy(() => proxy),
  'a decrypted tunnel': decryptedBy(() => proxy),
  'a reverse proxy': async () => ({ raw: await connectRaw(proxy.engine.reversePorts.get('r')!), prefix: '' }),
  SOCKS: bySocks,
  'an external proxy': plainBy(() => chained),
  'a decrypted tunnel through an external proxy': decryptedBy(() => chained),
};

class Visitor implements AsyncDisposable {
  readonly raw: Raw;
  readonly #prefix: string;

  constructor({ raw, prefix }: Line) {
    this.raw = raw;
    this.#prefix = prefix;
  }

  /** Returns the body, which names the user, and the challenge. */
  async ask(credentials: string | null = null, body = ''): Promise<{ user: string; challenge: string }> {
    const authorization = credentials === null ? '' : `Authorization: ${credentials}\r\n`;
    const method = body === '' ? 'GET' : 'POST';
    this.raw.write(
      `${method} ${this.#prefix}/ HTTP/1.1\r\nHost: localhost\r\n${authorization}Content-Length: ${body.length}\r\n\r\n${body}`,
    );
    const { head, body: user } = await this.raw.response();
    return { user, challenge: /\r\nwww-authenticate: ([^\r]*)/i.exec(head)?.[1] ?? '' };
  }

  /** Logs in, and returns the user that the server names then. */
  async login(scheme: Scheme, user: string): Promise<string> {
    await this.ask();
    if (scheme === 'Negotiate') return (await this.ask(negotiate(user))).user;
    const { challenge } = await this.ask(ntlm.first());
    return (await this.ask(ntlm.third(user, challenge), 'a body')).user;
  }

  async who(): Promise<string> {
    return (await this.ask()).user;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.raw[Symbol.asyncDispose]();
  }
}

const SCHEMES = ['NTLM', 'Negotiate'] as const;

describe.each(Object.entries(LOGINS))('by %s', (_, come) => {
  test.each(SCHEMES)('%s: everybody is who they are', async (scheme) => {
    const visitor = async (): Promise<Visitor> => new Visitor(await come());
    await using nobody = await visitor();
    expect(await nobody.who()).toBe('nobody');
    await using anna = await visitor();
    expect(await anna.login(scheme, 'anna')).toBe('anna');
    expect([await anna.who(), await anna.who()]).toEqual(['anna', 'anna']);
    await using stranger = await visitor();
    await using ben = await visitor();
    expect([await stranger.who(), await nobody.who()]).toEqual(['nobody', 'nobody']);
    expect(await ben.login(scheme, 'ben')).toBe('ben');
    const all = [anna, ben, stranger, nobody];
    for (const order of [all, all.toReversed()])
      expect(await Promise.all(order.map((each) => each.who()))).toEqual(
        order.map((each) => (each === anna ? 'anna' : each === ben ? 'ben' : 'nobody')),
      );
    expect([connectionsOf('anna'), connectionsOf('ben')]).toEqual([1, 1]);
  });

  test.each(SCHEMES)('%s: the connection to the server closes with that of its client', async (scheme) => {
    const anna = new Visitor(await come());
    expect(await anna.login(scheme, 'carla')).toBe('carla');
    expect(connectionsOf('carla')).toBe(1);
    await anna[Symbol.asyncDispose]();
    await until('the server to see its client leave', () => connectionsOf('carla') === 0);
  });
});

function connect(port = origin.httpsPort): Promise<Http2Client> {
  return connectHttp2(proxy.engine.port, `localhost:${port}`, proxy.engine.ca.certPem);
}

async function who(client: Http2Client, credentials: string | null = null): Promise<string> {
  return (await client.ask({ fields: credentials === null ? [] : ['authorization', credentials] })).body;
}

describe('HTTP/2', () => {
  test('of clients, to a server of HTTP/1.1: a connection of theirs is one client', async () => {
    await using anna = await connect();
    await using ben = await connect();
    const { headers } = await anna.ask({ fields: ['authorization', ntlm.first()] });
    const third = ntlm.third('anna', String(headers['www-authenticate']));
    expect(await who(anna, third)).toBe('anna');
    expect(await who(ben, negotiate('ben'))).toBe('ben');
    await using stranger = await connect();
    expect([await who(stranger), await who(ben), await who(anna)]).toEqual(['nobody', 'ben', 'anna']);
  });

  test.each([true, false])('of a server that takes HTTP/1.1 too: %s', async (takesHttp1) => {
    await using server = await http2LoginOrigin(authority.issue('localhost'), takesHttp1);
    await using anna = await connect(server.port);
    await using ben = await connect(server.port);
    expect([await who(anna), await who(ben)]).toEqual(['nobody', 'nobody']);
    expect(await who(anna, negotiate('anna'))).toBe('anna');
    expect(await who(ben, negotiate('ben'))).toBe('ben');
    await using stranger = await connect(server.port);
    expect([await who(stranger), await who(ben), await who(anna)]).toEqual(['nobody', 'ben', 'anna']);
    expect([...server.versions]).toEqual([takesHttp1 ? '1.1' : '2.0']);
    await using carla = new Visitor(await decryptedBy(() => proxy, server.port)());
    expect(await carla.login('Negotiate', 'carla')).toBe('carla');
    expect([await who(stranger), await carla.who(), await who(ben)]).toEqual(['nobody', 'carla', 'ben']);
  });
});

describe('a server that requires HTTP/1.1 for its logins', () => {
  async function strictServer(): Promise<Http2LoginOrigin> {
    return http2LoginOrigin(authority.issue('localhost'), true, http2.constants.NGHTTP2_HTTP_1_1_REQUIRED);
  }

  test('gets the request again in HTTP/1.1', async () => {
    await using server = await strictServer();
    await using anna = await connect(server.port);
    expect([await who(anna), await who(anna, negotiate('anna'))]).toEqual(['nobody', 'anna']);
  });

  test('and its client hears it where a body has been sent', async () => {
    await using server = await strictServer();
    await using anna = await connect(server.port);
    const refused = await anna.ask({ method: 'POST', body: 'x' });
    expect([refused.status, refused.code]).toEqual([0, http2.constants.NGHTTP2_HTTP_1_1_REQUIRED]);
    expect((await anna.ask({ method: 'POST', body: 'x' })).body).toBe('nobody');
  });
});

test('a request that is sent again is nobody, and leaves nobody behind', async () => {
  await using anna = new Visitor(await LOGINS['plain HTTP']!());
  await anna.login('Negotiate', 'anna');
  const flows = proxy.engine.flows.list();
  const [nobody, login] = [flows.at(-2)!, flows.at(-1)!];
  const sentAgain = async (flow: typeof login): Promise<string> =>
    (await proxy.engine.replay(flow)).response?.body.bytes().toString() ?? '';
  for (const [flow, user] of [
    [nobody, 'nobody'] as const,
    [login, 'anna'] as const,
    [nobody, 'nobody'] as const,
  ])
    expect(await sentAgain(flow)).toBe(user);
  await until('the login to end with the request', () => connectionsOf('anna') === 1);
  await using stranger = new Visitor(await LOGINS['plain HTTP']!());
  expect([await stranger.who(), await anna.who()]).toEqual(['nobody', 'anna']);
});

test('what tools add to a request, or send themselves, is for that client alone', async () => {
  const fields = [['Authorization', negotiate('tool')]] as const;
  const hook: ExchangeHook = {
    recorded: true,
    async request({ request, fetch, signal }: InterceptedExchange) {
      if (request.path === '/add') request.fields = [...request.fields, ...fields];
      if (request.path !== '/fetch') return { type: 'forward' };
      const { body } = await fetch(
        { method: 'GET', url: origin.http, fields, body: Buffer.alloc(0), followsRedirects: false },
        signal,
      );
      return { type: 'respond', response: { status: 200, reason: '', fields: [], body } };
    },
    response: () => ({ type: 'send' }),
    finished: () => undefined,
  };
  await using engine = await startTestEngine({ hooks: { exchange: () => hook } });
  const get = async (path: string): Promise<string> =>
    (await ask(origin.http + path, { via: engine.engine.port })).text;
  for (const path of ['/add', '/fetch']) {
    expect(await get(path)).toBe('tool');
    expect(await get('/')).toBe('nobody');
  }
  await until('the logins to end', () => connectionsOf('tool') === 0);
});

test('a request of the API client with credentials by hand is a login of its own', async () => {
  using client = clientOf();
  const send = async (token: string | null): Promise<string> => {
    const auth =
      token === null ? authWith('none') : authWith('apiKey', { key: 'Authorization', value: token });
    return (await client.send(auth, origin.http)).response.body.toString();
  };
  expect([await send(null), await send(negotiate('dora')), await send(null)]).toEqual([
    'nobody',
    'dora',
    'nobody',
  ]);
  await until('the login to end', () => connectionsOf('dora') === 0);
});

test.skipIf(missing('curl'))(
  'curl logs in by NTLM through the proxy, and the next one is nobody',
  async () => {
    await using server = await serverOf(ntlmGuard());
    const curl = (...args: readonly string[]) =>
      promisify(execFile)('curl', ['-sS', '--noproxy', '', '--proxy', proxy.url, ...args, server.url]);
    expect((await curl('--ntlm', '-u', `CORP\\ada:${PASSWORD}`)).stdout).toBe('CORP\\ada');
    expect((await curl()).stdout).toBe('who are you?');
  },
);
