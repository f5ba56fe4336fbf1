// Logins that count for a connection, NTLM and Negotiate: whichever way clients come, the server takes nobody for anybody
// else, and each client's handshake goes through.
import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { promisify } from 'node:util';
import tls from 'node:tls';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { authWith } from '../helpers/authorization.ts';
import { clientOf } from '../helpers/authorized-exchange.ts';
import { openTunnel } from '../helpers/ask.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { loginOrigin, negotiate, ntlm, type Scheme } from '../helpers/login-origin.ts';
import { missing } from '../helpers/need.ts';
import { ntlmGuard, PASSWORD } from '../helpers/ntlm-guard.ts';
import { startOrigin, type Origin } from '../helpers/origin.ts';
import { connectRaw, Raw } from '../helpers/raw.ts';
import { serverOf } from '../helpers/small-server.ts';
import { until } from '../helpers/waiting.ts';

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

const decryptedBy = (engine: () => TestEngine) => async (): Promise<Line> => {
  const socket = await openTunnel(engine().engine.port, `localhost:${origin.httpsPort}`);
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

const WAYS: Readonly<Record<string, () => Promise<Line>>> = {
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

describe.each(Object.entries(WAYS))('by %s', (_, come) => {
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
