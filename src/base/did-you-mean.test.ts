import { expect, test } from 'vitest';
import { didYouMean, nearest } from './did-you-mean.ts';

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

test('no name is near when there are none', () => {
  expect(nearest('port', [])).toBeNull();
});

test('suggests the nearest name, else lists all, else says what it is given', () => {
  expect(didYouMean('prot', names)).toBe('did you mean port?');
  expect(didYouMean('colour', ['on', 'off'])).toBe('expected one of on, off');
  expect(didYouMean('colour', names, 'see the reference')).toBe('see the reference');
});
