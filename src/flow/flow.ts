// One captured exchange. It is made when a request's head has been read and filled as bytes pass; the
// heads stay as they were, and lists, URLs and dates are made when somebody reads them.
import { fieldList } from '../codec/http1/fields.ts';
import { headText, type UnwrittenHead } from '../codec/http2/fields.ts';
import { formatAuthority } from '../codec/http1/target.ts';
import type { TlsDetails } from '../base/tls-details.ts';
import { BodyCapture } from './body-capture.ts';
import type { CaptureBudget } from './capture-budget.ts';
import type { Client } from './client.ts';
import type { ServerSentEvents } from './server-sent-events.ts';
import type { WebSocketLog } from './web-socket-log.ts';

export type FlowState = 'pending' | 'completed' | 'tunneled' | 'failed';

export interface Header {
  readonly name: string;
  readonly value: string;
}

/** One direction of an exchange. */
export class Message {
  /** Trailer field lines; empty without. */
  trailers = '';
  /** Whether its end has been read. */
  complete = false;
  /** Whether its body is kept without the content coding that its fields name, as in files that hold no other. */
  isDecoded = false;
  /** What the proxy itself changed in it, as sentences; null for nothing. */
  notes: readonly string[] | null = null;
  readonly #budget: CaptureBudget;
  #head: string | UnwrittenHead;
  #body: BodyCapture | null = null;
  #headers: readonly Header[] | null = null;
  readonly #bodyOf: Message | null;

  /** `bodyOf`: a message with the same body, which is kept once. */
  constructor(head: string | UnwrittenHead, budget: CaptureBudget, bodyOf: Message | null = null) {
    this.#head = head;
    this.#budget = budget;
    this.#bodyOf = bodyOf;
  }

  /** Start line and field lines as latin1, one char per byte, through the empty line. */
  get head(): string {
    if (typeof this.#head === 'object') this.#head = headText(this.#head);
    return this.#head;
  }

  /** For a head that became another one on its way. */
  set head(head: string | UnwrittenHead) {
    this.#head = head;
    this.#headers = null;
  }

  get body(): BodyCapture {
    return this.#bodyOf?.body ?? (this.#body ??= new BodyCapture(this.#budget));
  }

  /** No longer counts in the budget: nobody remembers the flow. */
  release(): void {
    if (this.#body !== null) this.#budget.release(this.#body);
  }

  /** Fields in the order and case in which they were sent. */
  get headers(): readonly Header[] {
    this.#headers ??= fieldList(this.head);
    return this.#headers;
  }

  get trailerFields(): readonly Header[] {
    return this.trailers === '' ? [] : fieldList(`\r\n${this.trailers}\r\n`);
  }

  /** The first value of a field, by any spelling of its name. */
  header(name: string): string | undefined {
    const lower = name.toLowerCase();
    return this.headers.find((header) => header.name.toLowerCase() === lower)?.value;
  }

  /** The start line's words after the first: target and version, or status and reason. */
  get startLine(): string {
    return this.head.slice(0, this.head.indexOf('\r\n'));
  }
}

/** Milliseconds of `performance.now()` at the turning points of an exchange; 0 where not reached. */
export class Timestamps {
  /** The request's head was read. */
  start = 0;
  /** An upstream connection was in hand. */
  connected = 0;
  /** The request was written in full. */
  sent = 0;
  /** The first byte of the response arrived. */
  firstByte = 0;
  end = 0;
  /** Durations in ms spent opening the upstream connection; 0 when one was reused. */
  dns = 0;
  connect = 0;
  tls = 0;
}

/** A rule of a debugging tool that had a say in an exchange. */
export interface MatchedRule {
  /** The tool's name. */
  readonly tool: string;
  readonly id: string;
  readonly name: string;
  /** What else is to be said, such as `body too large` of a rule that was skipped for that; absent otherwise. */
  readonly note?: string;
}

export const FLOW_COLORS = ['red', 'orange', 'yellow', 'green', 'blue', 'purple', 'gray'] as const;
export type FlowColor = (typeof FLOW_COLORS)[number];

export interface FlowTarget {
  readonly scheme: 'http' | 'https';
  /** Lower case, IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
}

/** The facts of an exchange that are known when its request has been read. */
export interface FlowStart {
  readonly id: number;
  readonly client: Client;
  readonly method: string;
  readonly target: FlowTarget;
  /** Null for a tunnel. */
  readonly request: Message | null;
  /** True when the proxy decrypted TLS to see the exchange. */
  readonly decrypted: boolean;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

export class Flow {
  readonly id: number;
  readonly client: Client;
  readonly method: string;
  readonly target: FlowTarget;
  /** Whether TLS was opened by us to see this exchange. */
  readonly decrypted: boolean;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly timestamps = new Timestamps();
  /** What was sent upstream. Null for a tunnel. */
  request: Message | null;
  /** What the client received. */
  response: Message | null = null;
  /** What the client asked, where a tool has changed that; null otherwise. */
  originalRequest: Message | null = null;
  /** What the server answered, where a tool has changed that; null otherwise. */
  originalResponse: Message | null = null;
  /** Where the request was sent, where a tool led it elsewhere; null for `target`. */
  sentTo: FlowTarget | null = null;
  /** Titles of the debugging tools that touched it, each once. */
  tags: readonly string[] = [];
  /** Rules of debugging tools that had a say in it. */
  matchedRules: readonly MatchedRule[] = [];
  /** Not to be remembered, nor told of: a tool keeps it out. */
  unrecorded = false;
  /** What the user, or an alert, marked it with; null for nothing. */
  color: FlowColor | null = null;
  /** What the user wrote on it; empty for nothing. */
  comment = '';
  /** Whether it stays in the traffic list when others leave. */
  pinned = false;
  /** How many lists remember it. */
  #lists = 0;
  status = 0;
  state: FlowState = 'pending';
  error: string | null = null;
  /** Why a tunnel was not decrypted. */
  notDecrypted: string | null = null;
  /** Address and port of the upstream. */
  remoteAddress: string | null = null;
  tls: TlsDetails | null = null;
  /** What is said on it when the exchange became a WebSocket; null when it did not. */
  webSocket: WebSocketLog | null = null;
  /** Of a response that is a stream of events; null of others. */
  serverSentEvents: ServerSentEvents | null = null;
  /** For tunnels: bytes relayed to and from the upstream. */
  tunnelSent = 0;
  tunnelReceived = 0;
  /** Rises with each change that a reader may want to see. */
  revision = 0;

  constructor(start: FlowStart) {
    this.id = start.id;
    this.client = start.client;
    this.method = start.method;
    this.target = start.target;
    this.request = start.request;
    this.decrypted = start.decrypted;
    this.startedAt = start.startedAt;
  }

  get app(): string | null {
    return this.client.app;
  }

  /** A list remembers it from now on. */
  enterList(): void {
    this.#lists += 1;
  }

  /** A list no longer remembers it. With the last, what was captured no longer counts as memory in use. */
  leaveList(): void {
    this.#lists -= 1;
    this.releaseIfUnlisted();
  }

  /** Nothing more comes. Where no list remembers it, what was captured does not count as memory in use. */
  releaseIfUnlisted(): void {
    if (this.#lists > 0) return;
    this.request?.release();
    this.response?.release();
    this.originalRequest?.release();
    this.originalResponse?.release();
    this.webSocket?.release();
    this.serverSentEvents?.release();
  }

  get finished(): boolean {
    return this.timestamps.end !== 0;
  }

  /** Whole milliseconds and fractions from the request's head to the end; undefined while in progress. */
  get durationMs(): number | undefined {
    return this.finished ? Math.round((this.timestamps.end - this.timestamps.start) * 100) / 100 : undefined;
  }

  /** Path and query as the client asked for them; empty for a tunnel. */
  get path(): string {
    return pathOf(this.originalRequest ?? this.request);
  }

  get url(): string {
    return urlOf(this.target, this.path);
  }

  /** As it was sent upstream: another one than `url` where a tool changed it. */
  get sentUrl(): string {
    return urlOf(this.sentTo ?? this.target, pathOf(this.request));
  }

  /** As it was sent upstream. */
  get sentMethod(): string {
    if (this.originalRequest === null || this.request === null) return this.method;
    const line = this.request.startLine;
    return line.slice(0, line.indexOf(' '));
  }

  /** Reason phrase of the response; empty without one. */
  get reason(): string {
    return this.response?.startLine.split(' ').slice(2).join(' ') ?? '';
  }
}

function pathOf(request: Message | null): string {
  if (request === null) return '';
  const line = request.startLine;
  return line.slice(line.indexOf(' ') + 1, line.lastIndexOf(' '));
}

function urlOf({ scheme, host, port }: FlowTarget, path: string): string {
  return `${scheme}://${formatAuthority(host, port, scheme)}${path === '*' ? '' : path}`;
}
