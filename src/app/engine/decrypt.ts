// Which TLS connections are opened: those to a listed host, and those of a listed app, unless the host is bypassed
// or the client is known to refuse our certificate for it.
import { matchesWildcard } from '../../base/wildcard.ts';
import type { Client } from '../../flow/client.ts';
import type { Decryption } from '../../proxy/not-decrypted.ts';

export interface DecryptList {
  /** Host patterns with `*` and `?`. */
  readonly hosts: readonly string[];
  /** Names of apps, compared without regard to case. */
  readonly apps: readonly string[];
  /** Patterns of hosts that are never decrypted. */
  readonly bypassed: readonly string[];
  /** Whether this client is passed through to this host, since it refused our certificate. */
  readonly refusedBefore: (host: string, client: Client) => boolean;
}

/** Waits for the client's app only when the answer depends on it. `host` is a name or an IPv6 without brackets. */
export function decryptRule({
  hosts,
  apps,
  bypassed,
  refusedBefore,
}: DecryptList): (host: string, client: Client) => Decryption | Promise<Decryption> {
  const isListed = hostRule(hosts);
  const isBypassed = hostRule(bypassed);
  const names = new Set(apps.map((app) => app.trim().toLowerCase()));
  const listed = (host: string, client: Client): Decryption =>
    refusedBefore(host, client) ? 'refused-before' : 'decrypt';
  return (host, client) => {
    if (isBypassed(host)) return 'bypassed';
    if (isListed(host)) return listed(host, client);
    if (names.size === 0) return 'not-listed';
    return client.identified.then(() =>
      client.app !== null && names.has(client.app.toLowerCase()) ? listed(host, client) : 'not-listed',
    );
  };
}

function hostRule(hosts: readonly string[]): (host: string) => boolean {
  const patterns = hosts.map((pattern) => pattern.trim().toLowerCase());
  return (host) => {
    const name = host.toLowerCase();
    return patterns.some((pattern) => matchesWildcard(pattern, name));
  };
}
