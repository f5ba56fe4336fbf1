import { expect, test } from 'vitest';
import { CookieStore } from './cookies.ts';

const URL = 'http://a.test/';

test('are sent as the bytes that came, and as UTF-8 where a script has set them', async () => {
  const cookies = new CookieStore();
  await cookies.store(URL, ['latin=\xe9', Buffer.from('utf=é').toString('latin1')]);
  await cookies.set(URL, 'own=日');
  const sent = Buffer.from(await cookies.header(URL), 'latin1');
  expect(sent.includes(Buffer.from([0xe9, 0x3b]))).toBe(true);
  expect(sent.toString('utf8')).toContain('utf=é; own=日');
  const values = (await cookies.of(URL)).map(({ name, value }) => [name, value]);
  expect(Object.fromEntries(values)).toEqual({ latin: '\xe9', utf: 'é', own: '日' });
});

test('are so many at most, the latest', async () => {
  const cookies = new CookieStore();
  const fields = Array.from({ length: 3100 }, (_, at) => `c${at}=${at}`);
  await cookies.store(URL, fields);
  const names = (await cookies.of(URL)).map(({ name }) => name);
  expect(names).toHaveLength(3000);
  expect(names).toContain('c3099');
  expect(names).not.toContain('c99');
});
