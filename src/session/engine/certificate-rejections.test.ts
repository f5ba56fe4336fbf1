import { expect, test } from 'vitest';
import { Client } from '../../flow/client.ts';
import { CertificateRejections, type RejectedHost } from './certificate-rejections.ts';

function client(app: string | null, address = '127.0.0.1', process = app): Client {
  const client = new Client(address, 50_000);
  client.app = app;
  client.process = process;
  return client;
}

test('counts rejections by host, names the apps, and notifies', () => {
  const notified: RejectedHost[] = [];
  const rejections = new CertificateRejections((rejected) => notified.push(rejected));
  rejections.add('a.test', client('curl'));
  rejections.add('b.test', client(null));
  rejections.add('a.test', client('java'));
  rejections.add('a.test', client('curl'));
  expect(rejections.hosts).toMatchObject([
    { host: 'b.test', count: 1, apps: [] },
    { host: 'a.test', count: 3, apps: ['curl', 'java'] },
  ]);
  expect(notified.map(({ host, count }) => `${host} ${count}`)).toEqual([
    'a.test 1',
    'b.test 1',
    'a.test 2',
    'a.test 3',
  ]);
});

test('knows which process of which device has rejected the certificate', () => {
  const rejections = new CertificateRejections();
  rejections.add('a.test', client('java'));
  rejections.add('b.test', client(null, '192.168.1.7'));
  expect(rejections.has('A.test', client('java'))).toBe(true);
  expect(rejections.has('a.test', client('curl'))).toBe(false);
  expect(rejections.has('a.test', client('java', '127.0.0.1', 'another java'))).toBe(false);
  expect(rejections.names('A.test')).toBe(true);
  expect(rejections.names('c.test')).toBe(false);
  expect(rejections.has('b.test', client('java'))).toBe(false);
  expect(rejections.has('b.test', client(null, '192.168.1.7'))).toBe(true);
  expect(rejections.has('b.test', client(null, '192.168.1.8'))).toBe(false);
});

test('does not tell unknown processes of this machine apart, so none is passed through', () => {
  const rejections = new CertificateRejections();
  rejections.add('a.test', client(null));
  expect(rejections.has('a.test', client(null))).toBe(false);
});

test('remembers a bounded number of hosts and apps', () => {
  const rejections = new CertificateRejections();
  for (let i = 0; i < 3000; i += 1) rejections.add(`${i}.test`, client(`app${i}`));
  for (let i = 0; i < 100; i += 1) rejections.add('last.test', client(`app${i}`));
  expect(rejections.hosts).toHaveLength(1000);
  expect(rejections.hosts.at(-1)).toMatchObject({ host: 'last.test', count: 100 });
  expect(rejections.hosts.at(-1)?.apps).toHaveLength(20);
  expect(rejections.has('0.test', client('app0'))).toBe(false);
});
