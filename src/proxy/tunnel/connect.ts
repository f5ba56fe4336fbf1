// CONNECT: a tunnel to an origin, opened for what turns out to be inside: TLS to decrypt or to pass on,
// HTTP in the clear, or bytes that are none of ours to read.
import net from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import { isAliasHost } from '../../base/alias-hosts.ts';
import { ProxyError } from '../../base/errors.ts';
import { whenClosed } from '../../base/streams.ts';
import type { Client } from '../../flow/client.ts';
import { Flow, type FlowTarget } from '../../flow/flow.ts';
import type { FlowStore } from '../../flow/store.ts';
import { UpstreamConnection, type WireTarget } from '../../net/upstream-connection.ts';
import type { ProxyContext } from '../context.ts';
import { detect, type Hello, type Protocol } from '../detect.ts';
import { firstBytes, type Seen } from '../first-bytes.ts';
import { paced } from '../intercepted/paced.ts';
import { mayDecrypt, notifyHook, tunnelHookFor } from '../intercepted/call-hook.ts';
import type { TunnelHook } from '../hooks.ts';
import {
  HUNG_UP_AFTER,
  refusedWith,
  whyHandshakeFailed,
  whyTunneled,
  type Decryption,
} from '../not-decrypted.ts';
import { isSelf } from '../self.ts';
import { ClientTlsError } from '../tls/client-tls-error.ts';
import { watchForRejection } from '../tls/certificate-rejection.ts';
import type { RequestDestination } from '../request-destination.ts';
import { connectResponder, silentResponder, type TunnelResponder } from './responder.ts';
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

/** Opens the tunnel that was asked for on `stream`, from which the request has been read. Never rejects. */
export function openTunnel(
  stream: Duplex,
  target: TunnelTarget,
  client: Client,
  context: ProxyContext,
  answer: TunnelResponder = connectResponder,
): void {
  const ignore = (): void => undefined;
  stream.on('error', ignore);
  new Tunnel(stream, target, client, context, answer).open().catch(() => stream.destroy());
}

/** What a connection that was meant for `target` all along carries, without CONNECT before it. */
export function openTransparent(
  stream: Duplex,
  target: TunnelTarget,
  client: Client,
  context: ProxyContext,
): void {
  stream.on('error', () => undefined);
  new Tunnel(stream, target, client, context, silentResponder).open().catch(() => stream.destroy());
}

/** What tools want of the tunnel; `flow` stands for its own, which is made when it is known what it is. */
interface TunnelTools {
  readonly flow: Flow;
  readonly hook: TunnelHook;
}

class Tunnel {
  readonly #stream: Duplex;
  readonly #target: TunnelTarget;
  readonly #client: Client;
  readonly #context: ProxyContext;
  readonly #answer: TunnelResponder;
  readonly #startedAt = Date.now();
  readonly #start = performance.now();
  #established = false;
  #decryption: Decryption = 'not-listed';
  #tools: TunnelTools | null = null;

  constructor(
    stream: Duplex,
    target: TunnelTarget,
    client: Client,
    context: ProxyContext,
    answer: TunnelResponder,
  ) {
    this.#stream = stream;
    this.#target = target;
    this.#client = client;
    this.#context = context;
    this.#answer = answer;
  }

  async open(): Promise<void> {
    const { host, port } = this.#target;
    if (isAliasHost(host) || (await isSelf(host, port, this.#context))) {
      this.#establish();
      await this.#inspect({ type: 'local' }, null);
      return;
    }
    this.#decryption = await this.#decide(host);
    if (this.#decryption === 'decrypt') {
      this.#establish();
      await this.#inspect(null, null);
      return;
    }
    const upstream = await this.#connect();
    if (upstream === null) return;
    await this.#context.identified(this.#client);
    this.#establish();
    if (this.#decryption === 'bypassed')
      await this.#passThrough({ type: 'silent', bytes: NOTHING }, upstream);
    else await this.#inspect(null, upstream);
  }

  /** Tools may keep what settings would open closed. */
  async #decide(host: string): Promise<Decryption> {
    const decided = await this.#context.decrypt(host, this.#client);
    if (decided !== 'decrypt') return decided;
    return mayDecrypt(this.#context.hooks, host, this.#target.port, this.#client) ? decided : 'not-listed';
  }

  /** Goes on by what the client says first. `way`: where requests inside go, when that is settled. */
  async #inspect(destination: RequestDestination | null, upstream: UpstreamConnection | null): Promise<void> {
    const seen = await firstBytes(
      this.#stream,
      detect,
      destination === null ? SILENCE_MS : LOCAL_SILENCE_MS,
      HELLO_MS,
    );
    if (seen.type === 'gone' && seen.bytes.length === 0 && upstream === null) {
      this.#stream.destroy();
      return;
    }
    const protocol: Protocol = seen.type === 'seen' ? seen.value : { type: 'opaque' };
    if (protocol.type === 'http1')
      this.#serveHttp(this.#stream, destination ?? this.#destinationFor('http', null, false), upstream);
    else if (protocol.type === 'http2')
      this.#serveHttp2(destination ?? this.#destinationFor('http', null, false), upstream);
    else if (protocol.type === 'tls' && (destination !== null || (await this.#opens(protocol))))
      await this.#intercept(protocol, destination, upstream);
    else if (destination !== null) this.#stream.destroy();
    else await this.#passThrough(seen, upstream);
  }

  /** The name that the client asks its server for may be listed, or bypassed, as well as the tunnel's. */
  async #opens({ sni }: Hello): Promise<boolean> {
    if (sni !== null && sni !== this.#target.host) {
      const named = await this.#decide(sni);
      if (named !== 'not-listed') this.#decryption = named;
    }
    return this.#decryption === 'decrypt';
  }

  #serveHttp(stream: Duplex, destination: RequestDestination, upstream: UpstreamConnection | null): void {
    // What tools led elsewhere is not for other requests to the host.
    if (this.#tools !== null && this.#tools.hook.connectTo !== null) upstream?.destroy();
    else if (destination.type === 'origin' && upstream !== null) destination.pool.adopt(upstream);
    this.#context.serve(stream, this.#client, destination);
  }

  /** What was connected already may not be an HTTP/1 connection that rests: it is not known to be one. */
  #serveHttp2(destination: RequestDestination, upstream: UpstreamConnection | null): void {
    upstream?.destroy();
    this.#context.serveHttp2(this.#stream, this.#client, destination);
  }

  async #intercept(
    hello: Hello,
    destination: RequestDestination | null,
    upstream: UpstreamConnection | null,
  ): Promise<void> {
    const { sni } = hello;
    upstream?.destroy();
    const names = sni === null || sni === this.#target.host ? [this.#target.host] : [sni, this.#target.host];
    try {
      const secured = await this.#context.tlsTerminator.secure(this.#stream, names);
      secured.on('error', () => undefined);
      if (destination === null) watchForRejection(secured, (alert) => void this.#refusedSilently(sni, alert));
      this.#serveHttp(secured, destination ?? this.#destinationFor('https', sni, true), null);
    } catch (error) {
      if (destination === null) await this.#handshakeFailed(hello, error);
    }
  }

  /** A client that is known to trust us only had no more use for the connection. */
  async #handshakeFailed({ sni, ech }: Hello, error: unknown): Promise<void> {
    await this.#context.identified(this.#client);
    const failure = error instanceof ClientTlsError ? error.failure : null;
    const { host } = this.#flowTarget('https', sni);
    if (failure?.type === 'hung-up' && hasTrusted(this.#context.flows, host, this.#client)) return;
    const why = failure === null ? null : whyHandshakeFailed(failure, ech);
    const flow = this.#flow(sni);
    flow.notDecrypted = why;
    if (why !== null) this.#context.clientRefused(host, this.#client);
    this.#fail(flow, error);
  }

  /** The handshake was done to its end, and then the client left. */
  async #refusedSilently(sni: string | null, alert: string | null): Promise<void> {
    await this.#context.identified(this.#client);
    const { host } = this.#flowTarget('https', sni);
    if (alert === null && hasTrusted(this.#context.flows, host, this.#client)) return;
    const flow = this.#flow(sni);
    flow.notDecrypted = alert === null ? HUNG_UP_AFTER : refusedWith(alert);
    this.#context.clientRefused(host, this.#client);
    const detail =
      alert === null
        ? 'it hung up right after the handshake, without a byte'
        : `it sent the alert "${alert}"`;
    const code = alert === null ? 'CLIENT_REFUSED' : 'CLIENT_TLS_FAILED';
    this.#fail(flow, new ProxyError(code, `${detail}. The client may not trust the root certificate`));
  }

  #destinationFor(scheme: 'http' | 'https', sni: string | null, decrypted: boolean): RequestDestination {
    const target = this.#flowTarget(scheme, sni);
    const servername = scheme === 'https' ? (sni ?? this.#target.host) : null;
    return {
      type: 'origin',
      pool: this.#context.pools.forOrigin(this.#connectionTarget(servername)),
      target,
      decrypted,
    };
  }

  /** A tunnel that was asked for by address is named by what the client inside calls its server. */
  #flowTarget(scheme: 'http' | 'https', sni: string | null): FlowTarget {
    const { host, port } = this.#target;
    return { scheme, host: sni !== null && net.isIP(host) !== 0 ? sni : host, port };
  }

  #connectionTarget(servername: string | null): WireTarget {
    return { ...this.#target, servername, localAllowed: this.#context.localAllowed(this.#client) };
  }

  /** Relays what cannot or shall not be read. */
  async #passThrough(seen: Seen<Protocol>, connected: UpstreamConnection | null): Promise<void> {
    const upstream = connected ?? (await this.#connect());
    if (upstream === null) return;
    const isTls = seen.type === 'seen' && seen.value.type === 'tls';
    const flow = this.#flow(isTls ? seen.value.sni : null);
    flow.notDecrypted = whyTunneled(this.#decryption, isTls);
    flow.state = 'tunneled';
    flow.remoteAddress = upstream.address;
    this.#context.flows.update(flow);
    const sent = seen.type === 'gone' ? seen.bytes : NOTHING;
    const stream = paced(this.#stream, this.#tools?.hook.upload ?? null, this.#tools?.hook.download ?? null);
    relay(stream, upstream, { sent, received: NOTHING }, flow, this.#context, 'tunneled');
    if (this.#tools !== null) this.#notifyEnd(this.#tools, stream, flow);
  }

  async #connect(): Promise<UpstreamConnection | null> {
    const tools = (this.#tools ??= await this.#askTools());
    if (tools !== null && !(await this.#mayOpen(tools))) return null;
    try {
      const connectTo = tools?.hook.connectTo;
      return await UpstreamConnection.open(
        { ...this.#connectionTarget(null), tunnel: true, connectTo },
        this.#context.pools.options,
      );
    } catch (error) {
      if (error instanceof ProxyError && !this.#established) this.#answer.refused(this.#stream, error);
      else this.#stream.destroy();
      this.#fail(this.#flow(), error);
      return null;
    }
  }

  /** Once it is known, as far as it can be, which app the client is. */
  async #askTools(): Promise<TunnelTools | null> {
    const { hooks } = this.#context;
    if (hooks.tunnel === undefined) return null;
    await this.#context.identified(this.#client);
    const flow = this.#newFlow(0, null);
    const hook = tunnelHookFor(hooks, flow);
    return hook === null ? null : { flow, hook };
  }

  /** False when tools keep the tunnel closed: the client has been told, as far as it is to be. */
  async #mayOpen({ hook }: TunnelTools): Promise<boolean> {
    const { verdict, latencyMs } = hook;
    if (latencyMs > 0) await this.#clientGone(latencyMs);
    if (this.#stream.destroyed) return false;
    if (verdict.type === 'open') return true;
    const flow = this.#flow();
    if (verdict.type === 'refuse') {
      const error = new ProxyError('TOOL_BLOCKED', verdict.reason, verdict.status);
      if (this.#established) this.#stream.destroy();
      else this.#answer.refused(this.#stream, error);
      this.#fail(flow, error);
    } else {
      if (verdict.how === 'hang') await this.#neverAnswered();
      else abort(this.#stream);
      this.#fail(flow, new ProxyError('TOOL_ENDED', verdict.reason));
    }
    notifyHook(() => hook.finished(flow));
    return false;
  }

  /** Reads what comes, so that it is noticed when nothing more does. */
  #neverAnswered(): Promise<void> {
    this.#stream.once('end', () => this.#stream.destroy());
    this.#stream.resume();
    return this.#clientGone();
  }

  /** Resolves when the client has gone, or the proxy has stopped; or after so many milliseconds. */
  #clientGone(ms?: number): Promise<void> {
    const stream = this.#stream;
    const { connections } = this.#context;
    const held = { stop: () => void stream.destroy() };
    connections.add(held);
    return new Promise((resolve) => {
      const done = (): void => {
        clearTimeout(timer);
        stream.off('close', done);
        connections.delete(held);
        resolve();
      };
      const timer = ms === undefined ? undefined : setTimeout(done, ms);
      whenClosed(stream, done);
    });
  }

  #notifyEnd({ hook }: TunnelTools, stream: Duplex, flow: Flow): void {
    whenClosed(stream, () => {
      notifyHook(() => hook.finished(flow));
      this.#context.flows.update(flow);
    });
  }

  #establish(): void {
    this.#established = true;
    this.#answer.established(this.#stream);
  }

  #flow(sni: string | null = null): Flow {
    const { flows } = this.#context;
    const flow = this.#newFlow(flows.takeId(), sni);
    if (this.#tools !== null) {
      const { tags, matchedRules } = this.#tools.flow;
      Object.assign(flow, { tags, matchedRules, unrecorded: !this.#tools.hook.recorded });
    }
    flows.add(flow);
    return flow;
  }

  #newFlow(id: number, sni: string | null): Flow {
    const flow = new Flow(
      id,
      this.#client,
      'CONNECT',
      this.#flowTarget('https', sni),
      null,
      false,
      this.#startedAt,
    );
    flow.marks.start = this.#start;
    return flow;
  }

  #fail(flow: Flow, error: unknown): void {
    flow.state = 'failed';
    flow.error = error instanceof Error ? error.message : String(error);
    flow.marks.end = performance.now();
    this.#context.flows.finish(flow);
  }
}

function abort(stream: Duplex): void {
  if (stream instanceof net.Socket && !(stream instanceof TLSSocket)) stream.resetAndDestroy();
  else stream.destroy();
}

/** Flows of the past in which a request of the same app to the same host would be found. */
const RECENT = 500;

/**
 * Whether this app has sent a request to `host` inside our TLS. Of an app on this machine that is not known nobody can
 * say; of other devices only the address ever is.
 */
function hasTrusted(flows: FlowStore, host: string, { app, address, isLoopback }: Client): boolean {
  if (app === null && isLoopback) return false;
  return flows
    .list()
    .slice(-RECENT)
    .some(
      (flow) =>
        flow.decrypted && flow.target.host === host && flow.app === app && flow.client.address === address,
    );
}
