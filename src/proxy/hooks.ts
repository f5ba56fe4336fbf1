// What debugging tools may plug into the proxy. The proxy asks only those that want something, at the moments named
// here; a tool that fails or takes too long leaves traffic as it is.
import type { Client } from '../flow/client.ts';
import type { Flow, FlowTarget } from '../flow/flow.ts';
import type { WebSocketDirection } from '../flow/web-socket-log.ts';
import type { HostPort } from '../net/upstream-connection.ts';

/** Field lines in order, with the names as they are spelled; values hold one char per byte. */
export type HeaderLines = readonly (readonly [name: string, value: string])[];

/** A whole message of a WebSocket, decompressed. */
export type HeldMessage =
  | { readonly direction: WebSocketDirection; readonly kind: 'text'; readonly data: string }
  | { readonly direction: WebSocketDirection; readonly kind: 'binary'; readonly data: Buffer };

/** One event of a stream; every part in full. */
export interface HeldEvent {
  /** Empty where the stream set none for this event. */
  readonly id: string;
  /** Empty for `message`, where the stream named no type. */
  readonly event: string;
  readonly data: string;
  /** Milliseconds; null where the event sets none. */
  readonly retry: number | null;
}

/**
 * Gives a body whole and without its content coding. Null when it is not to be held: it is larger than
 * `maxCapturedBodyBytes`, as received or decoded, or the memory for held bodies is used up, or it is a stream (events,
 * gRPC, an upgraded connection). What could not be decoded is given as it was received.
 */
export type BufferBody = () => Promise<Buffer | null>;

/** A request on its way, which tools may change until it is sent. */
export interface InterceptedRequest {
  method: string;
  /** Where it goes; another target leads it elsewhere. The Host field is not touched by that. */
  target: FlowTarget;
  /** Path and query, or `*`. */
  path: string;
  /** With Host (of HTTP/2: its authority), without what concerns only the connection. */
  fields: HeaderLines;
  readonly hasBody: boolean;
  /** Whether it asks to become another protocol, such as WebSocket. */
  readonly upgrades: boolean;
  readonly body: BufferBody;
  /** Another body, without content coding: framing is made anew, Content-Encoding goes. */
  replaceBody(bytes: Buffer): void;
}

/** A response on its way, from the server or made here, which tools may change until it is sent. */
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
   * Of a stream of events: given each one before it goes on. What is returned goes on instead, null drops it; when it
   * rejects, the event goes on as it was. Null: the stream passes as it comes.
   */
  onEvent: ((event: HeldEvent) => Promise<HeldEvent | null>) | null;
}

/** A link of limited rate; whatever goes through it shares that. */
export interface Pace {
  /** Milliseconds until `bytes` more may go; they count as gone. */
  delay(bytes: number): number;
}

/** One exchange in the hands of the tools. */
export interface InterceptedExchange {
  readonly flow: Flow;
  readonly client: Client;
  /** Aborted when the client has left or the proxy stops: nothing that is returned afterwards counts. */
  readonly signal: AbortSignal;
  /** Whether it is aborted; costs less than asking the signal. */
  readonly isFinished: boolean;
  readonly request: InterceptedRequest;
  /** Where to connect to in place of the target's host and port; names in the request and in TLS stay. */
  connectTo: HostPort | null;
  /** Rates of the bodies on their way to the server, and to the client. */
  upload: Pace | null;
  download: Pace | null;
}

/** The answer to a request, made here. Framing fields are made anew. */
export interface SyntheticResponse {
  readonly status: number;
  /** Empty: the usual one. */
  readonly reason: string;
  readonly fields: HeaderLines;
  readonly body: Buffer | AsyncIterable<Buffer>;
}

/** The exchange ends here. `reset`: the connection, or the stream, is cut; `blackhole`: it is never answered. */
export interface Abort {
  readonly type: 'abort';
  readonly how: 'reset' | 'blackhole';
  /** Why, for the flow: a sentence. */
  readonly reason: string;
}

export type RequestVerdict =
  { readonly type: 'forward' } | { readonly type: 'respond'; readonly response: SyntheticResponse } | Abort;

export type ResponseVerdict = { readonly type: 'send' } | Abort;

/** What the tools make of one exchange. A throw or rejection lets the message pass as it is by then. */
export interface ExchangeHook {
  /** False: the exchange is not recorded, as far as that is known from its head. */
  readonly recorded: boolean;
  /** The head of the request has been read. */
  request(exchange: InterceptedExchange): RequestVerdict | Promise<RequestVerdict>;
  /** Whether it wants to be asked about an answer made here. Absent: it does. */
  wantsSyntheticResponses?(): boolean;
  /** The head of the response has been read, or an answer has been made here. */
  response(
    exchange: InterceptedExchange,
    response: InterceptedResponse,
  ): ResponseVerdict | Promise<ResponseVerdict>;
  /** The exchange is over and its flow complete. */
  finished(exchange: InterceptedExchange): void;
}

/** What the tools make of bytes that pass unread. */
export interface TunnelHook {
  readonly recorded: boolean;
  readonly verdict: TunnelVerdict;
  /** Where to connect to instead. */
  readonly connectTo: HostPort | null;
  /** Milliseconds before the connection is made. */
  readonly latencyMs: number;
  readonly upload: Pace | null;
  readonly download: Pace | null;
  finished(flow: Flow): void;
}

/** `refuse`: answered with `status` in place of the tunnel. */
export type TunnelVerdict =
  | { readonly type: 'open' }
  | { readonly type: 'refuse'; readonly status: number; readonly reason: string }
  | Abort;

export interface ProxyHooks {
  /**
   * Asked for each exchange once the head of its request has been read, before it is recorded: null lets it go its way
   * untouched. Absent while no tool is on.
   */
  exchange?: ((flow: Flow) => ExchangeHook | null) | undefined;
  /**
   * Asked for each tunnel whose content is passed on unread, before a connection is made. `flow` is its flow to be;
   * null: nothing wants it.
   */
  tunnel?: ((flow: Flow) => TunnelHook | null) | undefined;
  /** Whether TLS to this host may be opened, where settings say that it is to be. */
  mayDecrypt?: ((host: string, port: number, client: Client) => boolean) | undefined;
  /**
   * Asked once, when `flow` becomes a WebSocket: whether its messages are to be held for `webSocketMessage`. Otherwise
   * they pass as they come. Either way `flow.webSocket.send` puts messages in as long as it is open.
   */
  watchesWebSocket?: ((flow: Flow) => boolean) | undefined;
  /**
   * Given each text and binary message of a watched WebSocket, in order, before it goes on; messages of more than
   * 16 MiB pass unasked. What is returned goes on instead, null drops the message. When it throws, or has not answered
   * after 5 s, the message goes on as it was.
   */
  webSocketMessage?:
    ((flow: Flow, message: HeldMessage) => HeldMessage | null | Promise<HeldMessage | null>) | undefined;
}
