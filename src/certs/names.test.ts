import { expect, test } from 'vitest';
import { serverNames } from './names.ts';

const LABEL = 'a'.repeat(63);

test.each([
  ['example.com', 'dns', 'example.com'],
  ['EXAMPLE.Com', 'dns', 'example.com'],
  ['example.com.', 'dns', 'example.com'],
  ['localhost', 'dns', 'localhost'],
  ['my_service.local', 'dns', 'my_service.local'],
  ['xn--mnchen-3ya.de', 'dns', 'xn--mnchen-3ya.de'],
  ['MÜNCHEN.de', 'dns', 'xn--mnchen-3ya.de'],
  ['例え。テスト', 'dns', 'xn--r8jz45g.xn--zckzah'],
  ['127.1', 'dns', '127.1'],
  [LABEL, 'dns', LABEL],
  ['192.0.2.7', 'ip', '192.0.2.7'],
  ['::1', 'ip', '::1'],
  ['[2001:DB8::1]', 'ip', '2001:db8::1'],
  ['fe80::1%eth0', 'ip', 'fe80::1'],
])('%s', (name, type, text) => {
  expect(serverNames([name])).toMatchObject([{ type, text }]);
});

test.each([
  ['nothing', ''],
  ['a dot', '.'],
  ['a wildcard', '*.example.com'],
  ['an empty label', 'a..b'],
  ['two dots at the end', 'example.com..'],
  ['a label of 64 letters', `${LABEL}a.com`],
  ['more than 253 letters', `${LABEL}.${LABEL}.${LABEL}.${LABEL}`],
  ['a space', 'exa mple.com'],
  ['a NUL', 'example.com\0.test'],
  ['a line break', 'example.com\n'],
  ['a port', 'example.com:443'],
  ['a path', 'exämple.com/'],
  ['lone surrogates', '\ud800.com'],
  ['brackets around a name', '[example.com]'],
])('%s is left out', (_, name) => {
  expect(serverNames([name, 'kept.example'])).toMatchObject([{ text: 'kept.example' }]);
});

test('each once, in the order given', () => {
  expect(serverNames(['b.test', 'a.test', 'B.TEST.', '::1', '[::1]']).map(({ text }) => text)).toEqual([
    'b.test',
    'a.test',
    '::1',
  ]);
});

test('addresses are bytes, names are letters', () => {
  expect(serverNames(['10.0.0.255', '::ffff:1.2.3.4', 'a.b'])).toMatchObject([
    { bytes: Uint8Array.of(10, 0, 0, 255) },
    { bytes: Uint8Array.from(Buffer.from('00000000000000000000ffff01020304', 'hex')) },
    { bytes: Buffer.from('a.b') },
  ]);
});
