import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync, existsSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { dnsSetup } from './index.ts';
import { resolvConf, systemdResolved } from './linux.ts';
import { resolvConfServers } from './name-servers.ts';

const DOMAINS = ['api.example.com', 'example.org'];

test('macOS gets a file for each domain, and loses ours only', () => {
  const { port, apply, undo } = dnsSetup('darwin');
  expect(apply(DOMAINS, port)).toEqual([
    'sudo mkdir -p /etc/resolver',
    "printf '# proxyctl\\nnameserver 127.0.0.1\\nport 5391\\n' | sudo tee /etc/resolver/api.example.com > /dev/null",
    "printf '# proxyctl\\nnameserver 127.0.0.1\\nport 5391\\n' | sudo tee /etc/resolver/example.org > /dev/null",
    'sudo dscacheutil -flushcache',
    'sudo killall -HUP mDNSResponder',
  ]);
  expect(undo(DOMAINS)[0]).toBe("grep -ls '^# proxyctl$' /etc/resolver/* | xargs sudo rm -f");
});

test('systemd-resolved routes the domains, and only them', () => {
  expect(systemdResolved.apply(DOMAINS, 5391)[1]).toBe(
    "printf '[Resolve]\\nDNS=127.0.0.1:5391\\nDomains=~api.example.com ~example.org\\n' | sudo tee /etc/systemd/resolved.conf.d/proxyctl.conf > /dev/null",
  );
  expect(systemdResolved.undo(DOMAINS)).toEqual([
    'sudo rm -f /etc/systemd/resolved.conf.d/proxyctl.conf',
    'sudo systemctl restart systemd-resolved',
  ]);
});

test('Windows gets a rule for each domain and the names below it', () => {
  const { port, apply, undo } = dnsSetup('win32');
  expect(port).toBe(53);
  expect(apply(['example.org'], port)[0]).toBe(
    "Add-DnsClientNrptRule -Namespace 'example.org','.example.org' -NameServers '127.0.0.1' -Comment 'proxyctl'",
  );
  expect(undo([])[0]).toBe(
    "Get-DnsClientNrptRule | Where-Object Comment -eq 'proxyctl' | Remove-DnsClientNrptRule -Force",
  );
});

describe.skipIf(process.platform === 'win32')('the commands for resolv.conf', () => {
  test('can be run twice, and bring the file back as it was', () => {
    const folder = mkdtempSync(join(tmpdir(), 'proxyctl-resolv-'));
    const file = join(folder, 'resolv.conf');
    const run = (commands: readonly string[]): void => {
      const script = commands.join('\n').replaceAll('/etc/resolv.conf', file);
      execFileSync('sh', ['-ec', `sudo() { "$@"; }\n${script}`]);
    };
    try {
      writeFileSync(file, 'search a.test\nnameserver 192.0.2.1\n');
      run(resolvConf.apply(DOMAINS, 53));
      run(resolvConf.apply(DOMAINS, 53));
      expect(readFileSync(file, 'utf8')).toBe('nameserver 127.0.0.1\n');
      run(resolvConf.undo(DOMAINS));
      run(resolvConf.undo(DOMAINS));
      expect(readFileSync(file, 'utf8')).toBe('search a.test\nnameserver 192.0.2.1\n');
      expect(existsSync(`${file}.before-proxyctl`)).toBe(false);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

test('the servers of a resolv.conf are read, with their zones, without what is none', () => {
  const text =
    '# nameserver 192.0.2.9\nnameserver 192.0.2.1\n  nameserver fe80::1%eth0\nnameserver none\noptions ndots:1';
  expect(resolvConfServers(text)).toEqual([
    { address: '192.0.2.1', port: 53 },
    { address: 'fe80::1%eth0', port: 53 },
  ]);
});
