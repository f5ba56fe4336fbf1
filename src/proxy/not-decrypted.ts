// The reasons why TLS in a tunnel was not decrypted, with the stable texts that flows carry.
import type { ClientTlsFailure } from './tls/client-tls-error.ts';

/** The decision to decrypt TLS, or the reason against it. */
export type Decryption = 'decrypt' | 'not-listed' | 'bypassed' | 'refused-before';

/** The reason for a tunnel whose host nobody asked to decrypt. */
export const NOT_LISTED = 'the host is not in the SSL proxying list';

/** `decrypt` has no entry: a tunnel that was to be decrypted and is not carries no TLS. */
const DECIDED: Readonly<Record<Exclude<Decryption, 'decrypt'>, string>> = {
  'not-listed': NOT_LISTED,
  bypassed: 'bypassed',
  'refused-before': 'the client refused our certificate before, and is passed through since',
};

export const NO_TLS = 'the tunnel does not carry TLS';

/** Returns the reason for a tunnel that passes through. */
export function whyTunneled(decryption: Decryption, isTls: boolean): string {
  if (decryption === 'bypassed') return DECIDED.bypassed;
  return isTls && decryption !== 'decrypt' ? DECIDED[decryption] : NO_TLS;
}

export const HUNG_UP_AFTER =
  'the client probably refused our certificate: it hung up right after the handshake, without a byte';
const HUNG_UP_DURING = 'the client probably refused our certificate: it hung up during the handshake';
const ECH = 'the client offered Encrypted Client Hello (ECH), and the handshake failed';

/**
 * Returns the reason for a failed handshake; null when it had nothing to do with our certificate. `ech`: the
 * ClientHello offered it, as browsers do routinely, so it counts only where nothing else explains the
 * failure.
 */
export function whyHandshakeFailed(failure: ClientTlsFailure, ech: boolean): string | null {
  if (failure.type === 'alert' && failure.refusesCertificate) return refusedWith(failure.name);
  if (ech) return ECH;
  return failure.type === 'hung-up' ? HUNG_UP_DURING : null;
}

export function refusedWith(alert: string): string {
  return `the client refused our certificate: it sent the alert "${alert}"`;
}
