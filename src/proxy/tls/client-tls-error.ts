// Failures of the TLS handshake with a client, classified by OpenSSL's error and by how the connection ended.
import { messageOf, ProxyError, systemCode } from '../../base/errors.ts';

export type ClientTlsFailure =
  /** `name` as OpenSSL spells it, such as `unknown ca`. */
  | { readonly type: 'alert'; readonly name: string; readonly refusesCertificate: boolean }
  | { readonly type: 'hung-up' }
  | { readonly type: 'other' };

export class ClientTlsError extends ProxyError {
  readonly failure: ClientTlsFailure;

  /** Wraps an error that the TLS server reported. */
  constructor(error: unknown) {
    const failure = clientTlsFailure(error);
    super('CLIENT_TLS_FAILED', `${detail(failure, error)}. ${hint(error)}`);
    this.failure = failure;
  }
}

/**
 * Parses the alert in an error of OpenSSL, and whether it concerns the certificate that the client was shown.
 */
export function clientTlsFailure(error: unknown): ClientTlsFailure {
  const message = messageOf(error);
  const name = /\balert ([a-z ]+)/i.exec(message)?.[1]?.trim().toLowerCase();
  if (name !== undefined) {
    const number = Number(/alert number (\d+)/i.exec(message)?.[1] ?? -1);
    return { type: 'alert', name, refusesCertificate: ABOUT_CERTIFICATES.has(number) };
  }
  return HANGING_UP.has(systemCode(error)) ? { type: 'hung-up' } : { type: 'other' };
}

/** Returns the error of a client that closed the connection without an alert. */
export function hungUp(): Error {
  return Object.assign(new Error('it hung up during the handshake'), { code: 'ECONNRESET' });
}

const HANGING_UP: ReadonlySet<string> = new Set(['ECONNRESET', 'EPIPE', 'ECONNABORTED']);

/** From bad_certificate to unknown_ca, and access_denied (RFC 8446 section 6.2). */
const ABOUT_CERTIFICATES: ReadonlySet<number> = new Set([42, 43, 44, 45, 46, 48, 49]);

function hint(error: unknown): string {
  return isTooOld(error)
    ? 'The setting minTlsVersion.clients is the lowest version'
    : 'The client may not trust the root certificate';
}

function isTooOld(error: unknown): boolean {
  return systemCode(error) === 'ERR_SSL_UNSUPPORTED_PROTOCOL';
}

function detail(failure: ClientTlsFailure, error: unknown): string {
  switch (failure.type) {
    case 'alert':
      return `it sent the alert "${failure.name}"`;
    case 'hung-up':
      return 'it hung up during the handshake';
    case 'other':
      return isTooOld(error) ? 'it offers no version of TLS that is allowed' : messageOf(error);
  }
}
