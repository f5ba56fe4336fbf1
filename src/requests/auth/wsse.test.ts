import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { authWith, quietContext, requestTo } from '../../../test/helpers/authorization.ts';
import { headerOf } from './shared/signable-request.ts';
import { wsse } from './wsse.ts';

test('the header has the digest of nonce, time and password', async () => {
  const auth = authWith('wsse', { username: 'a"b', password: 'pässword' });
  const request = await wsse.apply(auth, requestTo('http://a.test/'), quietContext());
  const [nonce, created] = ['07'.repeat(16), '1970-01-01T00:00:00.000Z'];
  const digest = createHash('sha1').update(`${nonce}${created}pässword`).digest('hex');
  expect(headerOf(request, 'x-wsse')).toBe(
    `UsernameToken Username="a\\"b", PasswordDigest="${btoa(digest)}", Nonce="${nonce}", Created="${created}"`,
  );
});

test.each([
  ['', 'needs a value for username'],
  ['a\nb', 'username of the authorization wsse may hold printable ASCII only'],
])('the user %j is refused', async (username, message) => {
  const request = wsse.apply(authWith('wsse', { username }), requestTo('http://a.test/'), quietContext());
  await expect(request).rejects.toThrow(message);
});
