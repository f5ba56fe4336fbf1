// CONNECT: a tunnel to an origin, opened for what turns out to be inside: TLS to decrypt or to pass on,
// HTTP in the clear, or bytes that are none of ours to read.
import type { Duplex } from 'node:stream';
import { isAliasHost } from '../../base/alias-hosts.ts';
import { ProxyError } from '../../base/errors.ts';
import type { Client } from '../../flow/client.ts';
import { Flow, type FlowTarget } from '../../flow/flow.ts';
import { Wire, type WireTarget } from '../../net/wire.ts';
import type { ProxyContext } from '../context.ts';
import { detect, type Protocol } from '../detect.ts';
import { firstBytes, type Seen } from '../first-bytes.ts';
import { errorPage } from '../http1/error-page.ts';
import { isSelf } from '../self.ts';
import type { Way } from '../way.ts';
import { relay } from './relay.ts';

export interface TunnelTarget {
  readonly host: string;
  readonly port: number;
}

/** A client that says nothing for this long waits for the server to speak first. */
const SILENCE_MS = 300;
/** Nobody but the client speaks first to us. */
const LOCAL_SILENCE_MS = 60_000;
/** A ClientHello that has begun must be complete in this time. */
const HELLO_MS = 10_000;

const NOTHING = Buffer.alloc(0);

const ESTABLISHED = 'HTTP/1.1 200 Connection Established\r\n\r\n';

/** Answers CONNECT on `stream`, from which the request's head has been read. Never rejects. */
export function openTunnel(
  stream: Duplex,
  target: TunnelTarget,
  client: Client,
  context: ProxyContext,
): void {
  const ignore = (): void => undefined;
  stream.on('error', ignore);
  new Tunnel(stream, target, client, context).open().catch(() => stream.destroy());
}

/** What a connection that was meant for `target` all along carries, without CONNECT before it. */
export function openTransparent(
  stream: Duplex,
  target: TunnelTarget,
  client: Client,
  context: ProxyContext,
): void {
  stream.on('error', () => undefined);
  new Tunnel(stream, target, client, context, false).open().catch(() => stream.destroy());
}

class Tunnel {
  readonly #stream: Duplex;
  readonly #target: TunnelTarget;
  readonly #client: Client;
  readonly #context: ProxyContext;
  /** Whether a CONNECT waits for its answer. */
  readonly #asked: boolean;
  readonly #startedAt = Date.now();
  readonly #start = performance.now();
  #established = false;

  constructor(stream: Duplex, target: TunnelTarget, client: Client, context: ProxyContext, asked = true) {
    this.#stream = stream;
    this.#target = target;
    this.#client = client;
    this.#context = context;
    this.#asked = asked;
  }

  async open(): Promise<void> {
    const { host, port } = this.#target;
    if (isAliasHost(host) || (await isSelf(host, port, this.#context))) {
      this.#establish();
      await this.#inspect({ type: 'local' }, null);
    } else if (await this.#context.decrypt(host, this.#client)) {
      this.#establish();
      await this.#inspect(null, null);
    } else {
      const upstream = await this.#connect();
      if (upstream === null) return;
      await this.#context.identified(this.#client);
      this.#establish();
      await this.#inspect(null, upstream);
    }
  }

  /** Goes on by what the client says first. `way`: where requests inside go, when that is settled. */
  async #inspect(way: Way | null, upstream: Wire | null): Promise<void> {
    const seen = await firstBytes(
      this.#stream,
      detect,
      way === null ? SILENCE_MS : LOCAL_SILENCE_MS,
      HELLO_MS,
    );
    if (seen.type === 'gone' && seen.bytes.length === 0 && upstream === null) {
      this.#stream.destroy();
      return;
    }
    const protocol: Protocol = seen.type === 'seen' ? seen.value : { type: 'opaque' };
    if (protocol.type === 'http1')
      this.#serveHttp(this.#stream, way ?? this.#wayTo('http', null, false), upstream);
    else if (protocol.type === 'tls' && (await this.#opens(protocol.sni, way, upstream)))
      await this.#intercept(protocol.sni, way, upstream);
    else if (way !== null) this.#stream.destroy();
    else await this.#passOn(seen, upstream);
  }

  async #opens(sni: string | null, way: Way | null, upstream: Wire | null): Promise<boolean> {
    if (way !== null || upstream === null) return true;
    return sni !== null && sni !== this.#target.host && (await this.#context.decrypt(sni, this.#client));
  }

  #serveHttp(stream: Duplex, way: Way, upstream: Wire | null): void {
    if (way.type === 'origin' && upstream !== null) way.route.adopt(upstream);
    this.#context.serve(stream, this.#client, way);
  }

  async #intercept(sni: string | null, way: Way | null, upstream: Wire | null): Promise<void> {
    upstream?.destroy();
    const names = sni === null || sni === this.#target.host ? [this.#target.host] : [sni, this.#target.host];
    try {
      const secured = await this.#context.leaves.secure(this.#stream, names);
      secured.on('error', () => undefined);
      this.#serveHttp(secured, way ?? this.#wayTo('https', sni, true), null);
    } catch (error) {
      if (way === null) this.#fail(this.#flow(), error);
    }
  }

  #wayTo(scheme: 'http' | 'https', sni: string | null, decrypted: boolean): Way {
    const target: FlowTarget = { scheme, ...this.#target };
    const servername = scheme === 'https' ? (sni ?? this.#target.host) : null;
    return {
      type: 'origin',
      route: this.#context.pool.route(this.#wireTarget(servername)),
      target,
      decrypted,
    };
  }

  #wireTarget(servername: string | null): WireTarget {
    return { ...this.#target, servername, localAllowed: this.#client.isLoopback };
  }

  /** Relays what cannot or shall not be read. */
  async #passOn(seen: Seen<Protocol>, connected: Wire | null): Promise<void> {
    const upstream = connected ?? (await this.#connect());
    if (upstream === null) return;
    const flow = this.#flow();
    const isTls = seen.type === 'seen' && seen.value.type === 'tls';
    flow.notDecrypted = isTls ? 'the host is not in the SSL proxying list' : 'the tunnel does not carry TLS';
    flow.state = 'tunneled';
    flow.remoteAddress = upstream.address;
    this.#context.flows.update(flow);
    const sent = seen.type === 'gone' ? seen.bytes : NOTHING;
    relay(this.#stream, upstream, { sent, received: NOTHING }, flow, this.#context, 'tunneled');
  }

  async #connect(): Promise<Wire | null> {
    try {
      return await Wire.open(this.#wireTarget(null), this.#context.pool.options);
    } catch (error) {
      if (error instanceof ProxyError && this.#asked && !this.#established) {
        this.#stream.end(errorPage(error.status, error.message, true, 'CONNECT'), 'latin1');
        this.#stream.resume();
      } else this.#stream.destroy();
      this.#fail(this.#flow(), error);
      return null;
    }
  }

  #establish(): void {
    this.#established = true;
    if (this.#asked) this.#stream.write(ESTABLISHED);
  }

  #flow(): Flow {
    const { flows } = this.#context;
    const flow = new Flow(
      flows.takeId(),
      this.#client,
      'CONNECT',
      { scheme: 'https', ...this.#target },
      null,
      false,
      this.#startedAt,
    );
    flow.marks.start = this.#start;
    flows.add(flow);
    return flow;
  }

  #fail(flow: Flow, error: unknown): void {
    flow.state = 'failed';
    flow.error = error instanceof Error ? error.message : String(error);
    flow.marks.end = performance.now();
    this.#context.flows.finish(flow);
  }
}
