// The names under which the API and the pages of the proxy answer to whoever uses it as their proxy.

const ALIAS_HOSTS: ReadonlySet<string> = new Set(['proxyctl.local', 'proxy.ctl', 'proxyctl.internal']);

/** `host` in lower case, without a port; a final dot does not matter. */
export function isAliasHost(host: string): boolean {
  return ALIAS_HOSTS.has(host.endsWith('.') ? host.slice(0, -1) : host);
}
