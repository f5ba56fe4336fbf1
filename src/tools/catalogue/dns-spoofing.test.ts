import { expect, test } from 'vitest';
import { capturedFlow } from '../../../test/helpers/flows.ts';
import { TestExchange } from '../../../test/helpers/interception.ts';
import { toolServices } from '../../../test/helpers/tools.ts';
import { dnsSpoofing } from './dns-spoofing.ts';
import { ToolSet } from '../tool-set.ts';

function spoofing(...rules: readonly Readonly<Record<string, unknown>>[]): ToolSet {
  const set = new ToolSet(toolServices(), [dnsSpoofing]);
  for (const rule of rules) set.upsert('dnsSpoofing', rule);
  return set;
}

async function connectTo(set: ToolSet, url: string) {
  const exchange = new TestExchange({ url });
  await set.hooks.exchange?.(exchange.flow)?.request(exchange);
  return { address: exchange.connectTo, host: exchange.request.target.host, tags: exchange.flow.tags };
}

test.each([
  [{ host: 'a.test', address: '10.0.0.1' }, 'https://a.test:8443/x', { host: '10.0.0.1', port: 8443 }],
  [{ host: 'A.test', address: '10.0.0.1', port: 81 }, 'http://a.test/', { host: '10.0.0.1', port: 81 }],
  [{ host: '*.test', address: 'Other.test' }, 'http://b.test/', { host: 'other.test', port: 80 }],
  [{ host: '*', address: '[::1]' }, 'http://b.test/', { host: '::1', port: 80 }],
  [{ host: '::1', address: '127.0.0.1' }, 'http://[::1]:81/', { host: '127.0.0.1', port: 81 }],
  [{ host: 'a.test', address: '10.0.0.1' }, 'http://b.a.test/', null],
])('%j on %s', async (rule, url, expected) => {
  const { address, host, tags } = await connectTo(spoofing(rule), url);
  expect(address).toEqual(expected);
  expect(url).toContain(host);
  expect(tags).toEqual(expected === null ? [] : ['DNS Spoofing']);
});

test('the first matching rule applies', async () => {
  const set = spoofing({ host: '*.test', address: '10.0.0.1' }, { host: 'a.test', address: '10.0.0.2' });
  expect((await connectTo(set, 'http://a.test/')).address?.host).toBe('10.0.0.1');
});

test('applies to a tunnel', () => {
  const set = spoofing({ host: 'a.test', address: '10.0.0.1' });
  const tunnel = (host: string) =>
    set.hooks.tunnel?.(capturedFlow({ request: null, target: { scheme: 'https', host, port: 8443 } }));
  expect(tunnel('a.test')?.connectTo).toEqual({ host: '10.0.0.1', port: 8443 });
  expect(tunnel('b.test')).toBeNull();
});

test.each([
  ['address', 'http://a.test', 'give an IP address or a host name'],
  ['address', '*.a.test', 'give an IP address or a host name'],
  ['address', '', 'give an IP address or a host name'],
  ['host', 'a.test/x', 'give a host such as'],
  ['port', 0, 'give a whole number from 1 to 65535'],
])('rejects %s %j', (field, value, message) => {
  expect(() => spoofing({ [field]: value })).toThrow(message);
});
