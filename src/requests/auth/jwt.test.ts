import { generateKeyPairSync, type KeyObject } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  authorization,
  authWith,
  partOfNewman,
  quietContext,
  requestTo,
} from '../../../test/helpers/authorization.ts';
import { jwt } from './jwt.ts';

const REQUEST = requestTo('http://a.test/x?q=1');
const tokenOf = async (fields: Readonly<Record<string, unknown>>) =>
  (await authorization(jwt, authWith('jwt', fields), REQUEST)).replace('Bearer ', '');
const pemOf = (key: KeyObject) => key.export({ type: 'pkcs8', format: 'pem' });

test('the example of jwt.io, however it is laid out', async () => {
  const fields = {
    headers: '{ "alg": "none", "typ": "JWT" }',
    payload: '{\n  "sub": "1234567890",\n  "name": "John Doe",\n  "iat": 1516239022\n}',
  };
  const token =
    'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJzdWIiOiIxMjM0NTY3ODkwIiwibmFtZSI6IkpvaG4gRG9lIiwiaWF0IjoxNTE2MjM5MDIyfQ.SflKxwRJSMeKKF2QT4fwpMeJf36POk6yJV_adQssw5c';
  expect(await tokenOf({ ...fields, secret: 'your-256-bit-secret' })).toBe(token);
  const secret = Buffer.from('your-256-bit-secret').toString('base64');
  expect(await tokenOf({ ...fields, secret, isSecretBase64: true })).toBe(token);
});

interface Jose {
  jwtVerify(
    token: string,
    key: KeyObject | Uint8Array,
    options: object,
  ): Promise<{ readonly payload: object; readonly protectedHeader: object }>;
}
const jose = partOfNewman('jose') as Jose;

describe('verified by jose', () => {
  const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const ec = (namedCurve: string) => generateKeyPairSync('ec', { namedCurve });
  const curves = { ES256: ec('P-256'), ES384: ec('P-384'), ES512: ec('P-521') };
  const secret = 'a secret of more than sixty-four characters: 0123456789 0123456789 0123456789';
  const keys: Readonly<Record<string, { readonly own: string; readonly other: KeyObject | Uint8Array }>> = {
    ...Object.fromEntries(
      ['HS256', 'HS384', 'HS512'].map((name) => [name, { own: secret, other: Buffer.from(secret) }]),
    ),
    ...Object.fromEntries(
      ['RS256', 'RS384', 'RS512', 'PS256', 'PS384', 'PS512'].map((name) => [
        name,
        { own: pemOf(rsa.privateKey), other: rsa.publicKey },
      ]),
    ),
    ...Object.fromEntries(
      Object.entries(curves).map(([name, pair]) => [
        name,
        { own: pemOf(pair.privateKey), other: pair.publicKey },
      ]),
    ),
    EdDSA: (() => {
      const pair = generateKeyPairSync('ed25519');
      return { own: pemOf(pair.privateKey), other: pair.publicKey };
    })(),
  };
  test.each(Object.keys(keys))('%s', async (algorithm) => {
    const { own, other } = keys[algorithm]!;
    const token = await tokenOf({
      algorithm,
      secret: own,
      payload: '{"a": "x y ü"}',
      headers: '{"kid":"1"}',
    });
    const { payload, protectedHeader } = await jose.jwtVerify(token, other, { algorithms: [algorithm] });
    expect(payload).toEqual({ a: 'x y ü' });
    expect(protectedHeader).toEqual({ kid: '1', alg: algorithm });
  });
});

test('large numbers and unusual names are sent as typed', async () => {
  const payload = '{"id": 12345678901234567890, "__proto__": {"a": " b  \\" "}}';
  const token = await tokenOf({ secret: 's', payload, headers: '{"__proto__": 1}' });
  const [header, claims] = token.split('.').map((part) => Buffer.from(part, 'base64url').toString());
  expect(claims).toBe('{"id":12345678901234567890,"__proto__":{"a":" b  \\" "}}');
  expect(header).toBe('{"__proto__":1,"alg":"HS256"}');
});

test('in the query, and with a prefix of its own', async () => {
  const auth = authWith('jwt', { secret: 's', addTo: 'query', queryParam: 'jwt' });
  const request = requestTo('http://a.test/?jwt=old');
  const { url, headers } = await jwt.apply(auth, request, quietContext());
  expect(url).toMatch(/^http:\/\/a\.test\/\?jwt=eyJ[\w-]+\.[\w-]+\.[\w-]+$/);
  expect(headers).toEqual([]);
  const bare = await authorization(jwt, authWith('jwt', { secret: 's', headerPrefix: '' }), REQUEST);
  expect(bare).toMatch(/^eyJ/);
});

const ecPem = pemOf(generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey);
test.each([
  [{}, 'the authorization jwt needs a value for secret'],
  [{ secret: 'hidden', algorithm: 'none' }, 'algorithm of the authorization jwt must be EdDSA, or one of'],
  [{ secret: 'hidden', algorithm: 'RS256' }, 'secret of the authorization jwt is not a private key in PEM'],
  [
    { secret: ecPem, algorithm: 'PS256' },
    'secret of the authorization jwt is a key of the type ec, but must be rsa',
  ],
  [
    { secret: ecPem, algorithm: 'ES384' },
    'secret of the authorization jwt must be a key of the curve secp384r1',
  ],
  [{ secret: 'hidden!', isSecretBase64: true }, 'secret of the authorization jwt is not base64'],
  [
    { secret: 'hidden', payload: '{"a" 1}' },
    'payload of the authorization jwt cannot be used: invalid JSON at line 1, column 6: expected a colon',
  ],
  [{ secret: 'hidden', payload: '[1]' }, 'payload of the authorization jwt must be a JSON object'],
  [{ secret: 'hidden', headers: '"a"' }, 'headers of the authorization jwt must be a JSON object'],
  [
    { secret: 'hidden', addTo: 'query', queryParam: '' },
    'the authorization jwt needs a value for queryParam',
  ],
])('fields that are wrong: %j', async (fields, message) => {
  const failed = jwt.apply(authWith('jwt', fields), REQUEST, quietContext());
  await expect(failed).rejects.toThrow(message);
  await expect(failed).rejects.not.toThrow('hidden');
});

test('a key too short is named', async () => {
  const short = generateKeyPairSync('rsa', { modulusLength: 1024 }).privateKey;
  const failed = jwt.apply(
    authWith('jwt', { algorithm: 'PS512', secret: pemOf(short) }),
    REQUEST,
    quietContext(),
  );
  await expect(failed).rejects.toThrow(
    'secret of the authorization jwt is a key that is too short for this algorithm',
  );
});
