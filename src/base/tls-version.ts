// The lowest TLS version that one side of the proxy accepts, and the OpenSSL options for it.
import tls from 'node:tls';

export const TLS_VERSIONS = ['1.0', '1.1', '1.2', '1.3'] as const;
export type TlsVersion = (typeof TLS_VERSIONS)[number];

/** Node's own lowest TLS version. */
export const defaultMinTlsVersion: TlsVersion = '1.2';

/** Returns the options for a TLS context that accepts this version and later ones. */
export function minVersionOptions(
  version: TlsVersion,
): Pick<tls.SecureContextOptions, 'minVersion' | 'ciphers'> {
  if (version === '1.3') return { minVersion: 'TLSv1.3' };
  if (version === '1.2') return { minVersion: 'TLSv1.2' };
  // The handshake of these versions is signed with SHA-1, which OpenSSL accepts only at its lowest security level.
  const ciphers = `${tls.DEFAULT_CIPHERS}:@SECLEVEL=0`;
  return { minVersion: version === '1.1' ? 'TLSv1.1' : 'TLSv1', ciphers };
}
