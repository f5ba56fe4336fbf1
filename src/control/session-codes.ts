// Codes that let a browser in: the app opens it with one in the URL, where the token may not stand.
import { randomBytes } from 'node:crypto';

const VALID_MS = 60_000;
const MAX_CODES = 100;

export class SessionCodes {
  /** With the time, by `performance.now()`, until which each is valid. */
  readonly #codes = new Map<string, number>();

  /** Valid for 60 s, once. */
  issue(): string {
    const code = randomBytes(24).toString('base64url');
    this.#codes.set(code, performance.now() + VALID_MS);
    if (this.#codes.size > MAX_CODES) this.#codes.delete([...this.#codes.keys()][0]!);
    return code;
  }

  /** Whether the code is valid; from now on it no longer is. */
  redeem(code: string): boolean {
    const until = this.#codes.get(code);
    this.#codes.delete(code);
    return until !== undefined && performance.now() < until;
  }
}
