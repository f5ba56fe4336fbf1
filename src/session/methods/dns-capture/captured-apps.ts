// The domains captured through DNS, by app.
import type { Settings } from '../../settings/schema.ts';

export interface DnsCapturedApp {
  /** Null for domains that were captured for none. */
  readonly app: string | null;
  readonly domains: string[];
}

export function dnsCapturedApps({ isEnabled, domains }: Settings['dnsCapture']): DnsCapturedApp[] {
  const byApp = Map.groupBy(isEnabled ? domains : [], ({ app }) => app);
  return Array.from(byApp, ([app, entries]) => ({
    app: app === '' ? null : app,
    domains: entries.map(({ domain }) => domain),
  }));
}
