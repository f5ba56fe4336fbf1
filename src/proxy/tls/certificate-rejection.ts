// Detects clients that check our certificate only after the handshake: to reject it, they close the connection without
// a byte.
import type tls from 'node:tls';
import { clientTlsFailure } from './client-tls-error.ts';

/**
 * A client that closes later had no use for the connection: browsers open some in advance, and close them
 * after seconds.
 */
const PROMPT_MS = 1000;

/**
 * Calls `refused` when the client leaves within a second of the handshake without a byte; `alert`: the alert
 * about the certificate, if it sent one. Must be called as soon as the handshake is complete.
 */
export function watchForRejection(secured: tls.TLSSocket, refused: (alert: string | null) => void): void {
  const since = performance.now();
  let done = false;
  const closed = (error?: unknown): void => {
    if (done) return;
    done = true;
    if (secured.bytesRead > 0 || performance.now() - since > PROMPT_MS) return;
    const failure = clientTlsFailure(error);
    refused(failure.type === 'alert' && failure.refusesCertificate ? failure.name : null);
  };
  secured.once('error', closed);
  secured.once('end', () => closed());
  secured.once('close', () => closed());
}
