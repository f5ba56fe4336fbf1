import { describe, expect, test } from 'vitest';
import { parseFilter } from '../../../../src/flow/filter/index.ts';
import { checkOf, clientsOf, filterOf, type ClientFacts, type Source } from './clients.ts';

const base: ClientFacts = {
  address: '127.0.0.1',
  isThisComputer: true,
  app: null,
  agent: '',
  lastAt: '2026-01-01T00:00:00.000Z',
  requests: 1,
  plain: 0,
  decrypted: 0,
  tunnels: 0,
  refused: 0,
  reason: null,
};
const phone: ClientFacts = { ...base, address: '192.168.1.34', isThisComputer: false };

const ALL: readonly Source[] = [
  ...(['mac', 'browser', 'terminal', 'ios', 'simulator', 'android', 'java', 'docker', 'other'] as const),
];

describe('a client is of these kinds', () => {
  test.each<[string, ClientFacts, readonly Source[]]>([
    ['curl', { ...base, app: 'curl', agent: 'curl/8.5.0' }, ['mac', 'terminal']],
    ['a browser by its name', { ...base, app: 'Google Chrome' }, ['mac', 'browser']],
    ['a browser by what it says', { ...base, agent: 'Mozilla/5.0 (X11; Linux x86_64)' }, ['mac', 'browser']],
    ['the JVM', { ...base, app: 'java', agent: 'okhttp/4.12' }, ['mac', 'java']],
    ['a simulator', { ...base, agent: 'Harbor/1 CFNetwork/1568 Darwin/24.0' }, ['mac', 'simulator']],
    ['an iPhone', { ...phone, agent: 'Harbor/1 (iPhone; iOS 18.0)' }, ['ios', 'other']],
    ['an Android device', { ...phone, agent: 'Dalvik/2.1.0 (Linux; U; Android 15)' }, ['android', 'other']],
    ['a device that could not be read yet', phone, ['ios', 'android', 'other']],
    ['another device', { ...phone, agent: 'SmartTV/2' }, ['other']],
    ['a container on Linux', { ...phone, address: '172.17.0.2' }, ['docker']],
    ['a container of Docker Desktop', { ...base, app: 'com.docker.backend' }, ['mac', 'docker']],
  ])('%s', (_, client, kinds) => {
    expect(ALL.filter((source) => clientsOf(source, [client]).length > 0)).toEqual(kinds);
  });
});

test('a check sums up the clients of its kind only', () => {
  const refusing = { ...phone, requests: 20, plain: 6, tunnels: 14, refused: 14, reason: 'it refused' };
  const other = { ...base, requests: 3, decrypted: 3 };
  expect(checkOf('ios', [other, refusing])).toMatchObject({
    requests: 20,
    plain: 6,
    decrypted: 0,
    tunnels: 14,
    refused: 14,
    reason: 'it refused',
  });
  expect(checkOf('docker', [other, refusing])).toMatchObject({ requests: 0, reason: null });
});

test.each<[string, readonly ClientFacts[], string]>([
  ['a program', [{ ...base, app: 'Google Chrome' }], 'app:="Google Chrome"'],
  ['a device', [phone], 'client:="192.168.1.34"'],
  ['both, each once', [phone, { ...base, app: 'curl' }, phone], 'client:="192.168.1.34" OR app:="curl"'],
  ['a program without a name', [phone, base], ''],
])('the requests of %s can be filtered', (_, clients, filter) => {
  expect(filterOf({ clients })).toBe(filter);
  expect(parseFilter(filter).type).toBe('filter');
});
