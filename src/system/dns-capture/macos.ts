// macOS: a file per domain in /etc/resolver (resolver(5)) names a server for it and all names below.
import { OWN_DNS_PORT, type DnsSetup } from './contract.ts';

/** Marks our files, so that those of others stay. */
const MARK = '# proxyctl';

export const macos: DnsSetup = {
  means: '/etc/resolver',
  port: OWN_DNS_PORT,
  apply: (domains, port) => [
    'sudo mkdir -p /etc/resolver',
    ...domains.map(
      (domain) =>
        `printf '${MARK}\\nnameserver 127.0.0.1\\nport ${port}\\n' | sudo tee /etc/resolver/${domain} > /dev/null`,
    ),
    ...FLUSH,
  ],
  undo: () => [`grep -ls '^${MARK}$' /etc/resolver/* | xargs sudo rm -f`, ...FLUSH],
};

const FLUSH = ['sudo dscacheutil -flushcache', 'sudo killall -HUP mDNSResponder'];
