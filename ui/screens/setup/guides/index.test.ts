import { describe, expect, test } from 'vitest';
import { quoted, remoteAddress, type Facts } from '../model/facts.ts';
import { checkOf, type ClientFacts } from '../model/clients.ts';
import { guides } from './index.ts';

const facts: Facts = {
  local: '127.0.0.1:9123',
  port: 9123,
  address: '192.168.1.20',
  platform: 'linux',
  isOpen: true,
  isTrusted: false,
  isSystemProxy: false,
  isDecrypting: false,
  keyHash: 'abc=',
  certificateName: 'Traffic Proxy CA',
  certificatePath: "/home/o'neil/my ca/root.pem",
};

describe.each(guides)('$title', (guide) => {
  test.each(['mac', 'windows', 'linux'] as const)(
    'its commands have the real port and file: %s',
    (platform) => {
      const steps = guide.steps({ ...facts, platform }, checkOf(guide.id, []));
      const text = JSON.stringify(steps);
      expect(text).toContain('9123');
      expect(text).not.toMatch(/undefined|\bnull\b|9090|PROXY_/);
      for (const { isDone } of steps) expect(isDone ?? false).toBe(false);
    },
  );
});

test('the proxy of the system is set when it is, and not when somebody has sent a request', () => {
  const client: ClientFacts = {
    address: '127.0.0.1',
    isThisComputer: true,
    app: 'curl',
    agent: 'CFNetwork',
    lastAt: '',
    requests: 3,
    plain: 1,
    decrypted: 2,
    tunnels: 0,
    refused: 0,
    reason: null,
  };
  const isSet = (isSystemProxy: boolean): readonly boolean[] =>
    guides
      .flatMap((guide) => guide.steps({ ...facts, isSystemProxy }, checkOf(guide.id, [client])))
      .filter(({ title }) => title.startsWith('Set the proxy of the'))
      .map(({ isDone }) => isDone === true);
  expect(isSet(false)).toEqual([false, false]);
  expect(isSet(true)).toEqual([true, true]);
});

test('paths are one word of the shell', () => {
  expect(quoted('/a/b.pem')).toBe('/a/b.pem');
  expect(quoted("/o'neil/my ca")).toBe(String.raw`'/o'\''neil/my ca'`);
});

test('addresses of both families, and none', () => {
  expect(remoteAddress(facts)).toBe('192.168.1.20:9123');
  expect(remoteAddress({ ...facts, address: 'fd00::2' })).toBe('[fd00::2]:9123');
  expect(remoteAddress({ ...facts, address: null })).toBe('COMPUTER:9123');
});
