// The protocols of an origin, as far as the connections to it have shown them.

export class KnownProtocols {
  /** True when the server refuses HTTP/1.1. */
  onlyHttp2 = false;
  /** The server's choice when it was offered both versions, or its demand later; null before. */
  version: 'h2' | 'http/1.1' | null = null;
  #takesExtendedConnect = false;
  readonly #waiting = new Set<() => void>();

  /** True when the server has announced extended CONNECT (RFC 8441). */
  get takesExtendedConnect(): boolean {
    return this.#takesExtendedConnect;
  }

  /** Notes that the server has announced extended CONNECT. */
  extendedConnectAnnounced(): void {
    if (this.#takesExtendedConnect) return;
    this.#takesExtendedConnect = true;
    for (const announced of this.#waiting) announced();
  }

  /** Calls `announced` when the server announces extended CONNECT from now on; returns a function that stops it. */
  whenExtendedConnect(announced: () => void): () => void {
    this.#waiting.add(announced);
    return () => void this.#waiting.delete(announced);
  }

  /** Forgets what was learned: another server may respond from now on. */
  forget(): void {
    this.onlyHttp2 = false;
    this.version = null;
    this.#takesExtendedConnect = false;
  }
}
