// Certificates of servers that are not verified: which of them are accepted all the same, and the error for the others,
// which has what the server has shown.
import type tls from 'node:tls';
import { knownChain, noteChain } from '../base/certificate-chains.ts';
import { ProxyError } from '../base/errors.ts';
import { formatAuthority } from '../codec/http1/target.ts';
import type { TrustOf } from './trust.ts';

/** A server and the certificates that it has shown. */
export interface ShownServer {
  readonly host: string;
  readonly port: number;
  /** The reason why it is not trusted, as OpenSSL or Node.js name it, such as `DEPTH_ZERO_SELF_SIGNED_CERT`. */
  readonly code: string;
  /** In DER, that of the server first. */
  readonly chain: readonly Buffer[];
  /** True when another certificate of this server is accepted. */
  readonly isChanged: boolean;
}

export class UntrustedCertificate extends ProxyError {
  readonly server: ShownServer;

  constructor(server: ShownServer) {
    const { host, port, code, isChanged } = server;
    const reason = REASONS.get(code);
    const changed = isChanged ? '. It is not the one that was trusted for this server' : '';
    super(
      'TLS_UNTRUSTED',
      `${formatAuthority(host, port)}: ${reason === undefined ? code : `${reason} (${code})`}${changed}`,
    );
    this.server = server;
  }
}

/** Returns the error of a server that is not trusted among the causes of an error; null without one. */
export function untrustedIn(error: unknown): UntrustedCertificate | null {
  for (let cause = error, depth = 0; cause instanceof Error && depth < 5; cause = cause.cause, depth += 1)
    if (cause instanceof UntrustedCertificate) return cause;
  return null;
}

/** The sentences of OpenSSL for the codes that are common. */
const REASONS: ReadonlyMap<string, string> = new Map([
  ['DEPTH_ZERO_SELF_SIGNED_CERT', 'self-signed certificate'],
  ['SELF_SIGNED_CERT_IN_CHAIN', 'self-signed certificate in the chain'],
  ['UNABLE_TO_VERIFY_LEAF_SIGNATURE', 'the issuer of the certificate is not known'],
  ['UNABLE_TO_GET_ISSUER_CERT', 'the issuer of a certificate is not known'],
  ['UNABLE_TO_GET_ISSUER_CERT_LOCALLY', 'the issuer of the certificate is not known'],
  ['CERT_HAS_EXPIRED', 'the certificate has expired'],
  ['CERT_NOT_YET_VALID', 'the certificate is not valid yet'],
  ['ERR_TLS_CERT_ALTNAME_INVALID', 'the certificate is for other names'],
]);

/** Returns the SHA-256 fingerprints of certificates that are accepted of a server without verification. */
export type PinsOf = (host: string, port: number) => readonly string[];

/** Returns trust that verifies certificates after the handshake: verified ones and pinned ones are accepted. */
export function withPins(trust: TrustOf, pinsOf: PinsOf): TrustOf {
  return (host, port) => ({
    ...trust(host, port),
    verify: (socket) => refusedCertificate(socket, host, port, pinsOf(host, port)),
  });
}

function refusedCertificate(
  socket: tls.TLSSocket,
  host: string,
  port: number,
  pins: readonly string[],
): UntrustedCertificate | null {
  if (socket.authorized) return null;
  const certificate = socket.getPeerX509Certificate();
  if (certificate !== undefined && pins.includes(certificate.fingerprint256)) return null;
  return new UntrustedCertificate({
    host,
    port,
    // The code, whatever the types of Node.js say.
    code: String(socket.authorizationError),
    chain: certificate === undefined ? [] : knownChain(noteChain(certificate)),
    isChanged: pins.length > 0,
  });
}
