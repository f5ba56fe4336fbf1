// What the proxy's own pages and API are served through: one call a request, never a socket, since a
// kept connection may alternate between us and other hosts.

export interface LocalRequest {
  readonly method: string;
  /** Path and query, as sent. */
  readonly path: string;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  /** Host and port that the client addressed: of the URL in absolute form, else of Host. */
  readonly authority: string;
  /** Who opened the TCP connection, however the request travelled since. */
  readonly openedBy: { readonly address: string; readonly port: number; readonly isLoopback: boolean };
  /** Whether it arrived inside TLS. */
  readonly secure: boolean;
  /** Aborted when the client leaves before the answer is out. */
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

/** May reject: the client then gets a 500 without details. */
export type LocalHandler = (request: LocalRequest) => Promise<LocalResponse>;
