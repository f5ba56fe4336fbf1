import { describe, expect, test } from 'vitest';
import {
  authorization,
  authorizationFields,
  authWith,
  partOfNewman,
  quietContext,
  requestTo,
} from '../../../test/helpers/authorization.ts';
import { digest } from './digest.ts';
import { headerOf } from './shared/signable-request.ts';

const asks = (value: string) => ({ status: 401, headers: [{ name: 'WWW-Authenticate', value }] });
const withNonce = (clientNonce: string) => quietContext({ random: () => Buffer.from(clientNonce, 'base64') });

async function answered(
  challenge: string,
  {
    fields = {},
    request = requestTo('http://www.example.org/dir/index.html'),
    context = withNonce('f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ'),
  } = {},
): Promise<string> {
  const auth = authWith('digest', { username: 'Mufasa', password: 'Circle of Life', ...fields });
  const again = await digest.answerChallenge?.(auth, request, asks(challenge), context);
  return again === null || again === undefined ? '' : (headerOf(again, 'authorization') ?? '');
}

const RFC_7616 = [
  'realm="http-auth@example.org", qop="auth, auth-int"',
  'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v"',
  'opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
].join(', ');

describe('known answers', () => {
  test('RFC 7616 section 3.9.1: the first that is known is answered', async () => {
    expect(await answered(`Digest ${RFC_7616}, algorithm=SHA-256, Digest ${RFC_7616}, algorithm=MD5`)).toBe(
      'Digest username="Mufasa", realm="http-auth@example.org", uri="/dir/index.html", algorithm=SHA-256, ' +
        'nonce="7ypf/xlj9XXwfDPEoM4URrv/xwf94BcCAzFZH4GiTo0v", nc=00000001, ' +
        'cnonce="f2/wE4q74E6zIJEtWaHKaf5wv/H5QzzpXusqGemxURZJ", qop=auth, ' +
        'response="753927fa0e85d155564e2e272a28d1802ca10daf4496794697cf8db5856cb6c1", ' +
        'opaque="FQhe/qaU925kfnzjCev0ciny7QMkPqMAFRtzCUYo5tdS"',
    );
  });

  test('RFC 7616 section 3.9.1: MD5, and unknown algorithms are skipped', async () => {
    const value = await answered(`Digest ${RFC_7616}, algorithm=SHA-3, Digest ${RFC_7616}, algorithm=MD5`);
    expect(authorizationFields(value)['response']).toBe('8ca523f5e9506fed4657c9700eebdbec');
  });

  test('RFC 7616 section 3.9.2 with erratum 4897: SHA-512-256, a hidden user, UTF-8', async () => {
    const challenge =
      'Digest realm="api@example.org", qop="auth", algorithm=SHA-512-256, nonce="5TsQWLVdgBdmrQ0XsxbDODV+57QdFR34I9HAbC/RVvkK", opaque="HRPCssKJSGjCrkzDg8OhwpzCiGPChXYjwrI2QmXDnsOS", charset=UTF-8, userhash=';
    const more = {
      fields: { username: 'Jäsøn Doe', password: 'Secret, or not?' },
      request: requestTo('http://api.example.org/doe.json'),
      context: withNonce('NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v'),
    };
    const hidden = authorizationFields(await answered(`${challenge}true`, more));
    expect(hidden).toMatchObject({
      username: '793263caabb707a56211940d90411ea4a575adeccb7e360aeb624ed06ece9b0b',
      userhash: 'true',
      response: '3798d4131c277846293534c3edc11bd8a5e4cdcbff78b05db9d95eeb1cec68a5',
    });
    const context = withNonce('NTg6RKcb9boFIAS3KrFK9BGeh+iDa/sm6jUMp2wds69v');
    const open = authorizationFields(await answered(`${challenge}false`, { ...more, context }));
    expect(open).toMatchObject({ 'username*': "UTF-8''J%C3%A4s%C3%B8n%20Doe", response: hidden['response'] });
  });

  test('RFC 2617 section 3.5', async () => {
    const value = await answered(
      'Digest realm="testrealm@host.com", qop="auth,auth-int", nonce="dcd98b7102dd2f0e8b11d0f600bfb0c093", opaque="5ccc069c403ebaf9f0171e9517f40e41"',
      { fields: { password: 'Circle Of Life' }, context: withNonce('0a4f113b') },
    );
    expect(authorizationFields(value)['response']).toBe('6629fae49393a05397450978507c4ef1');
  });
});

interface PostmanDigest {
  computeHeader(params: Readonly<Record<string, string>>): string;
}
const postman = partOfNewman('postman-runtime/lib/authorizer/digest.js') as PostmanDigest;

describe('the same as Postman computes', () => {
  const hashes = { MD5: 'md5', 'SHA-256': 'sha256', 'SHA-512-256': 'sha512-256' };
  const cases = Object.entries(hashes).flatMap(([name, hashAlgo]) =>
    ['', '-sess'].flatMap((suffix) =>
      ['auth', 'auth-int', ''].map((qop) => ({ algorithm: `${name}${suffix}`, hashAlgo, qop })),
    ),
  );
  test.each(cases)('$algorithm with qop "$qop"', async ({ algorithm, hashAlgo, qop }) => {
    const request = requestTo('http://a.test:8080/x/%C3%BC?q=1&r', { method: 'POST', body: 'a\xffb' });
    const parameters = qop === '' ? '' : `, qop="${qop}"`;
    const value = await answered(`Digest realm="r", nonce="n", algorithm=${algorithm}${parameters}`, {
      request,
    });
    const fields = authorizationFields(value);
    const { createHash } = await import('node:crypto');
    const header = postman.computeHeader({
      algorithm,
      hashAlgo,
      qop,
      username: 'Mufasa',
      password: 'Circle of Life',
      realm: 'r',
      nonce: 'n',
      method: 'POST',
      uri: '/x/%C3%BC?q=1&r',
      nonceCount: '00000001',
      clientNonce: fields['cnonce'] ?? '',
      bodyhash: createHash(hashAlgo).update(request.body).digest('hex'),
    });
    expect(fields['response']).toMatch(/^[\da-f]{32,64}$/);
    expect(fields['response']).toBe(authorizationFields(header)['response']);
  });
});

describe('from one request to the next', () => {
  const auth = authWith('digest', { username: 'u', password: 'p' });

  test('the nonce is used again, and counted; a new one takes its place', async () => {
    const context = quietContext();
    const request = requestTo('http://a.test/x');
    expect(await authorization(digest, auth, request, context)).toBe('');
    const count = (value: string) => [authorizationFields(value)['nonce'], authorizationFields(value)['nc']];
    const first = await digest.answerChallenge?.(
      auth,
      request,
      asks('Digest realm=r, nonce=1, qop=auth'),
      context,
    );
    expect(count(headerOf(first!, 'authorization') ?? '')).toEqual(['1', '00000001']);
    expect(count(await authorization(digest, auth, request, context))).toEqual(['1', '00000002']);
    expect(count(await authorization(digest, auth, request, context))).toEqual(['1', '00000003']);
    const stale = asks('Digest realm=r, nonce=2, qop=auth, stale=TRUE');
    const second = await digest.answerChallenge?.(auth, request, stale, context);
    expect(count(headerOf(second!, 'authorization') ?? '')).toEqual(['2', '00000001']);
    // The same nonce again means that the password is wrong.
    expect(await digest.answerChallenge?.(auth, request, stale, context)).toBeNull();
    // Another server has its own nonces.
    expect(await authorization(digest, auth, requestTo('http://b.test/x'), context)).toBe('');
  });

  test('with realm and nonce in its fields it does not wait to be asked', async () => {
    const given = authWith('digest', { username: 'u', password: 'p', realm: 'r', nonce: 'n', qop: 'auth' });
    const value = await authorization(digest, given, requestTo('http://a.test/'));
    expect(authorizationFields(value)).toMatchObject({ realm: 'r', nonce: 'n', nc: '00000001', qop: 'auth' });
  });
});

test.each([
  ['a scheme of another kind', 'Basic realm="r"'],
  ['no nonce', 'Digest realm="r"'],
  ['an unknown algorithm', 'Digest realm=r, nonce=n, algorithm=SHA3-256'],
  ['an unknown qop', 'Digest realm=r, nonce=n, qop="auth-conf"'],
])('unsupported challenges are not answered: %s', async (_, challenge) => {
  expect(await answered(challenge)).toBe('');
});

test.each([
  [{}, 'the authorization digest needs a value for username'],
  [
    { username: 'u', algorithm: 'SHA-1' },
    'algorithm of the authorization digest must be one of MD5, SHA-256',
  ],
  [{ username: 'u', qop: 'integrity' }, 'qop of the authorization digest must be auth or auth-int'],
])('fields that are wrong: %j', async (fields, message) => {
  const auth = authWith('digest', { password: 'hidden', ...fields });
  await expect(digest.apply(auth, requestTo('http://a.test/'), quietContext())).rejects.toThrow(message);
});

test('quotes in names are escaped', async () => {
  const value = await answered('Digest realm="a\\"b\\\\", nonce=n', { fields: { username: 'u"\\' } });
  expect(value).toContain('username="u\\"\\\\", realm="a\\"b\\\\"');
});
