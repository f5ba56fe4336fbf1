// Linux: a drop-in of systemd-resolved where that runs, and /etc/resolv.conf where it does not.
import { existsSync } from 'node:fs';
import { DNS_PORT, OWN_DNS_PORT, type DnsSetup } from './contract.ts';

const DROP_IN = '/etc/systemd/resolved.conf.d/proxyctl.conf';

/** resolved.conf(5): a domain with `~` routes the names below it to the servers of the same section. */
export const systemdResolved: DnsSetup = {
  means: 'systemd-resolved',
  port: OWN_DNS_PORT,
  apply: (domains, port) => [
    'sudo mkdir -p /etc/systemd/resolved.conf.d',
    `printf '[Resolve]\\nDNS=127.0.0.1:${port}\\nDomains=${domains.map((domain) => `~${domain}`).join(' ')}\\n' | sudo tee ${DROP_IN} > /dev/null`,
    'sudo systemctl restart systemd-resolved',
  ],
  undo: () => [`sudo rm -f ${DROP_IN}`, 'sudo systemctl restart systemd-resolved'],
};

const FILE = '/etc/resolv.conf';
/** The system's own servers are read from there while our server replaces them. */
const BEFORE = `${FILE}.before-proxyctl`;

/** resolv.conf(5): one list of servers for all names, on port 53. In containers the file can only be written, not moved. */
export const resolvConf: DnsSetup = {
  means: FILE,
  port: DNS_PORT,
  apply: () => [
    `test -e ${BEFORE} || sudo cp -L ${FILE} ${BEFORE}`,
    `printf 'nameserver 127.0.0.1\\n' | sudo tee ${FILE} > /dev/null`,
  ],
  undo: () => [`test ! -e ${BEFORE} || { sudo cp ${BEFORE} ${FILE} && sudo rm ${BEFORE}; }`],
};

export function linux(hasResolved = existsSync('/run/systemd/resolve/resolv.conf')): DnsSetup {
  return hasResolved ? systemdResolved : resolvConf;
}
