// One captured exchange. It is created when the head of a request has been read, and filled as bytes pass; URLs and
// dates are computed on demand.
import { textOfOctets } from '../base/octets.ts';
import type { Repair } from '../codec/http1/repair.ts';
import { formatAuthority, type Scheme } from '../codec/http1/target.ts';
import type { TlsDetails } from '../base/tls-details.ts';
import type { Client } from './client.ts';
import type { FlowColor } from './colors.ts';
import type { Message } from './message.ts';
import type { NotDecrypted } from './not-decrypted.ts';
import type { ServerSentEvents } from './server-sent-events.ts';
import { Timestamps } from './timestamps.ts';
import type { WebSocketLog } from './web-socket-log.ts';

export type FlowState = 'pending' | 'completed' | 'tunneled' | 'failed';

/** A rule of a debugging tool that matched an exchange. */
export interface MatchedRule {
  /** The tool's name. */
  readonly tool: string;
  readonly id: string;
  readonly name: string;
  /** A note, such as `body too large` for a rule that was skipped for that; absent otherwise. */
  readonly note?: string;
}

export interface FlowTarget {
  /** `mcp`: an MCP server on pipes, whose name is the host. */
  readonly scheme: Scheme;
  /** Lower case, IPv6 without brackets. */
  readonly host: string;
  /** 0 for `mcp`. */
  readonly port: number;
}

/** A target that connections lead to. */
export interface NetworkTarget extends FlowTarget {
  readonly scheme: 'http' | 'https';
}

export function isOnNetwork(target: FlowTarget): target is NetworkTarget {
  return target.scheme !== 'mcp';
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

/** Shared by the flows that no tool intercepted, which are most. */
const NONE: readonly never[] = Object.freeze([]);

export class Flow {
  readonly id: number;
  readonly client: Client;
  readonly method: string;
  readonly target: FlowTarget;
  /** True when the proxy decrypted TLS to see the exchange. */
  readonly decrypted: boolean;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly timestamps = new Timestamps();
  /** The request as sent upstream. Null for a tunnel. */
  request: Message | null;
  /** The response as the client received it. */
  response: Message | null = null;
  /** The client's request, where a tool changed it; null otherwise. */
  originalRequest: Message | null = null;
  /** The server's response, where a tool changed it; null otherwise. */
  originalResponse: Message | null = null;
  /** The target after a redirection by a tool; null for `target`. */
  sentTo: FlowTarget | null = null;
  /** Titles of the debugging tools that intercepted it, each once. */
  tags: readonly string[] = NONE;
  /** Rules of debugging tools that matched. */
  matchedRules: readonly MatchedRule[] = NONE;
  /** Repairs of a server's response that was not valid HTTP. */
  repairs: readonly Repair[] = NONE;
  /** True when a tool keeps it out of lists and notifications. */
  unrecorded = false;
  /** The color set by the user or an alert; null for none. */
  color: FlowColor | null = null;
  /** The user's comment; empty for none. */
  comment = '';
  /** The name of the file that it was opened from; null for a captured one. */
  openedFrom: string | null = null;
  /** True when it stays in the traffic list while others are dropped. */
  pinned = false;
  /** The number of lists that have it. */
  #lists = 0;
  status = 0;
  state: FlowState = 'pending';
  error: string | null = null;
  /** The reason why a tunnel was not decrypted. */
  notDecrypted: NotDecrypted | null = null;
  /** Address and port of the upstream. */
  remoteAddress: string | null = null;
  tls: TlsDetails | null = null;
  /** The messages, when the exchange became a WebSocket; null otherwise. */
  webSocket: WebSocketLog | null = null;
  /** The events of an event stream; null for other responses. */
  serverSentEvents: ServerSentEvents | null = null;
  /** For tunnels: bytes relayed to and from the upstream. */
  tunnelSent = 0;
  tunnelReceived = 0;
  /** Incremented with each change that a reader may want to see. */
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

  /** Counts a list that has it from now on. */
  enterList(): void {
    this.#lists += 1;
  }

  /**
   * Counts a list that dropped it. With the last one, the captured bodies no longer count as memory in use.
   */
  leaveList(): void {
    this.#lists -= 1;
    this.releaseIfUnlisted();
  }

  /** Releases the memory of the captured bodies when no list has it. */
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

  /** Milliseconds from the head of the request to the end, with fractions; undefined while in progress. */
  get durationMs(): number | undefined {
    return this.finished ? Math.round((this.timestamps.end - this.timestamps.start) * 100) / 100 : undefined;
  }

  /** Path and query as the client requested, as text; empty for a tunnel. */
  get path(): string {
    return textOfOctets(this.octetPath);
  }

  /** The path with the octets that were sent, one char each. */
  get octetPath(): string {
    return pathOf(this.originalRequest ?? this.request);
  }

  get url(): string {
    return textOfOctets(this.octetUrl);
  }

  /** The URL with the octets of its path, one char each. */
  get octetUrl(): string {
    return urlOf(this.target, this.octetPath);
  }

  /** The URL as sent upstream; differs from `url` where a tool changed it. */
  get sentUrl(): string {
    return textOfOctets(urlOf(this.sentTo ?? this.target, pathOf(this.request)));
  }

  /** The method as sent upstream. */
  get sentMethod(): string {
    if (this.originalRequest === null || this.request === null) return this.method;
    const line = this.request.startLine;
    return line.slice(0, line.indexOf(' '));
  }

  /** Reason phrase of the response as text; empty without one. */
  get reason(): string {
    return textOfOctets(this.octetReason);
  }

  get octetReason(): string {
    return this.response?.startLine.split(' ').slice(2).join(' ') ?? '';
  }
}

function pathOf(request: Message | null): string {
  if (request === null) return '';
  const line = request.startLine;
  return line.slice(line.indexOf(' ') + 1, line.lastIndexOf(' '));
}

/** Returns the URL of a target and a path; `*` and the path of a tunnel are not part of it. */
export function urlOf({ scheme, host, port }: FlowTarget, path: string): string {
  return `${scheme}://${formatAuthority(host, port, scheme)}${path === '*' ? '' : path}`;
}
