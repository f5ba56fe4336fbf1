// The interface between the proxy and its own API and pages: one call per request. The socket is never handed over,
// because a keep-alive connection may alternate between the API and other hosts.

export interface LocalRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly path: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Host and port that the client addressed: of the URL in absolute form, else of Host. */
  readonly authority: string;
  /** The peer that opened the TCP connection, also when the request came through CONNECT, SOCKS or TLS. */
  readonly openedBy: { readonly address: string; readonly port: number; readonly isLoopback: boolean };
  /** True when the request arrived inside TLS. */
  readonly secure: boolean;
  /** Aborted when the client leaves before the response is complete. */
  readonly signal: AbortSignal;
  /** The whole body, or null when it is longer than `limit` bytes. */
  body(limit: number): Promise<Buffer | null>;
}

export interface LocalResponse {
  readonly status: number;
  /** Without Content-Length and Transfer-Encoding, which the connection adds. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** An iterable is streamed as it yields. */
  readonly body: string | Buffer | AsyncIterable<string | Buffer>;
}

/** The handler of local requests. It may reject; the client then gets a 500 without details. */
export type LocalHandler = (request: LocalRequest) => Promise<LocalResponse>;
