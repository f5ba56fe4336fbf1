// Windows: rules of the name resolution policy table (Add-DnsClientNrptRule). They can name no port but 53.
import { DNS_PORT, type DnsSetup } from './contract.ts';

const MARK = 'proxyctl';

export const windows: DnsSetup = {
  means: 'the name resolution policy table',
  port: DNS_PORT,
  apply: (domains) => [
    ...domains.map(
      (domain) =>
        `Add-DnsClientNrptRule -Namespace '${domain}','.${domain}' -NameServers '127.0.0.1' -Comment '${MARK}'`,
    ),
    'Clear-DnsClientCache',
  ],
  undo: () => [
    `Get-DnsClientNrptRule | Where-Object Comment -eq '${MARK}' | Remove-DnsClientNrptRule -Force`,
    'Clear-DnsClientCache',
  ],
};
