// One-time codes that let a browser in. The app opens the browser with a code in the URL, since the token must not
// appear there.
import { randomBytes } from 'node:crypto';

const VALID_MS = 60_000;
const MAX_CODES = 100;

export class SessionCodes {
  /** Codes with the time, by `performance.now()`, at which they expire. */
  readonly #codes = new Map<string, number>();

  /** Creates a code that is valid once, for 60 s. */
  issue(): string {
    const code = randomBytes(24).toString('base64url');
    this.#codes.set(code, performance.now() + VALID_MS);
    if (this.#codes.size > MAX_CODES) this.#codes.delete([...this.#codes.keys()][0]!);
    return code;
  }

  /** Returns true when the code is valid, and invalidates it. */
  redeem(code: string): boolean {
    const until = this.#codes.get(code);
    this.#codes.delete(code);
    return until !== undefined && performance.now() < until;
  }
}
