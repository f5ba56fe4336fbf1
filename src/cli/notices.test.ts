import { expect, test } from 'vitest';
import type { Notice } from '../session/engine/index.ts';
import { noticeTexts } from './notices.ts';

function refused(host: string, count: number, apps: readonly string[] = []): Notice {
  return { type: 'certificate-rejected', rejected: { host, count, apps, lastAt: 0 } };
}

test('a host is named at its third refusal, with who refused', () => {
  const texts = noticeTexts(() => '/ca/root.pem');
  const lines = [1, 2, 3, 4, 5].flatMap((count) => texts(refused('a.test', count, ['curl', 'java'])));
  expect(lines).toEqual([
    'a.test: curl, java refused our certificate 3 times: add the host to bypassHosts, or make the client trust /ca/root.pem',
  ]);
  expect(texts(refused('b.test', 3))[0]).toMatch(/^b\.test: its client refused our certificate 3 times/);
});

test('a device is named once', () => {
  const texts = noticeTexts(() => '');
  const away = (address: string): readonly string[] => texts({ type: 'client-denied', address });
  expect([away('192.0.2.1'), away('192.0.2.1'), away('192.0.2.2')].flat()).toEqual([
    '192.0.2.1 was denied: add it to allowedClientIPs to let it use the proxy',
    '192.0.2.2 was denied: add it to allowedClientIPs to let it use the proxy',
  ]);
});
