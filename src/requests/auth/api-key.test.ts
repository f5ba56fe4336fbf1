import { expect, test } from 'vitest';
import { apiKey } from './api-key.ts';
import type { AuthContext } from './contract.ts';

const context: AuthContext = {
  send: () => Promise.reject(new Error('nothing is to be sent')),
  now: () => 0,
  random: (bytes) => Buffer.alloc(bytes),
  cache: new Map(),
  showPage: null,
};

test.each([
  ['header', 'http://a.test/?k=url', [{ name: 'k', value: 'a&b' }]],
  ['query', 'http://a.test/?x=1&k=a%26b', [{ name: 'K', value: 'own' }]],
] as const)('a key in the %s takes the place of one that is there', async (location, url, headers) => {
  const given = {
    method: 'GET',
    body: Buffer.alloc(0),
    url: location === 'header' ? url : 'http://a.test/?k=own&x=1&k=again',
    headers: [{ name: 'K', value: 'own' }],
  };
  const auth = { type: 'apiKey', key: 'k', value: 'a&b', in: location } as const;
  expect(await apiKey.apply(auth, given, context)).toEqual({ ...given, url, headers });
});
