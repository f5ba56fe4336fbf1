// What the load generator is asked, and what it answers.

/** How clients reach which origins, and what they ask of them. */
export interface Plan {
  /** Origins by name or address, used in turn. */
  readonly hosts: readonly string[];
  readonly port: number;
  /** Whether clients speak TLS. */
  readonly secure: boolean;
  /** Port of the proxy on 127.0.0.1; null straight to the origin. */
  readonly proxyPort: number | null;
  /** Whether plain requests go through a tunnel, not to the proxy in absolute form. TLS always does. */
  readonly tunnel: boolean;
  /** Bytes of a response's body. */
  readonly bodyBytes: number;
  /** Bytes of a request's body; 0 makes it a GET. */
  readonly uploadBytes: number;
  /** Whether requests are messages of a WebSocket, which come back. */
  readonly webSocket: boolean;
  /** Connections that are kept open, or 0: each request opens one of its own. */
  readonly connections: number;
  /** Requests under way at a time. */
  readonly inFlight: number;
  /** Above 0: so many lanes share one connection, on which they speak HTTP/2. */
  readonly streams: number;
  /** Path of the one page that is asked for; null: the origin's, whose path is `bodyBytes`. */
  readonly page: string | null;
  /** Whether each request has a URL that none had before. */
  readonly varied: boolean;
  /** Whether each connection reads a stream of events. */
  readonly events: boolean;
  /** Whether clients leave after the TLS handshake, without a request: it then counts as one. */
  readonly handshakesOnly: boolean;
  /** Processes whose CPU time is read at the edges of a window; the first one's main thread also by itself. */
  readonly pids: readonly number[];
}

/** How long a window is. */
export type Limit =
  | { readonly type: 'time'; readonly warmSeconds: number; readonly seconds: number }
  | { readonly type: 'count'; readonly requests: number };

export type LoadQuestion =
  /** Opens the connections of a plan, instead of those open before. */
  | { readonly type: 'open'; readonly plan: Plan }
  | { readonly type: 'run'; readonly limit: Limit }
  | { readonly type: 'close' };

/** One measurement. */
export interface Window {
  readonly requests: number;
  readonly seconds: number;
  /** Milliseconds from sending a request, or from opening its connection, to the end of its response. */
  readonly p50: number;
  readonly p99: number;
  /** CPU seconds of the processes watched, NaN where unknown. */
  readonly cpu: number;
  /** CPU seconds of the first one's main thread. */
  readonly mainThread: number;
}
