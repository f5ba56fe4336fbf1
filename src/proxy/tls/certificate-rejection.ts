// Clients that do the handshake to its end and only then look at our certificate: those that refuse it hang up
// without having sent a byte.
import type tls from 'node:tls';
import { clientTlsFailure } from './client-tls-error.ts';

/** One that hangs up later had no use for the connection: browsers open some ahead, and close them after seconds. */
const PROMPT_MS = 1000;

/**
 * Calls `refused` when the client leaves within a second of the handshake without having sent a byte; `alert` is the
 * one it sent about the certificate. To be called as soon as the handshake is done.
 */
export function watchForRejection(secured: tls.TLSSocket, refused: (alert: string | null) => void): void {
  const since = performance.now();
  let done = false;
  const closed = (error?: unknown): void => {
    if (done) return;
    done = true;
    if (secured.bytesRead > 0 || performance.now() - since > PROMPT_MS) return;
    const fault = clientTlsFailure(error);
    refused(fault.type === 'alert' && fault.refusesCertificate ? fault.name : null);
  };
  secured.once('error', closed);
  secured.once('end', () => closed());
  secured.once('close', () => closed());
}
