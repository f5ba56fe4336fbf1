// Which TLS connections are opened: those to a listed host, and those of a listed app.
import { matchesWildcard } from '../base/wildcard.ts';
import type { Client } from '../flow/client.ts';

export interface DecryptList {
  /** Host patterns with `*` and `?`. */
  readonly hosts: readonly string[];
  /** Names of apps, compared without regard to case. */
  readonly apps: readonly string[];
}

/** Waits for the client's app only when the answer depends on it. */
export function decryptRule({
  hosts,
  apps,
}: DecryptList): (host: string, client: Client) => boolean | Promise<boolean> {
  const patterns = hosts.map((pattern) => pattern.trim().toLowerCase());
  const names = new Set(apps.map((app) => app.trim().toLowerCase()));
  return (host, client) => {
    const name = host.toLowerCase();
    if (patterns.some((pattern) => matchesWildcard(pattern, name))) return true;
    if (names.size === 0) return false;
    return client.identified.then(() => client.app !== null && names.has(client.app.toLowerCase()));
  };
}
