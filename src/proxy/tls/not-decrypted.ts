// The reasons why TLS in a tunnel was not decrypted, with the stable codes and texts that flows carry.
import type { NotDecrypted } from '../../flow/not-decrypted.ts';
import type { ClientTlsFailure } from './client-tls-error.ts';

/** The decision to decrypt TLS, or the reason against it. */
export type Decryption = 'decrypt' | 'not-listed' | 'bypassed' | 'refused-before';

/** `decrypt` has no entry: a tunnel that was to be decrypted and is not carries no TLS. */
const DECIDED: Readonly<Record<Exclude<Decryption, 'decrypt'>, NotDecrypted>> = {
  'not-listed': { code: 'not-listed', text: 'the host is not in the SSL proxying list' },
  bypassed: { code: 'bypassed', text: 'bypassed' },
  'refused-before': {
    code: 'refused',
    text: 'the client refused our certificate before, and is passed through since',
  },
};

const NO_TLS: NotDecrypted = { code: 'no-tls', text: 'the tunnel does not carry TLS' };

/** Returns the reason for a tunnel that is relayed without decryption. */
export function whyTunneled(decryption: Decryption, isTls: boolean): NotDecrypted {
  if (decryption === 'bypassed') return DECIDED.bypassed;
  return isTls && decryption !== 'decrypt' ? DECIDED[decryption] : NO_TLS;
}

const HUNG_UP_AFTER: NotDecrypted = {
  code: 'refused',
  text: 'the client probably refused our certificate: it hung up right after the handshake, without a byte',
};
const HUNG_UP_DURING: NotDecrypted = {
  code: 'refused',
  text: 'the client probably refused our certificate: it hung up during the handshake',
};
/**
 * The reason for a client that hung up although it has trusted our certificate elsewhere: apps may pin certificates for
 * some connections only.
 */
export const CLOSED: NotDecrypted = {
  code: 'closed',
  text: 'closed before a request, by a client that has trusted our certificate for this host: a connection that it did not need, or one for which it pins another certificate',
};
const ECH: NotDecrypted = {
  code: 'ech',
  text: 'the client offered Encrypted Client Hello (ECH), and the handshake failed',
};

/**
 * Returns the reason for a failed handshake; null when it had nothing to do with our certificate. `ech`: the
 * ClientHello offered it, as browsers do routinely, so it counts only where nothing else explains the
 * failure.
 */
export function whyHandshakeFailed(failure: ClientTlsFailure, ech: boolean): NotDecrypted | null {
  if (failure.type === 'alert' && failure.refusesCertificate) return refusedWith(failure.name);
  if (ech) return ECH;
  return failure.type === 'hung-up' ? HUNG_UP_DURING : null;
}

/** Returns the reason for a client that left after the handshake. `alert`: the one that it sent; null for none. */
export function whyRejected(alert: string | null): NotDecrypted {
  return alert === null ? HUNG_UP_AFTER : refusedWith(alert);
}

function refusedWith(alert: string): NotDecrypted {
  return { code: 'refused', text: `the client refused our certificate: it sent the alert "${alert}"` };
}
