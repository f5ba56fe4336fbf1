import { expect, test } from 'vitest';
import { Client } from '../../flow/client.ts';
import { Refusals, type RefusedHost } from './certificate-rejections.ts';

function client(app: string | null, address = '127.0.0.1'): Client {
  const made = new Client(address, 50_000);
  made.app = app;
  return made;
}

test('counts by host, names the apps, and tells', () => {
  const told: RefusedHost[] = [];
  const refusals = new Refusals((refused) => told.push(refused));
  refusals.add('a.test', client('curl'));
  refusals.add('b.test', client(null));
  refusals.add('a.test', client('java'));
  refusals.add('a.test', client('curl'));
  expect(refusals.hosts).toMatchObject([
    { host: 'b.test', count: 1, apps: [] },
    { host: 'a.test', count: 3, apps: ['curl', 'java'] },
  ]);
  expect(told.map(({ host, count }) => `${host} ${count}`)).toEqual([
    'a.test 1',
    'b.test 1',
    'a.test 2',
    'a.test 3',
  ]);
});

test('knows which app of which device refused', () => {
  const refusals = new Refusals();
  refusals.add('a.test', client('java'));
  refusals.add('b.test', client(null, '192.168.1.7'));
  expect(refusals.has('A.test', client('java'))).toBe(true);
  expect(refusals.has('a.test', client('curl'))).toBe(false);
  expect(refusals.has('b.test', client('java'))).toBe(false);
  expect(refusals.has('b.test', client(null, '192.168.1.7'))).toBe(true);
  expect(refusals.has('b.test', client(null, '192.168.1.8'))).toBe(false);
});

test('remembers a bounded number of hosts and apps', () => {
  const refusals = new Refusals();
  for (let i = 0; i < 3000; i += 1) refusals.add(`${i}.test`, client(`app${i}`));
  for (let i = 0; i < 100; i += 1) refusals.add('last.test', client(`app${i}`));
  expect(refusals.hosts).toHaveLength(1000);
  expect(refusals.hosts.at(-1)).toMatchObject({ host: 'last.test', count: 100 });
  expect(refusals.hosts.at(-1)?.apps).toHaveLength(20);
  expect(refusals.has('0.test', client('app0'))).toBe(false);
});
