// Decides which TLS connections to decrypt: those to a listed host and those of a listed app, unless the host is
// bypassed or the client is known to reject our certificate for it.
import { matchesWildcard } from '../../base/wildcard.ts';
import type { Client } from '../../flow/client.ts';
import type { Decryption } from '../../proxy/tls/not-decrypted.ts';

export interface DecryptOptions {
  /** Host patterns with `*` and `?`. */
  readonly hosts: readonly string[];
  /** Names of apps, compared without regard to case. */
  readonly apps: readonly string[];
  /** Patterns of hosts that are never decrypted. */
  readonly bypassed: readonly string[];
  /** True when this client is passed through to this host, since it has rejected our certificate. */
  readonly rejectedBefore: (host: string, client: Client) => boolean | Promise<boolean>;
}

/**
 * Returns the rule. It waits for the client's app only when the result depends on it. `host` is a name, or an IPv6
 * address without brackets.
 */
export function decryptRule({
  hosts,
  apps,
  bypassed,
  rejectedBefore,
}: DecryptOptions): (host: string, client: Client) => Decryption | Promise<Decryption> {
  const isListed = hostRule(hosts);
  const isBypassed = hostRule(bypassed);
  const names = new Set(apps.map((app) => app.trim().toLowerCase()));
  const listed = (host: string, client: Client): Decryption | Promise<Decryption> => {
    const isRejected = rejectedBefore(host, client);
    return typeof isRejected === 'boolean' ? unlessRejected(isRejected) : isRejected.then(unlessRejected);
  };
  return (host, client) => {
    if (isBypassed(host)) return 'bypassed';
    if (isListed(host)) return listed(host, client);
    if (names.size === 0) return 'not-listed';
    return client.identified.then(() =>
      client.app !== null && names.has(client.app.toLowerCase()) ? listed(host, client) : 'not-listed',
    );
  };
}

function unlessRejected(isRejected: boolean): Decryption {
  return isRejected ? 'refused-before' : 'decrypt';
}

function hostRule(hosts: readonly string[]): (host: string) => boolean {
  const patterns = hosts.map((pattern) => pattern.trim().toLowerCase());
  return (host) => {
    const name = host.toLowerCase();
    return patterns.some((pattern) => matchesWildcard(pattern, name));
  };
}
