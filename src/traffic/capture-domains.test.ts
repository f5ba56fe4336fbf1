import { expect, test } from 'vitest';
import { capturedFlow } from '../../test/helpers/flows.ts';
import { registeredDomain, suggestDomains } from './capture-domains.ts';

function flows(...requests: readonly (readonly [app: string, host: string])[]) {
  return requests.map(([app, host]) => capturedFlow({ app, target: { host } }));
}

test('the domains of an app alone are recommended, the most used first', async () => {
  const seen = flows(
    ['Harbor', 'cdn.dock.test'],
    ['Harbor', 'api.harbor.test'],
    ['Harbor', 'api.harbor.test'],
    ['curl', 'x.other.test'],
  );
  expect(await suggestDomains(seen, 'Harbor')).toEqual({
    recommended: ['api.harbor.test', 'cdn.dock.test'],
    others: [],
  });
});

test('domains of services that apps share stand apart', async () => {
  const seen = flows(['Harbor', 'o1.ingest.sentry.io'], ['Harbor', 'a.dock.test'], ['curl', 'b.dock.test']);
  expect(await suggestDomains(seen, 'Harbor')).toEqual({
    recommended: [],
    others: ['a.dock.test', 'o1.ingest.sentry.io'],
  });
});

test('a domain with the name of the app is its own, whoever else uses it', async () => {
  const seen = flows(['Slack Helper', 'edge.slack.com'], ['curl', 'slack.com'], ['Stripe', 'api.stripe.com']);
  expect((await suggestDomains(seen, 'Slack Helper')).recommended).toEqual(['edge.slack.com']);
  expect((await suggestDomains(seen, 'Stripe')).recommended).toEqual(['api.stripe.com']);
});

test('addresses and names of this network are no domains', async () => {
  const seen = flows(['curl', '127.0.0.1'], ['curl', '::1'], ['curl', 'localhost']);
  expect(await suggestDomains(seen, 'curl')).toEqual({ recommended: [], others: [] });
});

test('connections past the proxy are named by the traffic of others', async () => {
  const seen = flows(['curl', 'api.harbor.test'], ['curl', 'api.other.test']);
  seen[0]!.remoteAddress = '192.0.2.7:443';
  expect(await suggestDomains(seen, 'Harbor', [{ address: '192.0.2.7' }])).toEqual({
    recommended: ['api.harbor.test'],
    others: [],
  });
  expect((await suggestDomains(seen, 'Ship', [{ address: '192.0.2.7' }])).others).toEqual([
    'api.harbor.test',
  ]);
});

test('an app without traffic has none', async () => {
  expect(await suggestDomains([], 'curl')).toEqual({ recommended: [], others: [] });
});

test.each([
  ['a.b.example.com', 'example.com'],
  ['shop.example.co.uk', 'example.co.uk'],
  ['co.uk', 'co.uk'],
  ['example.io', 'example.io'],
])('%s was registered as %s', (host, domain) => {
  expect(registeredDomain(host)).toBe(domain);
});
