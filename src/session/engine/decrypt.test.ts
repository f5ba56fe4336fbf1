import { expect, test } from 'vitest';
import { Client } from '../../flow/client.ts';
import { decryptRule } from './decrypt.ts';

function client(app: string | null, later: Parameters<Client['identify']>[0] | null = null): Client {
  const made = new Client('127.0.0.1', 50_000);
  if (later === null) made.app = app;
  else made.identify(later);
  return made;
}

const rule = decryptRule({
  hosts: ['API.example.com', '*.example.org', '2001:db8::1'],
  apps: ['Curl'],
  bypassed: ['pinned.example.org', '192.0.2.?'],
  rejectedBefore: (host, { app }) => host === 'refused.example.org' && app === 'java',
});

test.each([
  ['api.example.com', null, 'decrypt'],
  ['a.b.EXAMPLE.org', null, 'decrypt'],
  ['2001:db8::1', null, 'decrypt'],
  ['example.org', null, 'not-listed'],
  ['other.test', 'firefox', 'not-listed'],
  ['other.test', 'curl', 'decrypt'],
  ['pinned.example.org', 'curl', 'bypassed'],
  ['192.0.2.7', 'curl', 'bypassed'],
  ['refused.example.org', 'java', 'refused-before'],
  ['refused.example.org', 'curl', 'decrypt'],
])('%s for %s: %s', async (host, app, decryption) => {
  expect(await rule(host, client(app))).toBe(decryption);
});

test('waits for the app only when the decision depends on it', async () => {
  const unidentified = client(null, new Promise(() => {}));
  expect(rule('api.example.com', unidentified)).toBe('decrypt');
  expect(rule('pinned.example.org', unidentified)).toBe('bypassed');
  expect(await rule('other.test', client(null, Promise.resolve({ name: 'curl', process: '1' })))).toBe(
    'decrypt',
  );
});
