// Errors of connections that could not be opened: they name the peer, the reason, and what may help.
import { messageOf, ProxyError, systemCode } from '../base/errors.ts';
import { proxyName, type UpstreamProxy } from './proxy-routes/proxy-route.ts';

/** Thrown when the external proxy cannot be reached or does not respond. Another proxy may be tried. */
export class ProxyUnreachable extends ProxyError {}

const UNRESOLVED = new Set([
  'ENOTFOUND',
  'EAI_AGAIN',
  'EAI_FAIL',
  'EAI_NODATA',
  'EAI_NONAME',
  'ENODATA',
  'ESERVFAIL',
]);

/** Returns a clause that says how a host is reached without verification of its certificate. */
export type TrustAdvice = (host: string) => string;

const proxyAdvice: TrustAdvice = (host) =>
  `list the host in insecureUpstreamHosts ("run --insecure ${host}")`;

/** For requests that a user sends: the proxy has no part in them. */
export const senderAdvice: TrustAdvice = () =>
  'do not verify it: -k on the command line, or verifyTls: false in the settings of the request';

/**
 * Explains why a connection failed. `name`: the peer's host and port. `connected`: the failure came after TCP
 * was connected.
 */
export function connectError(
  error: Error,
  name: string,
  connected: boolean,
  advice: TrustAdvice = proxyAdvice,
): ProxyError {
  if (error instanceof ProxyError) return error;
  const code = systemCode(error);
  if (UNRESOLVED.has(code)) return new ProxyError('DNS_FAILED', `${name.replace(/:\d+$/, '')} (${code})`);
  if (!connected) {
    const cause: unknown = error instanceof AggregateError ? error.errors[0] : error;
    return Object.assign(new ProxyError('CONNECT_FAILED', `${name}: ${connectReason(error)}`), { cause });
  }
  if (isVerification(code)) {
    return new ProxyError(
      'TLS_UNTRUSTED',
      `${name}: ${verificationReason(error)} (${code}). Add its issuer to NODE_EXTRA_CA_CERTS or to the system's store to trust it, or ${advice(name.replace(/:\d+$/, ''))}`,
    );
  }
  return new ProxyError('TLS_FAILED', `${name}: ${messageOf(explained(error))}`);
}

/** Drops Node's advice to start Node with another option, which does not apply to this program. */
function verificationReason(error: Error): string {
  return messageOf(error).replace(/; if the root CA is installed locally, .*$/, '');
}

/** Strips the source location from OpenSSL's reason, and adds what to do about it where that is known. */
export function explained(error: Error): Error {
  const reason = /:SSL routines:[^:]*:([^:]*):/.exec(error.message)?.[1]?.trim();
  if (reason === undefined || reason === '') return error;
  const hint = HINTS.find(([pattern]) => pattern.test(reason))?.[1];
  return new Error(hint === undefined ? reason : `${reason}. ${hint}`);
}

const HINTS: readonly (readonly [RegExp, string])[] = [
  [/certificate required/, 'The server asks for a client certificate: see clientCertificates'],
  [
    /alert (?:handshake failure|bad certificate)/,
    'The server may ask for a client certificate: see clientCertificates',
  ],
  [/wrong version number/, 'The server may not speak TLS on this port'],
  [
    /alert protocol version|unsupported protocol/,
    'The server may speak only a version of TLS below the setting minTlsVersion.servers',
  ],
];

/** Turns an error of the connection to an external proxy into one that names the proxy. */
export function proxyError(error: unknown, proxy: UpstreamProxy): ProxyUnreachable {
  const title = error instanceof ProxyError ? `${error.title}: ` : '';
  const reason = messageOf(error).slice(title.length);
  const { host, port } = proxy;
  const shown = reason.startsWith(`${host}:${port}: `) ? reason.slice(`${host}:${port}: `.length) : reason;
  return new ProxyUnreachable('EXTERNAL_PROXY_FAILED', `${proxyName(proxy)}: ${shown}`);
}

/**
 * OpenSSL's verification errors have codes of their own; other failures have a code of the system or of Node.
 */
function isVerification(code: string): boolean {
  return code === 'ERR_TLS_CERT_ALTNAME_INVALID' || (code !== '' && !/^(?:E[A-Z]+$|ERR_)/.test(code));
}

/** With several addresses tried Node reports an AggregateError without a message of its own. */
function connectReason(error: Error): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error;
  const code = systemCode(first) || systemCode(error);
  const reason =
    code === 'ECONNREFUSED' ? 'connection refused' : code === 'ETIMEDOUT' ? 'timed out' : messageOf(first);
  return code === '' || reason.includes(code) ? reason : `${reason} (${code})`;
}

/** Returns the error of a server that was too slow for one of two steps, each of which may take `ms` milliseconds. */
export function timedOut(name: string, isConnected: boolean, ms: number): ProxyError {
  const what = isConnected
    ? 'accepted the connection, but did not complete the TLS handshake'
    : 'did not accept a connection';
  return new ProxyError('CONNECT_TIMEOUT', `${name} ${what} within ${ms / 1000} s`);
}
