// The engine between clients and origins that write raw bytes: for tests of misbehaving peers.
import { afterAll, afterEach, beforeEach, expect } from 'vitest';
import type { Flow } from '../../src/flow/flow.ts';
import { startTestEngine, type TestEngine, type TestEngineOptions } from './engine.ts';
import { connectRaw, rawOrigin, type Raw, type RawOrigin } from './raw.ts';

/** The two ends of one exchange, after its request's head has arrived. */
export interface Exchange {
  readonly client: Raw;
  readonly server: Raw;
  /** The request head as the origin received it. */
  readonly head: string;
}

export interface Arena extends AsyncDisposable {
  readonly proxy: TestEngine;
  readonly origin: RawOrigin;
  /** Connects to the proxy. */
  client(): Promise<Raw>;
  /** Sends a request for `path` to the origin through the proxy, with these fields and body. */
  begin(path: string, request?: Request): Promise<Exchange>;
  /** Resolves with the finished flow that has this path, or for a tunnel this host and port. */
  flow(path: string): Promise<Flow>;
  /**
   * Checks the invariants after any attack: a plain request works, and no flow is in progress without its
   * peers.
   */
  expectWell(): Promise<void>;
}

export interface Request {
  readonly method?: string;
  readonly version?: '1.0' | '1.1';
  readonly fields?: readonly string[];
  readonly body?: string;
}

/**
 * Returns an arena for each test of a file, and checks its invariants after the test. The tests share an
 * engine while it lasts, since starting one takes longer than most of them.
 */
export function arenaForEach(options: TestEngineOptions = {}): () => Arena {
  let proxy: TestEngine | null = null;
  let arena: Arena | null = null;
  beforeEach(async () => {
    proxy ??= await startTestEngine(options);
    arena = await openArena(proxy);
  });
  afterEach(async () => {
    await using ending = arena;
    arena = null;
    const shared = proxy;
    proxy = null;
    try {
      await ending?.expectWell();
    } catch (error) {
      await shared?.close();
      throw error;
    }
    proxy = shared;
  });
  afterAll(() => proxy?.close());
  return () => {
    if (arena === null) throw new Error('there is an arena only while a test runs');
    return arena;
  };
}

async function openArena(proxy: TestEngine): Promise<Arena> {
  const origin = await rawOrigin();
  const healthy = await rawOrigin();
  const { flows, port } = proxy.engine;
  const clients: Raw[] = [];
  const client = async (): Promise<Raw> => {
    const raw = await connectRaw(port);
    clients.push(raw);
    return raw;
  };
  const finished = (holds: () => boolean): Promise<void> =>
    new Promise((resolve) => {
      const look = (): void => {
        if (!holds()) return;
        stop();
        resolve();
      };
      const stop = flows.subscribe(look);
      look();
    });
  return {
    proxy,
    origin,
    client,
    begin: async (path, request = {}) => {
      const asking = await client();
      asking.write(requestText(`http://${origin.authority}${path}`, origin.authority, request));
      const server = await origin.next();
      return { client: asking, server, head: await server.head() };
    },
    flow: async (path) => {
      const find = (): Flow | undefined =>
        flows.list().findLast((flow) => placeOf(flow) === path && flow.finished);
      await finished(() => find() !== undefined);
      return find()!;
    },
    expectWell: async () => {
      const asking = await client();
      asking.write(requestText(`http://${healthy.authority}/well`, healthy.authority, {}));
      const server = await healthy.next();
      expect(await server.head()).toContain('GET /well HTTP/1.1\r\n');
      server.write('HTTP/1.1 200 OK\r\nContent-Length: 2\r\nConnection: close\r\n\r\nok');
      expect((await asking.response()).body).toBe('ok');
      for (const raw of clients) raw.reset();
      await origin[Symbol.asyncDispose]();
      await finished(() => flows.list().every((flow) => flow.state !== 'pending' && flow.finished));
      flows.clear();
    },
    [Symbol.asyncDispose]: async () => {
      for (const raw of clients) raw.reset();
      await origin[Symbol.asyncDispose]();
      await healthy[Symbol.asyncDispose]();
    },
  };
}

function requestText(
  url: string,
  host: string,
  { method = 'GET', version = '1.1', fields = [], body = '' }: Request,
): string {
  return [`${method} ${url} HTTP/${version}`, `Host: ${host}`, ...fields, '', body].join('\r\n');
}

function placeOf({ request, target, path }: Flow): string {
  return request === null ? `${target.host}:${target.port}` : path;
}
