// Proof of the peer, by which a client makes sure of a proxy before it sends the token: the proxy answers a challenge in a
// way that only a holder of the token can. The answer holds for one port, so that another program cannot have a proxy on
// another port answer for it.
import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';

/** The path that answers a challenge, without a token. */
export const PROOF_PATH = '/api/proof';

const PURPOSE = 'proxyctl proof of the peer, version 1';

/** Creates a fresh challenge. */
export function newChallenge(): string {
  return randomBytes(32).toString('hex');
}

export function isChallenge(text: string): boolean {
  return /^[0-9a-f]{64}$/.test(text);
}

/** Returns the answer of the proxy on `port`. */
export function proofOf(token: string, challenge: string, port: number): string {
  return createHmac('sha256', token).update(`${PURPOSE}\n${challenge}\n${port}`).digest('hex');
}

/** True when `given` is the answer of the proxy on `port`; compares in constant time. */
export function isProof(given: unknown, token: string, challenge: string, port: number): boolean {
  const expected = Buffer.from(proofOf(token, challenge, port));
  const actual = Buffer.from(typeof given === 'string' ? given : '');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
