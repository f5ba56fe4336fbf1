import { generateKeyPairSync } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  authorization,
  authWith,
  partOfNewman,
  quietContext,
  requestTo,
} from '../../../test/helpers/authorization.ts';
import { asap } from './asap.ts';

interface Verified {
  readonly payload: Readonly<Record<string, unknown>>;
  readonly protectedHeader: Readonly<Record<string, unknown>>;
}
const jose = partOfNewman('jose') as {
  jwtVerify(token: string, key: unknown, options: object): Promise<Verified>;
};

const rsa = generateKeyPairSync('rsa', { modulusLength: 2048 });
const ec = generateKeyPairSync('ec', { namedCurve: 'P-256' });
const pem = rsa.privateKey.export({ type: 'pkcs8', format: 'pem' });
const GIVEN = { issuer: 'micros/a', audience: 'b', keyId: 'micros/a/key', privateKey: pem };
const NOW = 1_700_000_000;
const request = requestTo('http://a.test/');
const context = () => quietContext({ now: () => NOW * 1000 });

async function verified(
  fields: Readonly<Record<string, unknown>>,
  key: unknown = rsa.publicKey,
): Promise<Verified> {
  const auth = authWith('asap', { ...GIVEN, ...fields });
  const value = await authorization(asap, auth, request, context());
  return jose.jwtVerify(value.replace(/^Bearer /, ''), key, { currentDate: new Date(NOW * 1000) });
}

describe('a token that another implementation accepts', () => {
  test('has the claims of ASAP', async () => {
    const { payload, protectedHeader } = await verified({});
    expect(protectedHeader).toEqual({ alg: 'RS256', kid: 'micros/a/key' });
    expect(payload).toEqual({
      iss: 'micros/a',
      sub: 'micros/a',
      aud: 'b',
      iat: NOW,
      exp: NOW + 3600,
      jti: '07'.repeat(16),
    });
  });

  test('given claims come first', async () => {
    const claims = '{"iss": "c", "aud": ["x", "y"], "kid": "k2", "jti": "j", "role": {"a": 1}}';
    const { payload, protectedHeader } = await verified({ claims, expiry: '60', subject: 's' });
    expect(protectedHeader['kid']).toBe('k2');
    const others = { iat: NOW, exp: NOW + 60 };
    expect(payload).toEqual({ ...others, iss: 'c', sub: 's', aud: ['x', 'y'], jti: 'j', role: { a: 1 } });
  });

  test.each(['PS384', 'RS512'])('%s', async (algorithm) => {
    expect((await verified({ algorithm })).protectedHeader['alg']).toBe(algorithm);
  });

  test('ES256', async () => {
    const privateKey = ec.privateKey.export({ type: 'pkcs8', format: 'pem' });
    expect((await verified({ algorithm: 'ES256', privateKey }, ec.publicKey)).payload['iss']).toBe(
      'micros/a',
    );
  });

  test.each([(uri: string) => uri, encodeURIComponent, (uri: string) => `"${uri}"`])(
    'the key in a data URI',
    async (written) => {
      const der = rsa.privateKey.export({ type: 'pkcs8', format: 'der' }).toString('base64');
      const privateKey = written(`data:application/pkcs8;kid=${GIVEN.keyId};base64,${der}`);
      expect((await verified({ privateKey })).payload['aud']).toBe('b');
    },
  );
});

test.each([
  [{ issuer: '', privateKey: '' }, 'the authorization asap needs a value for issuer and privateKey'],
  [{ keyId: '' }, 'the authorization asap needs a value for keyId'],
  [{ algorithm: 'HS256' }, 'algorithm of the authorization asap must be RS, PS or ES'],
  [{ privateKey: 'x' }, 'privateKey of the authorization asap is not a private key in PEM'],
  [{ privateKey: 'data:x' }, 'privateKey of the authorization asap must be PEM, or data:'],
  [{ privateKey: 'data:application/pkcs8;kid=o;base64,AA==' }, 'names another key than keyId'],
  [{ claims: '[1]' }, 'claims of the authorization asap must be a JSON object'],
  [{ expiry: 'soon' }, 'expiry of the authorization asap must be a number of seconds'],
])('%j', async (fields, message) => {
  const auth = authWith('asap', { ...GIVEN, ...fields });
  await expect(asap.apply(auth, request, context())).rejects.toThrow(message);
});
