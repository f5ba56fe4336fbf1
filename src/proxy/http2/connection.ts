// A client's HTTP/2 connection (RFC 9113). Each stream is one exchange, routed by the opener of the connection and its
// destination.
import type { Duplex } from 'node:stream';
import { isAliasHost } from '../../base/alias-hosts.ts';
import { ProxyError } from '../../base/errors.ts';
import { defaultPort, formatAuthority, readAuthority } from '../../codec/http1/target.ts';
import { Http2Endpoint } from '../../codec/http2/endpoint.ts';
import { ERROR_CODE } from '../../codec/http2/error-codes.ts';
import type { FlatFields } from '../../codec/flat-fields.ts';
import type { Outlet } from '../../codec/http2/frame-writer.ts';
import type { FieldSection } from '../../codec/http2/hpack/decoder.ts';
import { malformed, readHttp2Request, type Http2Request } from '../../codec/http2/request.ts';
import type { Http2Stream } from '../../codec/http2/stream.ts';
import type { Client } from '../../flow/client.ts';
import type { Flow, NetworkTarget } from '../../flow/flow.ts';
import { Message } from '../../flow/message.ts';
import type { UpstreamRequest } from '../../net/upstream-exchange.ts';
import { ConnectionOwner } from '../../net/connection-owner.ts';
import { http2Ceiling } from '../../net/http2-ceiling.ts';
import { flushSoon } from '../../base/runtime/flush-soon.ts';
import type { OriginPool } from '../../net/origin-pool.ts';
import type { ProxyContext, Stoppable } from '../shared/context.ts';
import { exchangeHookFor } from '../shared/call-hook.ts';
import type { ExchangeHook } from '../hooks.ts';
import { readNamed } from '../shared/named-target.ts';
import { isSelf } from '../shared/self.ts';
import { openTunnel } from '../tunnel/tunnel.ts';
import type { RequestDestination } from '../shared/request-destination.ts';
import { connectStreamResponder } from './connect-responder.ts';
import { answerLocally } from './local.ts';
import { recordMalformed, refuse } from './refusal.ts';
import { Http2ClientSide } from './client-side.ts';
import { Http2PassThrough } from './pass-through.ts';
import { StreamDuplex } from './stream-duplex.ts';

/** Streams that a client may have open. */
const MAX_STREAMS = 128;
/** Bytes that a client may send ahead on one stream; and on a whole connection. */
const STREAM_WINDOW = 256 * 1024;
const CONNECTION_WINDOW = 4 * 1024 * 1024;
/** Larger field sections, counted as in RFC 9113 section 6.5.2, are refused. */
const MAX_FIELD_BYTES = 64 * 1024;
/** A connection without a stream for this long is closed. */
const IDLE_MS = 5 * 60_000;

/** Time for a client to close after we have ended. */
const LINGER_MS = 2000;

/** The origin of an exchange and the connections to it. */
interface OriginRoute {
  readonly target: NetworkTarget;
  readonly pool: OriginPool;
}

export class Http2Connection implements Stoppable, Outlet {
  stopped = false;
  readonly connectionOwner = new ConnectionOwner();
  readonly #bytes: Duplex;
  readonly #client: Client;
  readonly #destination: RequestDestination;
  readonly #context: ProxyContext;
  readonly #secure: boolean;
  readonly #endpoint: Http2Endpoint;
  #idleSince = performance.now();
  /** Stops the announcements of the origin from being passed on. */
  readonly #stopMirroring: () => void;
  /** The target of the previous request: requests of one connection mostly go to one origin. */
  #last: { readonly named: string; readonly destination: OriginRoute } | null = null;

  constructor(
    bytes: Duplex,
    secure: boolean,
    client: Client,
    destination: RequestDestination,
    context: ProxyContext,
  ) {
    this.#bytes = bytes;
    this.#client = client;
    this.#destination = destination;
    this.#context = context;
    this.#secure = secure;
    // The setting tells clients how to open WebSockets; it matches what the origin supports.
    const protocols = destination.type === 'origin' ? destination.pool.protocols : null;
    this.#endpoint = new Http2Endpoint(this, {
      isServer: true,
      extendedConnect: protocols?.takesExtendedConnect === true,
      maxStreams: MAX_STREAMS,
      streamWindow: STREAM_WINDOW,
      connectionWindow: CONNECTION_WINDOW,
      maxFieldBytes: MAX_FIELD_BYTES,
      ceiling: http2Ceiling,
      handler: {
        request: (stream, section) => this.#request(stream, section),
        removed: () => {
          if (this.#endpoint.streams.size === 0) this.#idleSince = performance.now();
        },
        over: () => this.#over(),
      },
    });
    this.#stopMirroring =
      protocols?.whenExtendedConnect(() => this.#endpoint.announceExtendedConnect()) ?? (() => undefined);
    context.connections.add(this);
    // HTTP/2 has no half-open connections, and nobody would notice that the client has ended.
    bytes.allowHalfOpen = false;
    bytes.on('data', (received: Buffer) => this.#endpoint.receive(received));
    bytes.on('drain', () => this.#endpoint.drained());
    bytes.on('end', () => this.#endpoint.ended(null));
    bytes.on('error', () => this.#endpoint.ended(null));
    bytes.on('close', () => this.#endpoint.ended(null));
    bytes.resume();
  }

  stop(): void {
    this.stopped = true;
    this.#endpoint.ended(null);
    this.#bytes.destroy();
  }

  tick(now: number): void {
    if (this.#endpoint.streams.size === 0 && now - this.#idleSince > IDLE_MS) this.#endpoint.close();
  }

  // Sent by the endpoint.

  wake(): void {
    flushSoon(this);
  }

  flush(): void {
    this.#endpoint.flush();
  }

  write(bytes: Buffer, written: () => void): boolean {
    return this.#bytes.destroyed || this.#bytes.writableEnded || this.#bytes.write(bytes, written);
  }

  get waiting(): number {
    return this.#bytes.writableLength;
  }

  end(): void {
    if (!this.#bytes.destroyed) this.#bytes.end();
  }

  #over(): void {
    this.#context.connections.delete(this);
    this.connectionOwner.close();
    this.#stopMirroring();
    setTimeout(() => this.#bytes.destroy(), LINGER_MS).unref();
  }

  #request(stream: Http2Stream, { fields: raw, violation, tooLarge }: FieldSection): void {
    if (tooLarge) {
      refuse(stream, new ProxyError('HEAD_TOO_LARGE', `its fields take more than ${MAX_FIELD_BYTES} bytes`));
      return;
    }
    const request = violation === null ? readHttp2Request(raw) : malformed(violation);
    if (request.type === 'malformed') this.#malformed(stream, raw, request.reason);
    else if (stream.remoteEnded && request.contentLength > 0)
      this.#malformed(stream, raw, 'its body is shorter than its Content-Length');
    else {
      stream.expectedBytes = request.contentLength;
      this.#begin(stream, request, raw);
    }
  }

  #malformed(stream: Http2Stream, raw: FlatFields, reason: string): void {
    recordMalformed(this.#destination, this.#client, this.#context, raw, reason);
    this.#endpoint.streamError(stream, ERROR_CODE.PROTOCOL_ERROR, reason);
  }

  #begin(stream: Http2Stream, request: Http2Request, raw: readonly string[]): void {
    const destination = this.#destination;
    if (request.path === null) this.#connect(stream, request);
    else if (destination.type === 'local') this.#local(stream, request, raw);
    else if (destination.type === 'origin')
      this.#exchange(stream, request, this.#inTunnel(destination, request));
    else this.#onOwnPort(stream, request, raw);
  }

  /** Opens a tunnel inside a stream (RFC 9113 section 8.5), where the client speaks to the proxy itself. */
  #connect(stream: Http2Stream, { authority }: Http2Request): void {
    const target = readAuthority(authority ?? '', 0);
    if (this.#destination.type !== 'proxy')
      refuse(stream, new ProxyError('BAD_REQUEST', 'CONNECT stands inside a tunnel'));
    else if (target === null || target.port === 0)
      refuse(stream, new ProxyError('BAD_REQUEST', 'CONNECT names no host and port'));
    else
      openTunnel(
        new StreamDuplex(stream),
        target,
        this.#client,
        this.#context,
        connectStreamResponder(stream),
      );
  }

  #inTunnel(destination: RequestDestination & { type: 'origin' }, { authority }: Http2Request): OriginRoute {
    const isReplaced = (destination.reverse?.authority ?? null) !== null;
    const named = isReplaced ? '' : (authority ?? '');
    if (this.#last?.named !== named)
      this.#last = {
        named,
        destination: { target: readNamed(destination.target, named), pool: destination.pool },
      };
    return this.#last.destination;
  }

  /** On the proxy's own port, the control data serve as the absolute form does in HTTP/1. */
  #onOwnPort(stream: Http2Stream, request: Http2Request, raw: readonly string[]): void {
    const { scheme } = request;
    const named =
      scheme === 'http' || scheme === 'https'
        ? readAuthority(request.authority ?? '', defaultPort(scheme))
        : null;
    if (named === null || named.host === '' || (scheme !== 'http' && scheme !== 'https')) {
      refuse(stream, new ProxyError('BAD_REQUEST', 'the request names no server'));
      return;
    }
    if (isAliasHost(named.host)) {
      this.#local(stream, request, raw);
      return;
    }
    const forwarded = (): void =>
      this.#exchange(stream, request, this.#elsewhere(request, { scheme, ...named }));
    if (!this.#context.isOwnPort(named.port)) forwarded();
    else
      void isSelf(named.host, named.port, this.#context).then((self) => {
        if (self) this.#local(stream, request, raw);
        else forwarded();
      });
  }

  #elsewhere({ scheme, authority }: Http2Request, target: NetworkTarget): OriginRoute {
    const named = `${scheme ?? ''} ${authority ?? ''}`;
    if (this.#last?.named === named && this.#last.destination.pool.current) return this.#last.destination;
    const { host, port } = target;
    const servername = target.scheme === 'https' ? host : null;
    const pool = this.#context.pools.forOrigin({
      host,
      port,
      servername,
      localAllowed: this.#context.localAllowed(this.#client),
    });
    this.#last = { named, destination: { target, pool } };
    return this.#last.destination;
  }

  #local(stream: Http2Stream, request: Http2Request, raw: readonly string[]): void {
    answerLocally(stream, request, raw, { client: this.#client, secure: this.#secure }, this.#context.local);
  }

  #exchange(stream: Http2Stream, request: Http2Request, { target, pool }: OriginRoute): void {
    if (request.protocol !== null && request.protocol !== 'websocket') {
      refuse(stream, new ProxyError('NOT_IMPLEMENTED', `the protocol ${request.protocol} over HTTP/2`));
      return;
    }
    const destination = this.#destination;
    const reverse = destination.type === 'origin' ? destination.reverse : undefined;
    const path = request.path ?? '*';
    const sent = {
      method: request.method,
      scheme: target.scheme,
      authority:
        reverse?.authority ?? request.authority ?? formatAuthority(target.host, target.port, target.scheme),
      path: reverse === undefined || path === '*' ? path : reverse.prefix + path,
      fields: request.fields,
      contentLength: request.contentLength,
      hasBody: !stream.remoteEnded,
    };
    const { flows, captures } = this.#context;
    const message = new Message('', captures);
    const decrypted = destination.type === 'origin' && destination.decrypted;
    const flow = flows.create({
      client: this.#client,
      // A WebSocket is recorded with the method of its handshake in HTTP/1.1.
      method: request.protocol === 'websocket' ? 'GET' : request.method,
      target,
      request: message,
      decrypted,
    });
    const streamContext = { client: this.#client, context: this.#context, pool, flow, connection: this };
    // In plain text, only a client with prior knowledge of HTTP/2 gets here, and its server is assumed to speak HTTP/2
    // too.
    const priorKnowledge =
      target.scheme === 'http' && destination.type === 'origin' && !destination.decrypted;
    const hook = this.#hookFor(flow, sent);
    if (hook === null && request.protocol === null)
      new Http2PassThrough(stream, sent, streamContext, priorKnowledge).start();
    else new Http2ClientSide(stream, request, sent, streamContext, priorKnowledge, hook).start();
  }

  #hookFor(flow: Flow, { method, path, fields }: UpstreamRequest): ExchangeHook | null {
    const { hooks } = this.#context;
    if (hooks.exchange === undefined) return null;
    if (flow.request !== null) flow.request.head = { startLine: `${method} ${path} HTTP/2`, fields };
    return exchangeHookFor(hooks, flow);
  }
}
