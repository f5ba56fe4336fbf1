// Probes a client that has ended its side: it may be waiting for its response, or be gone. Interim responses, which
// every client must be able to skip (RFC 9110 section 15.2), show the difference: a client that is gone answers the
// first with a reset, which shows at the second.

/** Time between the client's end and the first probe, and between further ones; the last value repeats. */
const WAITS_MS = [1000, 200, 10_000] as const;

export class Probe {
  readonly #write: (text: string) => void;
  #timer: NodeJS.Timeout | undefined;
  #sent = 0;

  constructor(write: (text: string) => void) {
    this.#write = write;
    this.#timer = setTimeout(this.#ask, WAITS_MS[0]);
  }

  stop(): void {
    clearTimeout(this.#timer);
  }

  readonly #ask = (): void => {
    this.#sent += 1;
    this.#timer = setTimeout(this.#ask, WAITS_MS[this.#sent] ?? WAITS_MS[2]);
    this.#write('HTTP/1.1 102 Processing\r\n\r\n');
  };
}
