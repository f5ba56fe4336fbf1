// The parts that tests of many requests over HTTP/2 share: an origin that tells the length of each body, a proxy before
// it, and the count of exchanges by what is known of them at their end. HTTP2_CLIENT_COUNT chooses how many there are.
import { expect } from 'vitest';
import { flowSummary } from '../../src/flow/summary.ts';
import { trustedAuthority, type TestAuthority } from './authority.ts';
import { startTestEngine, type TestEngine } from './engine.ts';
import { http2Origin, type Http2Origin } from './http2.ts';
import { settled } from './settled.ts';
import { scaled } from './scale.ts';

/** Requests of each client. */
export const COUNT = scaled({ quick: 80, full: 400 }, 'HTTP2_CLIENT_COUNT');
/** Requests at a time. */
export const THREADS = 8;
/** Requests of each thread. */
export const EACH = Math.ceil(COUNT / THREADS);
export const TIMEOUT_MS = Math.max(60_000, COUNT * 6);
/** Go and browsers send nothing for `localhost` through a proxy, so that the host has another name. */
export const HOST = 'load.test';

/** The servers whose exchanges count. */
const OURS: ReadonlySet<string> = new Set([HOST, 'localhost']);

type Answer = Parameters<typeof http2Origin>[0];

export class Http2Load implements AsyncDisposable {
  readonly origin: Http2Origin;
  readonly proxy: TestEngine;
  readonly #ends = new Map<string, number>();

  /** `authority` is made before the first connection, when the roots are read. */
  static async start(
    answer: Answer = lengthOfBody,
    authority: TestAuthority = trustedAuthority(),
  ): Promise<Http2Load> {
    const origin = await http2Origin(answer, authority.issue(HOST));
    const proxy = await startTestEngine({
      // h2load connects to the proxy as to its server, whose port is that of HTTPS then.
      reverseProxies: [
        { id: 'a', enabled: true, name: 'a', listenPort: 0, target: `https://${HOST}`, preserveHost: false },
      ],
      connectOverride: (host) => (host === HOST ? { host: '127.0.0.1', port: origin.port } : null),
    });
    return new Http2Load(origin, proxy);
  }

  private constructor(origin: Http2Origin, proxy: TestEngine) {
    this.origin = origin;
    this.proxy = proxy;
    proxy.engine.flows.subscribe((flow, change) => {
      // Go opens several connections at once, and closes those that it does not need.
      const isUnused = flow.notDecrypted?.code === 'closed';
      // Browsers also ask servers of their makers.
      if (change !== 'finished' || isUnused || !OURS.has(flow.target.host)) return;
      const { method, httpVersion, state, status, grpcStatus = '', error = '' } = flowSummary(flow);
      const kind = [method, httpVersion, state, status, grpcStatus, error].join(' ').trim();
      this.#ends.set(kind, (this.#ends.get(kind) ?? 0) + 1);
    });
  }

  /** Forgets what has ended. */
  clear(): void {
    this.proxy.engine.flows.clear();
    this.origin.received.length = 0;
    this.#ends.clear();
  }

  /** Resolves with the numbers of exchanges by method, version, state, status, and error. */
  async ends(): Promise<Readonly<Record<string, number>>> {
    await settled(this.proxy.engine.flows);
    return Object.fromEntries(this.#ends);
  }

  async expectAll(kind: string, count: number): Promise<void> {
    expect(await this.ends()).toEqual({ [kind]: count });
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.proxy.close();
    await this.origin[Symbol.asyncDispose]();
  }
}

export const lengthOfBody: Answer = (stream) => {
  let length = 0;
  stream.on('data', (piece: Buffer) => (length += piece.length));
  stream.on('end', () => {
    stream.respond({ ':status': 200, 'content-type': 'text/plain' });
    stream.end(String(length));
  });
};
