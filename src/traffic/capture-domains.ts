// Suggests domains to capture for an app: its own domains first, and separately the domains that many apps share.
import { isIP } from 'node:net';
import { serverAddress } from '../flow/destination.ts';
import type { Flow } from '../flow/flow.ts';

export interface CaptureDomains {
  /** Those that are probably the app's own, most used first. */
  readonly recommended: readonly string[];
  /** Those of services that other apps use too: to capture them affects these. */
  readonly others: readonly string[];
}

/** Domains of services that apps embed: analytics, content delivery, clouds, error reports, identity, advertising. */
const SHARED = new Set(
  `adjust.com akadns.net akamai.net akamaiedge.net akamaihd.net akamaized.net amazonaws.com amplitude.com
  app-measurement.com apple.com appsflyer.com azure.com azureedge.net azurefd.net branch.io bugsnag.com cdn77.org
  cloudflare.com cloudflareinsights.com cloudfront.net crashlytics.com datadoghq.com datadoghq.eu digicert.com
  doubleclick.net edgekey.net edgesuite.net facebook.com facebook.net fastly.net fastlylb.net firebaseio.com fbcdn.net
  google-analytics.com google.com googleapis.com googlesyndication.com googletagmanager.com gstatic.com gvt1.com
  gvt2.com hotjar.com icloud.com intercom.io jsdelivr.net launchdarkly.com lencr.org live.com microsoft.com
  microsoftonline.com mixpanel.com msftconnecttest.com mzstatic.com newrelic.com nr-data.net office.com
  onesignal.com optimizely.com posthog.com rollbar.com segment.com segment.io sentry.io sentry-cdn.com
  statsigapi.net stripe.com typekit.net ubuntu.com unpkg.com windows.com windows.net windowsupdate.com`.split(
    /\s+/,
  ),
);

/** Second levels below which countries register names, such as co.uk. */
const SECOND_LEVELS = new Set(['ac', 'co', 'com', 'edu', 'gov', 'go', 'ne', 'net', 'or', 'org']);

/**
 * Suggests domains. `flows` is all captured flows: the flows of `app` give its domains, the other flows show which
 * domains are shared. `direct` is the connections of `app` past the proxy; the traffic of other apps may give the
 * names for their addresses.
 */
export async function suggestDomains(
  flows: Iterable<Flow> | AsyncIterable<Flow>,
  app: string,
  direct: readonly { readonly address: string }[] = [],
): Promise<CaptureDomains> {
  const addresses = new Set(direct.map(({ address }) => address));
  const uses = new Map<string, number>();
  const usedByOthers = new Set<string>();
  for await (const flow of flows) {
    const { host } = flow.target;
    if (isIP(host) !== 0 || !host.includes('.')) continue;
    const isReached = addresses.has(serverAddress(flow) ?? '');
    if (flow.app === app || isReached) uses.set(host, (uses.get(host) ?? 0) + 1);
    if (flow.app !== app && flow.app !== null) usedByOthers.add(registeredDomain(host));
  }
  const hosts = [...uses].sort((a, b) => b[1] - a[1] || a[0].localeCompare(b[0])).map(([host]) => host);
  const isOwn = (host: string): boolean => {
    const domain = registeredDomain(host);
    return isNamedAfter(domain, app) || !(SHARED.has(domain) || usedByOthers.has(domain));
  };
  return { recommended: hosts.filter(isOwn), others: hosts.filter((host) => !isOwn(host)) };
}

/** Returns the registered part of a name, as far as its suffix tells. */
export function registeredDomain(host: string): string {
  const labels = host.toLowerCase().split('.');
  const [second = '', top = ''] = labels.slice(-2);
  return labels.slice(top.length === 2 && SECOND_LEVELS.has(second) ? -3 : -2).join('.');
}

/** True for slack.com and the app Slack. */
function isNamedAfter(domain: string, app: string): boolean {
  const [name = ''] = domain.split('.');
  const letters = app.toLowerCase().replace(/[^a-z0-9]/g, '');
  return name.length >= 3 && letters.length >= 3 && (letters.includes(name) || name.includes(letters));
}
