// A tunnel to an origin, opened for what turns out to be inside it: TLS to decrypt or to pass through, HTTP in plain
// text, or bytes of another protocol, which pass through unread.
import type { Duplex } from 'node:stream';
import { isAliasHost } from '../../base/alias-hosts.ts';
import { ProxyError } from '../../base/errors.ts';
import type { Client } from '../../flow/client.ts';
import type { ConnectionTarget, HostPort } from '../../net/open.ts';
import { UpstreamConnection } from '../../net/upstream-connection.ts';
import type { ProxyContext } from '../shared/context.ts';
import { detect, type ClientHelloSummary, type Protocol } from '../first-bytes/detect.ts';
import { mayDecrypt } from '../shared/call-hook.ts';
import { paced } from '../shared/paced.ts';
import { firstBytes, type FirstBytes, type Patience } from '../first-bytes/index.ts';
import { whyTunneled, type Decryption } from '../tls/not-decrypted.ts';
import type { RequestDestination } from '../shared/request-destination.ts';
import { isSelf } from '../shared/self.ts';
import { mayOpen, tunnelTools } from './admission.ts';
import { TunnelRecording } from './recording.ts';
import { relay } from '../shared/relay.ts';
import type { TunnelRequest } from './request.ts';
import { connectResponder, silentResponder, type TunnelResponder } from './responder.ts';
import { interceptTls, terminateTls } from './tls-interception.ts';

/** After this silence of the client, the server is given the chance to speak first. */
const SILENCE_MS = 300;
/** A ClientHello that has begun must be complete in this time. */
const HELLO_MS = 10_000;
const SHORT: Patience = { firstMs: SILENCE_MS, helloMs: HELLO_MS, restMs: SILENCE_MS };
/** A client may be late for many reasons, such as a busy machine: it is not judged by its silence. */
const ENDLESS: Patience = { firstMs: null, helloMs: HELLO_MS, restMs: SILENCE_MS };
/** The client speaks first in a tunnel to the proxy itself. */
const LOCAL: Patience = { firstMs: 60_000, helloMs: HELLO_MS, restMs: 60_000 };

const NOTHING = Buffer.alloc(0);

/** Opens the tunnel that a client asked for on `stream`, from which the request has been read. Never rejects. */
export function openTunnel(
  stream: Duplex,
  target: HostPort,
  client: Client,
  context: ProxyContext,
  responder: TunnelResponder = connectResponder,
): void {
  stream.on('error', () => undefined);
  new Tunnel({ stream, target, client, context, responder }).open().catch(() => stream.destroy());
}

/** Serves a connection that was redirected to the proxy on its way to `target`, without CONNECT before it. */
export function openTransparent(
  stream: Duplex,
  target: HostPort,
  client: Client,
  context: ProxyContext,
): void {
  openTunnel(stream, target, client, context, silentResponder);
}

type State =
  /** The client waits to be told whether the tunnel is open. */
  | 'requested'
  /** The client was told that the tunnel is open. */
  | 'established'
  /** The exchanges inside, a relay, or the error that was recorded have taken over. */
  | 'handed-over';

class Tunnel {
  readonly #request: TunnelRequest;
  readonly #recording: TunnelRecording;
  #state: State = 'requested';
  /** The connection to the server, where one was needed so far. */
  #upstream: Promise<UpstreamConnection> | null = null;
  #decryption: Decryption = 'not-listed';

  constructor(request: TunnelRequest) {
    this.#request = request;
    this.#recording = new TunnelRecording(request);
  }

  async open(): Promise<void> {
    const { target, context, client } = this.#request;
    if (isAliasHost(target.host) || (await isSelf(target.host, target.port, context))) {
      this.#establish();
      await this.#serveLocal();
      return;
    }
    this.#decryption = await this.#decryptionFor(target.host);
    if (this.#decryption === 'decrypt') {
      this.#establish();
      await this.#inspect();
      return;
    }
    if ((await this.#connect()) === null) return;
    await context.identified(client);
    this.#establish();
    if (this.#decryption === 'bypassed') await this.#passThrough({ type: 'silent', bytes: NOTHING });
    else await this.#inspect();
  }

  /** Tools may keep undecrypted what the settings would decrypt. */
  async #decryptionFor(host: string): Promise<Decryption> {
    const { context, client, target } = this.#request;
    const decided = await context.decrypt(host, client);
    if (decided !== 'decrypt') return decided;
    return mayDecrypt(context.hooks, host, target.port, client) ? decided : 'not-listed';
  }

  #establish(): void {
    this.#state = 'established';
    this.#request.responder.established(this.#request.stream);
  }

  /** Hands the client's side over to exchanges, which connect by themselves. `use` gets a connection that is open already. */
  #handOver(use: (upstream: UpstreamConnection) => void = (upstream) => upstream.destroy()): void {
    this.#state = 'handed-over';
    void this.#upstream?.then(use, () => undefined);
  }

  /** Serves the API and the pages of the proxy to a client that opened a tunnel to them. */
  async #serveLocal(): Promise<void> {
    const { stream, context, client } = this.#request;
    const seen = await firstBytes(stream, detect, LOCAL);
    const protocol = seen.type === 'seen' ? seen.value.type : 'opaque';
    const destination: RequestDestination = { type: 'local' };
    this.#state = 'handed-over';
    if (protocol === 'http1') context.serve(stream, client, destination);
    else if (protocol === 'http2') context.serveHttp2(stream, client, destination);
    else if (seen.type === 'seen' && seen.value.type === 'tls')
      await terminateTls(this.#request, seen.value).then(
        (secured) => context.serve(secured, client, destination),
        () => undefined,
      );
    else stream.destroy();
  }

  /** Goes on by what the client sends first. */
  async #inspect(): Promise<void> {
    const { stream } = this.#request;
    let seen = await firstBytes(stream, detect, SHORT);
    if (seen.type === 'silent' && seen.bytes.length === 0) {
      if (!(await this.#isAdmitted())) return;
      seen = await this.#firstToSpeak();
      if (this.#state === 'handed-over') return;
    }
    if (seen.type === 'gone' && seen.bytes.length === 0 && this.#upstream === null) {
      stream.destroy();
      return;
    }
    const protocol: Protocol = seen.type === 'seen' ? seen.value : { type: 'opaque' };
    if (protocol.type === 'http1') this.#serveHttp1();
    else if (protocol.type === 'http2') this.#serveHttp2();
    else if (protocol.type === 'tls' && (await this.#isDecrypted(protocol))) await this.#decrypt(protocol);
    else await this.#passThrough(seen);
  }

  /** Connects to a server that may speak first, and looks at the client until either has spoken or left. */
  async #firstToSpeak(): Promise<FirstBytes<Protocol>> {
    const { stream } = this.#request;
    const server = new AbortController();
    const looking = firstBytes(stream, detect, ENDLESS, server.signal);
    let isLooking = true;
    this.#dial().then(
      async (upstream) => {
        if (!isLooking) return;
        await upstream.spoken();
        server.abort();
      },
      (error: unknown) => {
        if (isLooking) void this.#failed(error);
      },
    );
    const seen = await looking;
    isLooking = false;
    return seen;
  }

  /** The server name that the client asks for may be listed, or bypassed, as well as the tunnel's target. */
  async #isDecrypted({ sni }: ClientHelloSummary): Promise<boolean> {
    if (sni !== null && sni !== this.#request.target.host) {
      const named = await this.#decryptionFor(sni);
      if (named !== 'not-listed') this.#decryption = named;
    }
    return this.#decryption === 'decrypt';
  }

  #serveHttp1(): void {
    const { stream, context, client } = this.#request;
    const destination = this.#destinationFor('http', null);
    const connectTo = this.#recording.tools?.hook.connectTo ?? null;
    // A connection that tools redirected must not serve other requests to the host.
    if (connectTo !== null) this.#handOver();
    else this.#handOver((upstream) => destination.pool.adopt(upstream));
    context.serve(stream, client, destination);
  }

  #serveHttp2(): void {
    const { stream, context, client } = this.#request;
    // The connection may not speak HTTP/1, so it cannot idle in a pool.
    this.#handOver();
    context.serveHttp2(stream, client, this.#destinationFor('http', null));
  }

  async #decrypt(hello: ClientHelloSummary): Promise<void> {
    const { context, client } = this.#request;
    this.#handOver();
    // A client that rejects the certificate may exit at once.
    await context.identified(client);
    const destination = this.#destinationFor('https', hello.sni);
    const intercepted = interceptTls(this.#request, hello, this.#recording);
    // Two handshakes at once take as long as one. Not with tools, which may respond themselves or redirect the request.
    if (context.hooks.exchange === undefined)
      destination.pool.preconnect(context.tlsTerminator.version(hello));
    const secured = await intercepted;
    if (secured !== null) context.serve(secured, client, destination);
  }

  #destinationFor(scheme: 'http' | 'https', sni: string | null): RequestDestination & { type: 'origin' } {
    const servername = scheme === 'https' ? (sni ?? this.#request.target.host) : null;
    return {
      type: 'origin',
      pool: this.#request.context.pools.forOrigin(this.#connectionTarget(servername)),
      target: this.#recording.target(scheme, sni),
      decrypted: scheme === 'https',
    };
  }

  #connectionTarget(servername: string | null): ConnectionTarget {
    const { target, context, client } = this.#request;
    return { ...target, servername, localAllowed: context.localAllowed(client) };
  }

  /** Relays bytes that cannot or shall not be read. */
  async #passThrough(seen: FirstBytes<Protocol>): Promise<void> {
    const { stream, context } = this.#request;
    const upstream = await this.#connect();
    if (upstream === null) return;
    this.#state = 'handed-over';
    const isTls = seen.type === 'seen' && seen.value.type === 'tls';
    const recorder = this.#recording.begin(isTls ? seen.value.sni : null);
    recorder.tunneled(whyTunneled(this.#decryption, isTls), upstream.address);
    const sent = seen.type === 'gone' ? seen.bytes : NOTHING;
    const hook = this.#recording.tools?.hook;
    const client = paced(stream, hook?.upload ?? null, hook?.download ?? null);
    relay(client, upstream, { sent, received: NOTHING }, recorder, context, 'tunneled');
  }

  /** The connection to the server; null when there is none, which has been recorded and the client told. */
  async #connect(): Promise<UpstreamConnection | null> {
    if (!(await this.#isAdmitted())) return null;
    try {
      return await this.#dial();
    } catch (error) {
      await this.#failed(error);
      return null;
    }
  }

  /** False when tools keep the tunnel closed. They decide once, before a connection is made. */
  async #isAdmitted(): Promise<boolean> {
    if (this.#upstream !== null) return true;
    const recording = this.#recording;
    const tools = (recording.tools ??= await tunnelTools(this.#request, recording));
    return tools === null || mayOpen(this.#request, tools, recording, this.#state !== 'requested');
  }

  #dial(): Promise<UpstreamConnection> {
    const connectTo = this.#recording.tools?.hook.connectTo;
    const target = { ...this.#connectionTarget(null), tunnel: true, connectTo };
    return (this.#upstream ??= UpstreamConnection.open(target, this.#request.context.pools.options));
  }

  /** Records the failure at once, and tells the client when its app is known: it may exit then. */
  async #failed(error: unknown): Promise<void> {
    const { stream, responder, context, client } = this.#request;
    const wasRequested = this.#state === 'requested';
    this.#state = 'handed-over';
    this.#recording.fail(error);
    await context.identified(client);
    if (error instanceof ProxyError && wasRequested) responder.refused(stream, error);
    else stream.destroy();
  }
}
