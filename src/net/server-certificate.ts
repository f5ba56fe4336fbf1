// The certificate that a server has shown on a connection. Where TLS has taken up an earlier session it shows none, and
// that of the session counts.
import type tls from 'node:tls';
import { noteChain } from '../base/certificate-chains.ts';

const ofSessions = new WeakMap<tls.TLSSocket, string>();

/** Notes the certificate of the session that a connection tries to take up. */
export function noteOfSession(socket: tls.TLSSocket, fingerprint: string | null): void {
  if (fingerprint !== null) ofSessions.set(socket, fingerprint);
}

/** Returns the fingerprint of the certificate, whose chain `knownChain()` has; null when it is not known. */
export function serverCertificate(socket: tls.TLSSocket): string | null {
  const first = socket.getPeerX509Certificate();
  if (first !== undefined) return noteChain(first);
  return socket.isSessionReused() ? (ofSessions.get(socket) ?? null) : null;
}
