// A client that has only ended its side waits for its answer; one that is gone looks the same until it is written to. An
// interim response, which any client must be able to skip (RFC 9110 15.2), tells them apart: a client that is gone
// resets the connection, which shows at the next one.

/** How long after its end a client without an answer is asked, and how long after each time again; the last goes on. */
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
