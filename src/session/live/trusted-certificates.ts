// Certificates of servers that the user trusts on this machine, in `.local/trusted-certificates.json`.
import { X509Certificate } from 'node:crypto';
import { z } from 'zod';
import { ParameterError } from '../../base/errors.ts';
import { Lru } from '../../base/lru.ts';
import { formatAuthority } from '../../codec/http1/target.ts';
import type { ShownServer } from '../../net/untrusted-certificate.ts';
import { LocalList } from './local-list.ts';

/** `host`: this certificate, of this server. `authority`: whatever this certificate has signed. */
const trustScope = z.enum(['host', 'authority'], '"host" or "authority"');

const trustedCertificate = z.object({
  /** The server that has shown it. */
  host: z.string(),
  port: z.number(),
  for: trustScope,
  /** SHA-256, in pairs of digits with colons. */
  fingerprint: z.string(),
  pem: z.string(),
  /** Epoch milliseconds. */
  trustedAt: z.number(),
});
export type TrustedCertificate = z.output<typeof trustedCertificate>;

/** Servers whose certificates are remembered until the user has decided about them. */
const MAX_SHOWN = 200;

export class TrustedCertificates {
  readonly #list: LocalList<TrustedCertificate>;
  /** The certificates that servers have shown since the start, by host and port. */
  readonly #shown = new Lru<string, ShownServer>(MAX_SHOWN);

  /** `workspace`: its folder. */
  constructor(workspace: string) {
    this.#list = new LocalList(workspace, 'trusted-certificates.json', trustedCertificate);
  }

  /** The reason why the file is not up to date; null when it is. */
  get error(): string | null {
    return this.#list.error;
  }

  all(): Promise<readonly TrustedCertificate[]> {
    return this.#list.all();
  }

  /** Notes a server that is not trusted: only what was shown can be trusted. */
  note(server: ShownServer): void {
    this.#shown.set(formatAuthority(server.host, server.port), server);
  }

  /** Trusts a certificate that a server has shown. Rejects with a ParameterError for any other. */
  async trust({ host, port, fingerprint, for: scope }: Wanted): Promise<void> {
    const { chain } = this.#server(host, port);
    const certificate = chain.map((der) => new X509Certificate(der)).find(hasFingerprint(fingerprint));
    if (certificate === undefined)
      throw new ParameterError(
        `${formatAuthority(host, port)} has not shown a certificate with this fingerprint: ${fingerprint}`,
        { field: 'fingerprint' },
      );
    if (scope === 'host' && !certificate.raw.equals(chain[0]!))
      throw new ParameterError('for a host, give the fingerprint of the certificate of the server itself', {
        field: 'fingerprint',
      });
    if (scope === 'authority' && (!certificate.ca || certificate.raw.equals(chain[0]!)))
      throw new ParameterError('for an authority, give the fingerprint of one that has signed the others', {
        field: 'fingerprint',
      });
    const entry = {
      host,
      port,
      for: scope,
      fingerprint: certificate.fingerprint256,
      pem: certificate.toString(),
      trustedAt: Date.now(),
    };
    // A host has one certificate: the one before is trusted no longer.
    await this.#list.change((all) => [...all.filter((each) => !isReplaced(each, entry)), entry]);
  }

  /** Trusts a certificate no longer. Resolves with false when it was not trusted. */
  async distrust({ host, port, fingerprint }: Omit<Wanted, 'for'>): Promise<boolean> {
    const isMeant = (each: TrustedCertificate): boolean =>
      isOf(each, host, port) && each.fingerprint === fingerprint;
    const isTrusted = (await this.all()).some(isMeant);
    await this.#list.change((all) => all.filter((each) => !isMeant(each)));
    return isTrusted;
  }

  /** Returns the server whose own certificate has a fingerprint. Throws a ParameterError when none has shown it. */
  shownBy(fingerprint: string): ShownServer {
    const found = [...this.#shown.values()].find(
      ({ chain: [first] }) => first !== undefined && hasFingerprint(fingerprint)(new X509Certificate(first)),
    );
    if (found !== undefined) return found;
    throw new ParameterError(
      'no server has shown a certificate with this fingerprint: send without it first',
      {
        field: 'trusting',
      },
    );
  }

  #server(host: string, port: number): ShownServer {
    const server = this.#shown.get(formatAuthority(host, port));
    if (server !== undefined) return server;
    throw new ParameterError(
      `${formatAuthority(host, port)} has shown no certificate that is not trusted: send to it first`,
      { field: 'host' },
    );
  }
}

interface Wanted {
  readonly host: string;
  readonly port: number;
  readonly fingerprint: string;
  readonly for: z.output<typeof trustScope>;
}

/** Returns the fingerprint of the certificate of a chain that can be trusted as an authority; null without one. */
export function authorityIn(chain: readonly Buffer[]): string | null {
  const authorities = chain.slice(1).map((der) => new X509Certificate(der));
  return authorities.findLast(({ ca }) => ca)?.fingerprint256 ?? null;
}

export function isOf(
  { host, port }: Pick<TrustedCertificate, 'host' | 'port'>,
  toHost: string,
  toPort: number,
): boolean {
  return host === toHost.toLowerCase() && port === toPort;
}

function isReplaced(each: TrustedCertificate, entry: TrustedCertificate): boolean {
  if (each.for !== entry.for) return false;
  return each.for === 'authority'
    ? each.fingerprint === entry.fingerprint
    : isOf(each, entry.host, entry.port);
}

function hasFingerprint(fingerprint: string): (certificate: X509Certificate) => boolean {
  return (certificate) => certificate.fingerprint256 === fingerprint;
}
