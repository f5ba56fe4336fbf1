// Client certificates and certificate authorities, as Newman's options name them.
import { readFileSync } from 'node:fs';
import { messageOf, UserError } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import { trustByHost, type ClientCertificate, type TrustOf } from '../../net/trust.ts';

export interface TrustOptions {
  readonly sslClientCert?: string | undefined;
  readonly sslClientKey?: string | undefined;
  readonly sslClientPassphrase?: string | undefined;
  /** The path of a list, or the list. */
  readonly sslClientCertList?: unknown;
  readonly sslExtraCaCerts?: string | undefined;
}

/**
 * Returns the trust in the options; undefined when they contain none. Throws an Error that names an unusable file.
 */
export function trustFrom(options: TrustOptions): TrustOf | undefined {
  const { sslClientCert, sslClientKey, sslClientPassphrase, sslClientCertList, sslExtraCaCerts } = options;
  if (sslClientCert === undefined && (sslClientKey ?? sslClientPassphrase) !== undefined)
    throw new UserError('INVALID_PARAMETER', '--ssl-client-key needs --ssl-client-cert');
  const all: ClientCertificate = {
    host: '*',
    certPath: sslClientCert ?? '',
    keyPath: sslClientKey,
    passphrase: sslClientPassphrase,
  };
  // The list comes first; the other options are for hosts that it does not name.
  const certificates = [...listed(sslClientCertList), ...(sslClientCert === undefined ? [] : [all])];
  const roots = sslExtraCaCerts === undefined ? [] : pemCertificates(sslExtraCaCerts);
  return certificates.length === 0 && roots.length === 0 ? undefined : trustByHost(certificates, [], roots);
}

function listed(given: unknown): readonly ClientCertificate[] {
  if (given === undefined) return [];
  const list = typeof given === 'string' ? parsedFile(given) : given;
  if (!Array.isArray(list))
    throw new UserError('INVALID_FILE', '--ssl-client-cert-list: it is not a list of certificates');
  return list.flatMap((entry: unknown, index) => entriesOf(entry, index));
}

function entriesOf(entry: unknown, index: number): readonly ClientCertificate[] {
  const { matches, cert, key, passphrase } = isObject(entry) ? entry : {};
  const certPath = sourceOf(cert);
  if (!Array.isArray(matches) || certPath === undefined)
    throw new UserError(
      'INVALID_FILE',
      `--ssl-client-cert-list: entry ${index + 1} needs matches, and cert with src`,
    );
  return matches.map((match: unknown) => ({
    host: hostOf(String(match)),
    certPath,
    keyPath: sourceOf(key),
    passphrase: typeof passphrase === 'string' ? passphrase : undefined,
  }));
}

function sourceOf(file: unknown): string | undefined {
  const source = isObject(file) ? file['src'] : undefined;
  return typeof source === 'string' && source !== '' ? source : undefined;
}

/** Returns the host of a match pattern such as `https://*.example.com:443/*`. */
function hostOf(match: string): string {
  if (match === '<all_urls>') return '*';
  return /^[a-z*]+:\/\/(\[[^\]]*\]|[^/:]*)/i.exec(match)?.[1] ?? match;
}

function parsedFile(path: string): unknown {
  try {
    return JSON.parse(readText(path, '--ssl-client-cert-list'));
  } catch (error) {
    if (error instanceof UserError) throw error;
    throw new UserError('INVALID_FILE', `${path}: it is not JSON: ${messageOf(error)}`, { cause: error });
  }
}

function pemCertificates(path: string): readonly string[] {
  const found = readText(path, '--ssl-extra-ca-certs').match(CERTIFICATE) ?? [];
  if (found.length === 0) throw new UserError('INVALID_FILE', `${path} holds no certificate in PEM`);
  return found;
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[^-]+-----END CERTIFICATE-----/g;

function readText(path: string, option: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch (error) {
    throw new UserError('NOT_FOUND', `${option}: ${messageOf(error)}`, { cause: error });
  }
}
