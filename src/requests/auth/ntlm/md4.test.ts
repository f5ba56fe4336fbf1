import { expect, test } from 'vitest';
import { md4 } from './md4.ts';

// RFC 1320, appendix A.5.
test.each([
  ['', '31d6cfe0d16ae931b73c59d7e0c089c0'],
  ['a', 'bde52cb31de33e46245e05fbdbd6fb24'],
  ['abc', 'a448017aaf21d8525fc10ae87aa6729d'],
  ['message digest', 'd9130a8164549fe818874806e1c7014b'],
  ['abcdefghijklmnopqrstuvwxyz', 'd79e1c308aa5bbcdeea8ed63df412da9'],
  ['ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789', '043f8582f241db351ce627e153e7f0e4'],
  [
    '12345678901234567890123456789012345678901234567890123456789012345678901234567890',
    'e33b4ddc9c38f2199c3e7b164fcc0536',
  ],
])('%j', (text, digest) => expect(md4(Buffer.from(text)).toString('hex')).toBe(digest));

// Lengths around those at which the padding needs another block, as `openssl dgst -md4` has them.
test.each([
  [55, 'c889c81dd86c4d2e025778944ea02881'],
  [56, 'd5f9a9e9257077a5f08b0b92f348b0ad'],
  [63, '7ea3da77432d44c323671097d1348fc8'],
  [64, '52f5076fabd22680234a3fa9f9dc5732'],
])('%i bytes', (length, digest) => {
  expect(md4(Buffer.alloc(length, 'a')).toString('hex')).toBe(digest);
});
