// One captured exchange. It is made when a request's head has been read and filled as bytes pass; the
// heads stay as they were, and lists, URLs and dates are made when somebody reads them.
import { fieldList } from '../codec/http1/fields.ts';
import { headText, type UnwrittenHead } from '../codec/http2/fields.ts';
import { formatAuthority } from '../codec/http1/target.ts';
import type { TlsDetails } from '../base/tls-details.ts';
import { BodyCapture } from './capture.ts';
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
  /** What the proxy itself changed in it, as sentences; null for nothing. */
  notes: readonly string[] | null = null;
  readonly #budget: CaptureBudget;
  #head: string | UnwrittenHead;
  #body: BodyCapture | null = null;
  #headers: readonly Header[] | null = null;

  constructor(head: string | UnwrittenHead, budget: CaptureBudget) {
    this.#head = head;
    this.#budget = budget;
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
    return (this.#body ??= new BodyCapture(this.#budget));
  }

  /** No longer counts in the budget: nobody remembers the flow. */
  forget(): void {
    if (this.#body !== null) this.#budget.forget(this.#body);
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
export class Marks {
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

export interface FlowTarget {
  readonly scheme: 'http' | 'https';
  /** Lower case, IPv6 without brackets. */
  readonly host: string;
  readonly port: number;
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
  readonly marks = new Marks();
  /** What was sent upstream. Null for a tunnel. */
  readonly request: Message | null;
  /** What the client received. */
  response: Message | null = null;
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

  constructor(
    id: number,
    client: Client,
    method: string,
    target: FlowTarget,
    request: Message | null,
    decrypted: boolean,
    startedAt: number,
  ) {
    this.id = id;
    this.client = client;
    this.method = method;
    this.target = target;
    this.request = request;
    this.decrypted = decrypted;
    this.startedAt = startedAt;
  }

  get app(): string | null {
    return this.client.app;
  }

  get finished(): boolean {
    return this.marks.end !== 0;
  }

  /** Whole milliseconds and fractions from the request's head to the end; undefined while in progress. */
  get durationMs(): number | undefined {
    return this.finished ? Math.round((this.marks.end - this.marks.start) * 100) / 100 : undefined;
  }

  /** Path and query as sent upstream; empty for a tunnel. */
  get path(): string {
    if (this.request === null) return '';
    const line = this.request.startLine;
    return line.slice(line.indexOf(' ') + 1, line.lastIndexOf(' '));
  }

  get url(): string {
    const { scheme, host, port } = this.target;
    const path = this.path;
    return `${scheme}://${formatAuthority(host, port, scheme)}${path === '*' ? '' : path}`;
  }

  /** Reason phrase of the response; empty without one. */
  get reason(): string {
    return this.response?.startLine.split(' ').slice(2).join(' ') ?? '';
  }
}
