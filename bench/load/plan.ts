// The messages between the benchmark and the load generator.

/** A plan for clients: which origins they use, how they reach them, and what they request. */
export interface Plan {
  /** Names or addresses of origins, used in turn. */
  readonly hosts: readonly string[];
  readonly port: number;
  /** True when clients speak TLS. */
  readonly secure: boolean;
  /** The proxy's port on 127.0.0.1; null to connect directly to the origin. */
  readonly proxyPort: number | null;
  /** True when plain requests go through a tunnel instead of in absolute form. TLS always does. */
  readonly tunnel: boolean;
  /** The size of response bodies in bytes. */
  readonly bodyBytes: number;
  /** The size of request bodies in bytes; 0 sends GET. */
  readonly uploadBytes: number;
  /** True when requests are WebSocket messages, which the server echoes. */
  readonly webSocket: boolean;
  /** The number of kept connections; 0: each request opens a new one. */
  readonly connections: number;
  /** The number of concurrent requests. */
  readonly inFlight: number;
  /** Above 0: the number of clients that share one HTTP/2 connection. */
  readonly streams: number;
  /** The path of the one page to request; null for the origin's bodies, whose path is `bodyBytes`. */
  readonly page: string | null;
  /** True when each request has a new URL. */
  readonly varied: boolean;
  /** True when each connection reads an event stream. */
  readonly events: boolean;
  /** True when clients close after the TLS handshake, without a request; the handshake then counts as one. */
  readonly handshakesOnly: boolean;
  /**
   * Processes whose CPU time is read at the start and end of a window; for the first one also that of its
   * main thread.
   */
  readonly pids: readonly number[];
}

/** The end of a window: a time or a number of requests. */
export type Limit =
  | { readonly type: 'time'; readonly warmSeconds: number; readonly seconds: number }
  | { readonly type: 'count'; readonly requests: number };

export type LoadQuestion =
  /** Opens the connections of a plan, and closes those opened before. */
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
  /** CPU seconds of the watched processes; NaN where unknown. */
  readonly cpu: number;
  /** CPU seconds of the main thread of the first process. */
  readonly mainThread: number;
}
