// Intercepted exchanges whose tools fail, return nonsense or are slow, between peers that misbehave: nothing
// hangs, nothing is smuggled, and the process survives.
import http from 'node:http';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import { BodyBufferBudget } from '../../src/proxy/shared/body-buffer-budget.ts';
import type {
  ExchangeHook,
  HeldEvent,
  InterceptedExchange,
  InterceptedResponse,
  SyntheticResponse,
  Pace,
  ProxyHooks,
  RequestVerdict,
  ResponseVerdict,
} from '../../src/proxy/hooks.ts';
import { ask } from '../helpers/ask.ts';
import { arenaForEach } from '../helpers/arena.ts';
import { trustedAuthority } from '../helpers/authority.ts';
import { startTestEngine, type TestEngine } from '../helpers/engine.ts';
import { PROTOCOL_PAIRS, openPair, type ProtocolPair } from '../helpers/http2-protocol-pairs.ts';
import { valuesOf } from '../helpers/http2.ts';
import { startOrigin } from '../helpers/origin.ts';
import { connectRaw, rawOrigin } from '../helpers/raw.ts';
import { flowAt, settled } from '../helpers/settled.ts';
import { sampled } from '../helpers/scale.ts';

interface Deed {
  readonly request?: (exchange: InterceptedExchange) => RequestVerdict | Promise<RequestVerdict>;
  readonly response?: (
    exchange: InterceptedExchange,
    response: InterceptedResponse,
  ) => ResponseVerdict | Promise<ResponseVerdict>;
  readonly finished?: (exchange: InterceptedExchange) => void;
}

const forward: RequestVerdict = { type: 'forward' };
const send: ResponseVerdict = { type: 'send' };
const failing = (): never => {
  throw new Error('a tool that fails');
};
/** Invalid results of a tool. */
const nonsense = undefined as never;

/** Characters whose low byte is CR or LF. */
const WIDE_BREAK = '\u010d\u010a';

const LARGE = 8 * 1024 * 1024;

let onEvent: (event: HeldEvent) => Promise<HeldEvent | null> = (event) => Promise.resolve(event);
let release: () => void = () => undefined;
let held: Promise<void> = Promise.resolve();
const hold = (): void => {
  held = new Promise((resolve) => (release = resolve));
};
const failingPace: Pace = { delay: failing };
const slowPace: Pace = { delay: () => 20 };

function answering(answer: Partial<SyntheticResponse>): Deed {
  const whole = { status: 200, reason: '', fields: [], body: Buffer.from('made here'), ...answer };
  return { request: () => ({ type: 'respond', response: whole }) };
}

const changed = (change: (request: InterceptedExchange['request']) => void): Deed => ({
  request: ({ request }) => {
    change(request);
    return forward;
  },
});

const deeds: Readonly<Record<string, Deed>> = {
  '/finished-throws': { finished: failing },
  '/nonsense': { request: () => nonsense, response: () => nonsense },
  '/nonsense-later': { request: () => Promise.resolve(nonsense), response: () => Promise.resolve(nonsense) },
  '/connect-answered': {
    request: async ({ request }) => {
      request.method = 'CONNECT';
      await Promise.resolve();
      return {
        type: 'respond',
        response: { status: 200, reason: '', fields: [], body: Buffer.from('made here') },
      };
    },
  },
  '/pace-throws': {
    request: (exchange) => {
      exchange.upload = exchange.download = failingPace;
      return forward;
    },
  },
  '/slow-upload': {
    request: (exchange) => {
      exchange.upload = slowPace;
      return forward;
    },
  },
  '/host-breaks': changed((request) => {
    request.fields = [['Host', 'a.test\r\nX-Injected: 1'], ...withoutHost(request)];
  }),
  '/host-wide': changed((request) => {
    request.fields = [['Host', `a.test${WIDE_BREAK}X-Injected: 1`], ...withoutHost(request)];
  }),
  '/host-twice': changed((request) => {
    request.fields = [...request.fields, ['Host', 'other.test']];
  }),
  '/blanks': changed((request) => {
    request.fields = [...request.fields, ['X-Blank', ' \tb ']];
  }),
  '/long': changed((request) => {
    request.fields = [...request.fields, ['X-Long', 'x'.repeat(300_000)]];
  }),
  '/long-response': {
    response: (_, response) => {
      response.fields = [...response.fields, ['X-Long', 'x'.repeat(300_000)]];
      return send;
    },
  },
  '/ours': changed((request) => {
    request.fields = [...request.fields, ['X-Proxy-Token', 'secret'], ['Proxy-Authorization', 'secret']];
  }),
  '/head': changed((request) => {
    request.method = 'HEAD';
  }),
  '/reason-breaks': answering({ reason: 'Fine\r\nX-Injected: 1' }),
  '/reason-wide': answering({ reason: `Fine${WIDE_BREAK}X-Injected: 1` }),
  '/reason-changed': {
    response: (_, response) => {
      response.reason = 'Fine\r\nX-Injected: 1';
      return send;
    },
  },
  '/status-none': {
    response: (_, response) => {
      response.status = 102;
      return send;
    },
  },
  '/answer-large': answering({ body: Buffer.alloc(LARGE) }),
  '/status-nonsense': answering({ status: 12.5 }),
  '/events': {
    response: (_, response) => {
      response.onEvent = (event) => onEvent(event);
      return send;
    },
  },
  '/held-response': {
    response: async (_, response) => {
      await response.body();
      await held;
      return send;
    },
  },
  '/held-request': {
    request: async () => {
      await held;
      return forward;
    },
  },
  '/waits': {
    response: async () => {
      await held;
      return send;
    },
  },
  '/replaced': {
    response: (_, response) => {
      response.replaceBody(Buffer.from('another'));
      return send;
    },
  },
};

function withoutHost({ fields }: InterceptedExchange['request']): (readonly [string, string])[] {
  return fields.filter(([name]) => name.toLowerCase() !== 'host');
}

const hooks: ProxyHooks = {
  exchange: (flow): ExchangeHook | null => {
    const path = flow.path.split('?')[0] ?? '';
    const deed = deeds[path];
    if (path === '/recorded-throws')
      return {
        get recorded(): boolean {
          return failing();
        },
        request: () => forward,
        response: () => send,
        finished: () => undefined,
      };
    if (deed === undefined) return null;
    return {
      recorded: true,
      request: deed.request ?? (() => forward),
      response: deed.response ?? (() => send),
      finished: deed.finished ?? (() => undefined),
    };
  },
};

describe('raw', () => {
  const arena = arenaForEach({ hooks });
  const OK = 'HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

  test.each(
    sampled(['/finished-throws', '/nonsense', '/nonsense-later', '/pace-throws', '/recorded-throws'], 2),
  )('%s: a tool that fails ends nothing but itself', async (path) => {
    const { client, server } = await arena().begin(path, {
      method: 'POST',
      fields: ['Content-Length: 3'],
      body: 'abc',
    });
    expect(await server.exactly(3)).toBe('abc');
    server.write(OK);
    expect((await client.response()).body).toBe('ok');
    expect(await arena().flow(path)).toMatchObject({ state: 'completed', status: 200 });
  });

  test('what cannot be sent can be answered here', async () => {
    const client = await arena().client();
    client.write(`GET http://${arena().origin.authority}/connect-answered HTTP/1.1\r\nHost: a\r\n\r\n`);
    expect((await client.response()).body).toBe('made here');
  });

  test.each(sampled(['/host-breaks', '/host-wide', '/host-twice'], 2))(
    '%s: one Host that is one',
    async (path) => {
      const { client, server, head } = await arena().begin(path);
      const hosts = head.match(/\r\nhost:[^\r]*/gi);
      expect(hosts).toHaveLength(1);
      expect(head).not.toMatch(/\r\nx-injected:/i);
      server.write(OK);
      await client.response();
    },
  );

  test('what is ours goes nowhere', async () => {
    const { client, server, head } = await arena().begin('/ours');
    expect(head).not.toMatch(/secret/);
    server.write(OK);
    await client.response();
  });

  test.each(sampled(['/reason-breaks', '/reason-wide', '/reason-changed'], 2))(
    '%s ends no line',
    async (path) => {
      const { client, head } = await answered(path);
      expect(head).toMatch(/^HTTP\/1\.1 200 Fine/);
      expect(head).not.toMatch(/\r\nx-injected:/i);
      expect(client.unread).toBe('');
    },
  );

  async function answered(path: string) {
    const client = await arena().client();
    client.write(`GET http://${arena().origin.authority}${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    if (path === '/reason-changed' || path === '/status-none') {
      const server = await arena().origin.next();
      await server.head();
      server.write(OK);
    }
    return { client, ...(await client.response()) };
  }

  test.each(sampled(['/status-none', '/status-nonsense'], 2))(
    '%s: a status that ends nothing is refused',
    async (path) => {
      expect((await answered(path)).head).toMatch(/^HTTP\/1\.1 50[02] /);
    },
  );

  test('a request that a tool makes HEAD of is answered without a body', async () => {
    const { client, server, head } = await arena().begin('/head');
    expect(head).toMatch(/^HEAD /);
    server.write('HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\n');
    expect(await client.head()).toMatch(/\r\nContent-Length: 0\r\n/);
  });

  test('a server that answers in the middle of a slow upload is left', async () => {
    const body = 'x'.repeat(60_000);
    const { client, server } = await arena().begin('/slow-upload', {
      method: 'POST',
      fields: [`Content-Length: ${body.length}`],
      body,
    });
    await server.exactly(1400);
    server.write(OK);
    expect((await client.response()).body).toBe('ok');
    await server.over();
    expect(server.received).toBeLessThan(body.length);
  });

  test('a client of a response that was held slows down nobody else', async () => {
    hold();
    const size = 8 * 1024 * 1024;
    const first = await arena().begin('/held-response');
    first.client.pause();
    first.server.write(`HTTP/1.1 200 OK\r\nContent-Length: ${size}\r\n\r\n`, Buffer.alloc(size));
    // The connection to the server is free again as soon as the response has arrived.
    const other = await arena().client();
    const ask = (): void =>
      other.write(`GET http://${arena().origin.authority}/other HTTP/1.1\r\nHost: a\r\n\r\n`);
    await new Promise((resolve) => setTimeout(resolve, 300));
    ask();
    expect(await first.server.head()).toMatch(/^GET \/other /);
    release();
    await new Promise((resolve) => setTimeout(resolve, 100));
    first.server.write(OK);
    expect((await other.response()).body).toBe('ok');
  });

  test('while a response waits its server does too, whatever the client has taken meanwhile', async () => {
    hold();
    const client = await arena().client();
    client.pause();
    const url = `http://${arena().origin.authority}`;
    client.write(
      `GET ${url}/answer-large HTTP/1.1\r\nHost: a\r\n\r\nGET ${url}/waits HTTP/1.1\r\nHost: a\r\n\r\n`,
    );
    const server = await arena().origin.next();
    expect(await server.head()).toMatch(/^GET \/waits /);
    const much = 64 * 1024 * 1024;
    server.write(`HTTP/1.1 200 OK\r\nContent-Length: ${much}\r\n\r\n`);
    const block = Buffer.alloc(1024 * 1024);
    let sent = 0;
    let blocked = false;
    while (sent < much && !blocked) {
      if (!server.stream.write(block))
        blocked = !(await Promise.race([
          new Promise<boolean>((resolve) => server.stream.once('drain', () => resolve(true))),
          new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 300)),
        ]));
      sent += block.length;
    }
    expect(blocked).toBe(true);
    // The client reads the first response; nothing of the second is drained.
    client.resume();
    await client.head();
    await client.exactly(LARGE);
    await new Promise((resolve) => setTimeout(resolve, 500));
    expect(server.stream.writableLength).toBeGreaterThan(0);
    release();
  });

  test('what is pipelined behind a held request waits, and leaves with its client', async () => {
    hold();
    const client = await arena().client();
    const url = `http://${arena().origin.authority}`;
    const ask = (path: string): void => client.write(`GET ${url}${path} HTTP/1.1\r\nHost: a\r\n\r\n`);
    ask('/held-request');
    ask('/behind');
    await vi.waitFor(() => expect(arena().proxy.engine.flows.size).toBe(1));
    release();
    const server = await arena().origin.next();
    expect(await server.head()).toMatch(/^GET \/held-request /);
    server.write(OK);
    expect(await server.head()).toMatch(/^GET \/behind /);
    server.write(OK);
    await client.response();
    await client.response();
    hold();
    ask('/held-request');
    ask('/behind');
    await vi.waitFor(() => expect(arena().proxy.engine.flows.size).toBe(3));
    client.reset();
    expect((await arena().flow('/held-request')).state).toMatch(/failed|completed/);
    release();
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(arena().proxy.engine.flows.size).toBe(3);
  });

  test.each(
    sampled(
      [
        ['not asked for', ['Expect: 100-continue', 'Content-Length: 5'], '', true],
        ['read', ['Content-Length: 5'], 'hello', false],
        ['read in chunks', ['Transfer-Encoding: chunked'], '5\r\nhello\r\n0\r\nX: y\r\n\r\n', false],
      ] as const,
      2,
    ),
  )('an answer made here to a body that is %s', async (_, fields, body, closes) => {
    const client = await arena().client();
    const url = `http://${arena().origin.authority}/reason-breaks`;
    client.write([`POST ${url} HTTP/1.1`, 'Host: a', ...fields, '', body].join('\r\n'));
    const { head } = await client.response();
    expect(/\r\nconnection: close\r\n/i.test(head)).toBe(closes);
    if (closes) await client.over();
    else {
      client.write(`GET ${url} HTTP/1.1\r\nHost: a\r\n\r\n`);
      expect((await client.response()).body).toBe('made here');
    }
  });

  test('an upgrade with a body that is not whole is refused', async () => {
    const { client, server } = await arena().begin('/waits', {
      fields: ['Connection: Upgrade', 'Upgrade: websocket', 'Content-Length: 10'],
      body: 'abc',
    });
    server.write('HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n\r\n');
    expect(await client.head()).toMatch(/^HTTP\/1\.1 502 /);
  });

  test('interim responses keep their case', async () => {
    hold();
    const { client, server } = await arena().begin('/waits');
    server.write('HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\nX-CamelCase: 1\r\n\r\n');
    const hints = await client.head();
    expect(hints).toBe('HTTP/1.1 103 Early Hints\r\nLink: </a.css>; rel=preload\r\nX-CamelCase: 1\r\n\r\n');
    server.write(OK);
    release();
    expect((await client.response()).body).toBe('ok');
  });

  test('trailers keep their case, both ways', async () => {
    hold();
    const body = '3\r\nabc\r\n0\r\nX-Sum: 1\r\nx-More: 2\r\n\r\n';
    const { client, server } = await arena().begin('/waits', {
      method: 'POST',
      fields: ['Transfer-Encoding: chunked', 'Trailer: X-Sum'],
      body,
    });
    expect(await server.until('\r\nx-More: 2\r\n\r\n')).toBe(body);
    server.write(`HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n${body}`);
    release();
    await client.head();
    expect(await client.until('\r\nx-More: 2\r\n\r\n')).toBe(body);
    const flow = await arena().flow('/waits');
    expect([flow.request?.trailers, flow.response?.trailers]).toEqual([
      'X-Sum: 1\r\nx-More: 2\r\n',
      'X-Sum: 1\r\nx-More: 2\r\n',
    ]);
  });

  test('a body that was replaced is not read to an end that may never come', async () => {
    const { client, server } = await arena().begin('/replaced');
    server.write('HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nendle\r\n');
    expect((await client.response()).body).toBe('another');
    await server.over();
  });

  describe('events', () => {
    const begin = async (fields: readonly string[] = []) => {
      const both = await arena().begin('/events');
      const lines = ['HTTP/1.1 200 OK', 'Content-Type: text/event-stream', ...fields, '', ''];
      both.server.write(lines.join('\r\n'));
      return both;
    };

    test.each(sampled(['gzip, br', 'unheard-of'], 2))(
      'what is coded as %s passes as it came',
      async (coding) => {
        onEvent = () => Promise.resolve(null);
        const { client, server } = await begin([`Content-Encoding: ${coding}`, 'Content-Length: 13']);
        server.write('data: a\n\nabcd');
        const { head, body } = await client.response();
        expect(head).toContain(`\r\nContent-Encoding: ${coding}\r\n`);
        expect(body).toBe('data: a\n\nabcd');
      },
    );

    test('what breaks in the middle is cut', async () => {
      onEvent = (event) => Promise.resolve(event);
      const { client, server } = await begin(['Content-Encoding: gzip']);
      server.write(gzipSync('data: a\n\n').subarray(0, 10), Buffer.alloc(100, 0xff));
      await client.over();
      expect((await arena().flow('/events')).state).toBe('failed');
    });

    test('a slow client slows its server down', async () => {
      onEvent = (event) => Promise.resolve(event);
      const { client, server } = await begin();
      client.pause();
      const block = Buffer.from(`data: ${'x'.repeat(100_000)}\n\n`);
      let blocked = false;
      for (let sent = 0; sent < 800 && !blocked; sent += 1)
        if (!server.stream.write(block))
          blocked = !(await Promise.race([
            new Promise<boolean>((resolve) => server.stream.once('drain', () => resolve(true))),
            new Promise<boolean>((resolve) => setTimeout(() => resolve(false), 400)),
          ]));
      expect(blocked).toBe(true);
    });
  });
});

describe.each(sampled(PROTOCOL_PAIRS, 2))('%s', (name) => {
  const authority = trustedAuthority();
  let proxy: TestEngine;
  let pair: ProtocolPair;
  beforeAll(async () => {
    proxy = await startTestEngine({ hooks });
    pair = await openPair(
      name,
      () => proxy.engine.port,
      authority,
      () => proxy.engine.ca.certPem,
      (request, response) => {
        request.resume();
        response.end(`${request.method} ${request.url}`);
      },
    );
  });
  afterAll(async () => {
    await pair[Symbol.asyncDispose]();
    await proxy.close();
  });

  test.each(sampled(['/host-breaks', '/host-wide', '/host-twice', '/blanks', '/ours'], 2))(
    '%s smuggles nothing',
    async (path) => {
      const got = await pair.ask({ path });
      expect(got).toMatchObject({ status: 200, body: `GET ${path}` });
      const { fields } = pair.received.at(-1)!;
      const names = fields.filter((_, index) => index % 2 === 0).map((each) => each.toLowerCase());
      expect(names).not.toContain('x-injected');
      expect(fields).not.toContain('secret');
      if (path === '/blanks') expect(valuesOf(fields, 'x-blank').map((each) => each.trim())).toEqual(['b']);
    },
  );

  test.each(sampled(['/reason-breaks', '/reason-wide', '/connect-answered'], 2))(
    '%s is answered',
    async (path) => {
      const got = await pair.ask({ path });
      expect(got).toMatchObject({ status: 200, body: 'made here' });
      expect(valuesOf(got.fields, 'x-injected')).toEqual([]);
    },
  );

  test.each(sampled(['/long', '/long-response'], 2))('%s comes to an end, whatever that is', async (path) => {
    await Promise.race([pair.ask({ path }).catch(() => undefined), flowAt(proxy.engine.flows, path)]);
    await flowAt(proxy.engine.flows, path);
    expect(await pair.ask({ path: '/other' })).toMatchObject({ status: 200 });
  });

  test('/head', async () => {
    expect(await pair.ask({ path: '/head' })).toMatchObject({ status: 200, body: '' });
  });

  test('/finished-throws', async () => {
    expect(await pair.ask({ path: '/finished-throws' })).toMatchObject({ status: 200 });
  });
});

test('what is held is given back after whatever happened', { tags: ['full'] }, async () => {
  const take = vi.spyOn(BodyBufferBudget.prototype, 'take');
  const give = vi.spyOn(BodyBufferBudget.prototype, 'give');
  try {
    await using origin = await startOrigin((request, response) => {
      const kind = Number(/\d+$/.exec(request.url ?? '')?.[0] ?? 0) % 7;
      if (kind === 1) response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('x'.repeat(5000)));
      else if (kind === 2) response.write('x'.repeat(3000), () => response.destroy());
      else if (kind === 3) request.destroy();
      else if (kind === 4) response.end('y'.repeat(300_000));
      else request.pipe(response);
    });
    const each: ExchangeHook = {
      recorded: true,
      request: async ({ request, flow }) => {
        const body = await request.body();
        if (flow.id % 5 === 0) return { type: 'abort', how: 'reset', reason: 'as asked' };
        if (flow.id % 11 === 0) throw new Error('a tool that fails');
        if (flow.id % 3 === 0 && body !== null) request.replaceBody(body);
        return forward;
      },
      response: async ({ flow }, response) => {
        await response.body();
        if (flow.id % 13 === 0) return { type: 'abort', how: 'reset', reason: 'as asked' };
        return send;
      },
      finished: () => undefined,
    };
    await using proxy = await startTestEngine({
      hooks: { exchange: () => each },
      maxCapturedBodyBytes: 100_000,
    });
    const agent = new http.Agent({ keepAlive: true, maxSockets: 20 });
    const one = async (at: number): Promise<void> => {
      const size = at % 9 === 0 ? 200_000 : 1000;
      const options = { via: proxy.engine.port, method: 'POST', body: 'b'.repeat(size), agent };
      await ask(`${origin.http}/${at}`, options).catch(() => undefined);
    };
    for (let round = 0; round < 40; round += 1)
      await Promise.all(Array.from({ length: 50 }, (_, at) => one(round * 50 + at)));
    agent.destroy();
    await settled(proxy.engine.flows);
    const taken = take.mock.calls.map(([bytes], at) => (take.mock.results[at]?.value === true ? bytes : 0));
    const sum = (list: readonly number[]): number => list.reduce((one, other) => one + other, 0);
    expect(sum(taken)).toBeGreaterThan(0);
    expect(sum(give.mock.calls.map(([bytes]) => bytes))).toBe(sum(taken));
  } finally {
    take.mockRestore();
    give.mockRestore();
  }
});

test('a body that arrives while a stale connection is replaced is sent on the new one', async () => {
  await using origin = await rawOrigin();
  let gate: Promise<void> = Promise.resolve();
  const each: ExchangeHook = {
    recorded: true,
    request: () => forward,
    response: () => send,
    finished: () => undefined,
  };
  await using proxy = await startTestEngine({
    hooks: { exchange: () => each },
    resolve: async () => {
      await gate;
      return [{ address: '127.0.0.1', family: 4 }];
    },
  });
  const url = `http://slow.test:${origin.port}`;
  const client = await connectRaw(proxy.engine.port);
  client.write(`GET ${url}/one HTTP/1.1\r\nHost: a\r\n\r\n`);
  const first = await origin.next();
  await first.head();
  first.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
  await client.response();
  let open = (): void => undefined;
  gate = new Promise((resolve) => (open = resolve));
  client.write(`PUT ${url}/two HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\n\r\n`);
  await first.head();
  first.reset();
  await new Promise((resolve) => setTimeout(resolve, 50));
  client.write('hello');
  await new Promise((resolve) => setTimeout(resolve, 50));
  open();
  const second = await origin.next();
  expect(await second.head()).toMatch(/^PUT \/two /);
  expect(await second.exactly(5)).toBe('hello');
  second.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok');
  expect((await client.response()).body).toBe('ok');
  client.reset();
});
