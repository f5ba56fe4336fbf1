import { expect, test } from 'vitest';
import { environmentProxies } from './environment-proxies.ts';

const PROXY = { http_proxy: 'http://proxy.test:3128' };

async function isProxied(host: string, environment: Readonly<Record<string, string>>): Promise<boolean> {
  const [route] = (await environmentProxies(environment)?.resolve({ host, port: 80, isSecure: false })) ?? [];
  return route?.type === 'proxy';
}

test.each([
  ['127.0.0.1', '', true],
  ['localhost', '', true],
  ['localhost', 'localhost,127.0.0.1', false],
  ['127.0.0.1', 'localhost,127.0.0.1', false],
  ['a.test', 'a.test', false],
  ['sub.a.test', '.a.test', false],
  ['b.test', 'a.test', true],
  ['b.test', '*', false],
  ['localhost', '*', false],
  ['10.1.2.3', '10.0.0.0/8', false],
  ['b.test', '169.254/16 http://x/y, b.test', false],
])('%s with NO_PROXY=%s', async (host, list, expected) => {
  expect(await isProxied(host, { ...PROXY, NO_PROXY: list })).toBe(expected);
});

test('without a proxy all is direct', async () => {
  expect(environmentProxies({ NO_PROXY: '*' })).toBeNull();
  expect(await isProxied('a.test', { https_proxy: 'http://proxy.test:3128' })).toBe(false);
});
