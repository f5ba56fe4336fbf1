// The interface between the proxy and debugging tools. The proxy calls only tools that intercept an exchange or a
// tunnel; a tool that fails or takes too long leaves traffic unchanged.
import type { Client } from '../flow/client.ts';
import type { Flow, FlowTarget } from '../flow/flow.ts';
import type { WebSocketDirection } from '../flow/web-socket-log.ts';
import type { HostPort } from '../net/upstream-connection.ts';

/** Field lines in order, with names as spelled; values hold one char per byte. */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

/** A complete WebSocket message, decompressed. */
export type HeldMessage =
  | { readonly direction: WebSocketDirection; readonly kind: 'text'; readonly data: string }
  | { readonly direction: WebSocketDirection; readonly kind: 'binary'; readonly data: Buffer };

/** One server-sent event, with every field. */
export interface HeldEvent {
  /** Empty when this event set none. */
  readonly id: string;
  /** Empty for the default type `message`. */
  readonly event: string;
  readonly data: string;
  /** Milliseconds; null when the event sets none. */
  readonly retry: number | null;
}

/**
 * Resolves with a whole body without its content coding; with null when it is not to be buffered: it is
 * larger than `maxCapturedBodyBytes`, as received or decoded, or the budget for buffered bodies is used up,
 * or it is a stream (events, gRPC, an upgraded connection). A body that cannot be decoded is given as
 * received.
 */
export type BufferBody = () => Promise<Buffer | null>;

/** A request that tools may change until it is sent. */
export interface InterceptedRequest {
  method: string;
  /** The destination; setting another one redirects the request. The Host field stays. */
  target: FlowTarget;
  /** Path and query, or `*`. */
  path: string;
  /** Includes Host (in HTTP/2: the authority), without fields that concern only the connection. */
  fields: HeaderLines;
  readonly hasBody: boolean;
  /** True when it asks for another protocol, such as WebSocket. */
  readonly upgrades: boolean;
  readonly body: BufferBody;
  /** Sets the body, without content coding: the framing follows it, and Content-Encoding is removed. */
  replaceBody(bytes: Buffer): void;
}

/** A response from the server or from a tool, which tools may change until it is sent. */
export interface InterceptedResponse {
  status: number;
  /** Empty in HTTP/2. */
  reason: string;
  fields: HeaderLines;
  /** Such as `HTTP/1.1`. */
  readonly version: string;
  readonly isEventStream: boolean;
  readonly body: BufferBody;
  replaceBody(bytes: Buffer): void;
  /**
   * Called with each event of an event stream before it is passed on. The returned event takes its place,
   * null drops it; a rejection passes the event unchanged. Null: the stream passes unchanged.
   */
  onEvent: ((event: HeldEvent) => Promise<HeldEvent | null>) | null;
}

/** A link of limited rate, shared by everything that goes through it. */
export interface Pace {
  /** Returns the milliseconds until `bytes` more may be sent, and counts them as sent. */
  delay(bytes: number): number;
}

/** A request that a tool sends on its own. */
export interface FetchRequest {
  readonly method: string;
  readonly url: string;
  /** Without Host and framing. */
  readonly fields: HeaderLines;
  readonly body: Buffer;
  readonly followsRedirects: boolean;
}

export interface FetchResponse {
  /** The URL after redirects. */
  readonly url: string;
  readonly status: number;
  readonly reason: string;
  /** Such as `HTTP/1.1`. */
  readonly version: string;
  readonly fields: HeaderLines;
  /** The body without its content coding. */
  readonly body: Buffer;
}

/** Sends a request on the proxy's own connections, unseen by tools. Rejects with an Error that has the reason. */
export type Fetch = (request: FetchRequest, signal: AbortSignal) => Promise<FetchResponse>;

/** One exchange that tools intercept. */
export interface InterceptedExchange {
  readonly flow: Flow;
  readonly client: Client;
  /** Aborted when the client has left or the proxy stops: later verdicts do not count. */
  readonly signal: AbortSignal;
  /** True when the signal is aborted; cheaper than creating the signal. */
  readonly isFinished: boolean;
  readonly request: InterceptedRequest;
  /** The address to connect to instead of the target's; the names in HTTP and TLS stay. */
  connectTo: HostPort | null;
  /** Sends another request with the rights of this exchange's client. */
  readonly fetch: Fetch;
  /** Rates of the request body and of the response body. */
  upload: Pace | null;
  download: Pace | null;
}

/** A response of a tool instead of the server's. Its framing is written by the proxy. */
export interface SyntheticResponse {
  readonly status: number;
  /** Empty for the standard phrase. */
  readonly reason: string;
  readonly fields: HeaderLines;
  readonly body: Buffer | AsyncIterable<Buffer>;
}

/**
 * Ends the exchange. `reset`: the connection, or the stream, is reset; `blackhole`: the client gets no
 * response.
 */
export interface Abort {
  readonly type: 'abort';
  readonly how: 'reset' | 'blackhole';
  /** The reason as a sentence, for the flow. */
  readonly reason: string;
}

export type RequestVerdict =
  | { readonly type: 'forward' }
  | { readonly type: 'respond'; readonly response: SyntheticResponse }
  | Abort;

export type ResponseVerdict = { readonly type: 'send' } | Abort;

/**
 * The tools that intercept one exchange. A hook that throws or rejects lets the message pass as it is by
 * then.
 */
export interface ExchangeHook {
  /** False when the exchange is not recorded, as far as its head decides that. */
  readonly recorded: boolean;
  /** Called when the head of the request has been read. */
  request(exchange: InterceptedExchange): RequestVerdict | Promise<RequestVerdict>;
  /** Returns false when `response` need not be called for synthetic responses; absent: true. */
  wantsSyntheticResponses?(): boolean;
  /** Called when the head of the response has been read, or a synthetic one is ready. */
  response(
    exchange: InterceptedExchange,
    response: InterceptedResponse,
  ): ResponseVerdict | Promise<ResponseVerdict>;
  /** Called when the flow is complete. */
  finished(exchange: InterceptedExchange): void;
}

/** The tools that intercept a tunnel whose bytes pass unread. */
export interface TunnelHook {
  readonly recorded: boolean;
  readonly verdict: TunnelVerdict;
  /** The address to connect to instead of the target's. */
  readonly connectTo: HostPort | null;
  /** Milliseconds to wait before connecting. */
  readonly latencyMs: number;
  readonly upload: Pace | null;
  readonly download: Pace | null;
  finished(flow: Flow): void;
}

/** `refuse`: the client gets `status` instead of a tunnel. */
export type TunnelVerdict =
  | { readonly type: 'open' }
  | { readonly type: 'refuse'; readonly status: number; readonly reason: string }
  | Abort;

export interface ProxyHooks {
  /**
   * Returns the tools that intercept an exchange, when the head of its request has been read and before it is
   * recorded; null for none. Absent while no tool is on.
   */
  exchange?: ((flow: Flow) => ExchangeHook | null) | undefined;
  /**
   * Returns the tools that intercept a tunnel whose content passes unread, before a connection is made; null
   * for none. `flow`: a draft of the tunnel's flow.
   */
  tunnel?: ((flow: Flow) => TunnelHook | null) | undefined;
  /** Returns false to keep TLS to this host undecrypted where the settings would decrypt it. */
  mayDecrypt?: ((host: string, port: number, client: Client) => boolean) | undefined;
  /**
   * Called once when `flow` becomes a WebSocket. True: its messages are held for `webSocketMessage`; false:
   * they pass as they come. In both cases `flow.webSocket.send` injects messages as long as it is open.
   */
  watchesWebSocket?: ((flow: Flow) => boolean) | undefined;
  /**
   * Called with each text and binary message of a watched WebSocket, in order, before it is passed on;
   * messages of more than 16 MiB pass without a call. The returned message takes its place, null drops it.
   * When it throws, or takes longer than 5 s, the message passes unchanged.
   */
  webSocketMessage?:
    | ((flow: Flow, message: HeldMessage) => HeldMessage | null | Promise<HeldMessage | null>)
    | undefined;
}
