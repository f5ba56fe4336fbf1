// The timestamps of an exchange, kept as whole hundredths of a millisecond since its start. V8 stores small integers in
// place, and fractions as objects, of which each of thousands of flows would have eight.

/** The turning points as `performance.now()`; 0 where not reached. */
export interface Times {
  /** When the head of the request had been read. */
  readonly start: number;
  /** When an upstream connection was ready. */
  readonly connected: number;
  /** When the request had been written in full. */
  readonly sent: number;
  /** When the first byte of the response arrived. */
  readonly firstByte: number;
  readonly end: number;
  /** Durations in ms spent opening the upstream connection; 0 when one was reused. */
  readonly dns: number;
  readonly connect: number;
  readonly tls: number;
}

const STEPS = 100;

/** Times that can be set, the start before the others. */
export class Timestamps implements Times {
  start = 0;
  #connected = 0;
  #sent = 0;
  #firstByte = 0;
  #end = 0;
  #dns = 0;
  #connect = 0;
  #tls = 0;

  get connected(): number {
    return this.#time(this.#connected);
  }
  set connected(time: number) {
    this.#connected = this.#steps(time);
  }

  get sent(): number {
    return this.#time(this.#sent);
  }
  set sent(time: number) {
    this.#sent = this.#steps(time);
  }

  get firstByte(): number {
    return this.#time(this.#firstByte);
  }
  set firstByte(time: number) {
    this.#firstByte = this.#steps(time);
  }

  get end(): number {
    return this.#time(this.#end);
  }
  set end(time: number) {
    this.#end = this.#steps(time);
  }

  get dns(): number {
    return this.#dns / STEPS;
  }
  set dns(ms: number) {
    this.#dns = Math.round(ms * STEPS);
  }

  get connect(): number {
    return this.#connect / STEPS;
  }
  set connect(ms: number) {
    this.#connect = Math.round(ms * STEPS);
  }

  get tls(): number {
    return this.#tls / STEPS;
  }
  set tls(ms: number) {
    this.#tls = Math.round(ms * STEPS);
  }

  /** Returns the times as a plain object. */
  times(): Times {
    const { start, connected, sent, firstByte, end, dns, connect, tls } = this;
    return { start, connected, sent, firstByte, end, dns, connect, tls };
  }

  /** Sets the times that are given. */
  assign({ start = this.start, ...others }: Partial<Times>): void {
    this.start = start;
    Object.assign(this, others);
  }

  /** Returns 0 for a point that was not reached, and more for one that was reached at the start. */
  #steps(time: number): number {
    return time === 0 ? 0 : Math.max(0, Math.round((time - this.start) * STEPS)) + 1;
  }

  #time(steps: number): number {
    return steps === 0 ? 0 : this.start + (steps - 1) / STEPS;
  }
}
