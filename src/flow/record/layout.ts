// A record: one finished exchange as bytes that can be read without anything else, in memory and in session files.
// docs/session-files.md describes it.

import type { Scheme } from '../../codec/http1/target.ts';

/** The version that is written; a reader knows it and those before. */
export const RECORD_VERSION = 1;

/** States in the order of their numbers. */
export const STATES = ['pending', 'completed', 'tunneled', 'failed'] as const;

/** The parts of a record, as bits. */
export const PART = {
  https: 1,
  decrypted: 2,
  request: 4,
  response: 8,
  originalRequest: 16,
  originalResponse: 32,
  webSocket: 64,
  serverSentEvents: 128,
  sentTo: 256,
  tls: 512,
  remoteAddress: 1024,
  app: 2048,
  tunnel: 4096,
  rare: 8192,
  /** The fingerprint of the server's certificate. */
  certificate: 16_384,
} as const;

/** The parts of a message, as bits. */
export const MESSAGE = {
  complete: 1,
  decoded: 2,
  trailers: 4,
  rare: 8,
  /** Its body is that of the message that was sent on, and is kept there. */
  sharedBody: 16,
  /** Its body is not in the record: whoever keeps the record keeps it beside it. */
  bodyElsewhere: 32,
} as const;

/** Returns the scheme of a target: only servers on pipes have no port. */
export function schemeOf(isSecure: boolean, port: number): Scheme {
  if (port === 0) return 'mcp';
  return isSecure ? 'https' : 'http';
}

export type BodyName = 'request' | 'response' | 'originalRequest' | 'originalResponse';

/** Messages in the order in which their heads, and then their bodies, are written. */
export const BODIES: readonly BodyName[] = ['request', 'response', 'originalRequest', 'originalResponse'];
