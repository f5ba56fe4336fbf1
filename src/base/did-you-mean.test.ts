import { expect, test } from 'vitest';
import { nearest } from './did-you-mean.ts';

const names = ['port', 'socks', 'bypassHosts', 'allowedClientIPs', 'reverseProxies'];

test.each([
  ['prot', 'port'],
  ['PORT', 'port'],
  ['sock', 'socks'],
  ['bypassHost', 'bypassHosts'],
  ['byPassHosts', 'bypassHosts'],
  ['allowedClients', 'allowedClientIPs'],
  ['reverseProxy', 'reverseProxies'],
])('%s is near %s', (text, name) => {
  expect(nearest(text, names)).toBe(name);
});

test.each(['', 'x', 'colour', 'p'.repeat(1_000_000)])('%.20s is near none', (text) => {
  expect(nearest(text, names)).toBeNull();
});

test('nothing is near nothing', () => {
  expect(nearest('port', [])).toBeNull();
});
