// Host names that only the proxy resolves. Clients of the proxy reach its API and pages under them.

const ALIAS_HOSTS: ReadonlySet<string> = new Set(['proxyctl.local', 'proxy.ctl', 'proxyctl.internal']);

/** Returns true for one of these names. `host` is in lower case, without a port; a final dot is ignored. */
export function isAliasHost(host: string): boolean {
  return ALIAS_HOSTS.has(host.endsWith('.') ? host.slice(0, -1) : host);
}
