import { expect, test } from 'vitest';
import { withoutIpv6Localhost } from './names.ts';

test('localhost is left to the address whose connections are captured', () => {
  const hosts = [
    '127.0.0.1\tlocalhost',
    '::1\tlocalhost ip6-localhost ip6-loopback',
    '  ::1 localhost',
    'fe00::0 ip6-localnet',
    '# ::1 localhost',
    '',
  ];
  expect(withoutIpv6Localhost(hosts.join('\n')).split('\n')).toEqual([
    '127.0.0.1\tlocalhost',
    '::1 ip6-localhost ip6-loopback',
    ' ::1',
    'fe00::0 ip6-localnet',
    '# ::1 localhost',
    '',
  ]);
});
