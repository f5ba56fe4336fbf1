import { createHash, generateKeyPairSync, verify } from 'node:crypto';
import { describe, expect, test } from 'vitest';
import {
  authorization,
  authorizationFields,
  authWith,
  partOfNewman,
  quietContext,
  requestTo,
} from '../../../test/helpers/authorization.ts';
import { oauth1 } from './oauth1.ts';
import { parseForm } from './shared/byte-strings.ts';

const FORM = { 'Content-Type': 'application/x-www-form-urlencoded' };
const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
const pem = privateKey.export({ type: 'pkcs8', format: 'pem' });

describe('RFC 5849 section 1.2', () => {
  const client = { consumerKey: 'dpf43f3p2l4k3l03', consumerSecret: 'kd94hf93k423kf44', version: '' };

  test('temporary credentials', async () => {
    const auth = authWith('oauth1', {
      ...client,
      realm: 'Photos',
      timestamp: '137131200',
      nonce: 'wIjqoS',
      callback: 'http://printer.example.com/ready',
    });
    const request = requestTo('https://photos.example.net/initiate', { method: 'POST' });
    expect(await authorization(oauth1, auth, request)).toBe(
      'OAuth realm="Photos", oauth_consumer_key="dpf43f3p2l4k3l03", oauth_signature_method="HMAC-SHA1", ' +
        'oauth_timestamp="137131200", oauth_nonce="wIjqoS", ' +
        'oauth_callback="http%3A%2F%2Fprinter.example.com%2Fready", ' +
        'oauth_signature="74KNZJeDHnMBp0EMJ9ZHt%2FXKycU%3D"',
    );
  });

  test('a protected photo', async () => {
    const auth = authWith('oauth1', {
      ...client,
      token: 'nnch734d00sl2jdk',
      tokenSecret: 'pfkkdhi9sl3r4s00',
      timestamp: '137131202',
      nonce: 'chapoH',
    });
    const request = requestTo('http://photos.example.net/photos?file=vacation.jpg&size=original');
    const fields = authorizationFields(await authorization(oauth1, auth, request));
    expect(decodeURIComponent(fields['oauth_signature'] ?? '')).toBe('MdpQcU8iPSUjWoN/UDMsK2sui9I=');
  });
});

interface NodeOAuth1 {
  readonly SignatureMethod: {
    getBaseString(message: object): string;
    sign(message: object, accessor: object): string;
  };
}
const others = partOfNewman('node-oauth1') as NodeOAuth1;

/** The example of RFC 5849 section 3.4.1.3.1 with harder values. */
const QUERY = 'b5=%3D%253D&a3=a&c%40=&a2=r%20b&a2=&u=%C3%BC&%zz=1';
const BODY = 'c2&a3=2+q&x=%26%3D&z=!%27()*';
const signed = {
  consumerKey: '9djdj82h48djs9d2',
  consumerSecret: 'j49sk3j29djd&/ü',
  token: 'kkk9d7dh3k39sjv7',
  tokenSecret: 'dh893hdasih9',
  timestamp: '137131201',
  nonce: '7d8f3e4a',
};

/** The request as a server sees it, in the form that the other implementation reads. */
function message(method: string, action: string, own: Readonly<Record<string, string>>, ...forms: string[]) {
  const utf8 = (text: string) => Buffer.from(text, 'latin1').toString('utf8');
  const sent = forms.flatMap((form) => parseForm(form)).map((pair) => pair.map(utf8));
  const fields = Object.entries(own)
    .filter(([name]) => name !== 'oauth_signature' && name !== 'realm')
    .map(([name, value]) => [name, decodeURIComponent(value)]);
  return { method, action, parameters: [...sent, ...fields] };
}

describe('the same as Postman computes', () => {
  const url = 'http://EXAMPLE.com:80/r%20v/X';
  const action = 'http://example.com/r%20v/X';
  const accessor = {
    consumerSecret: signed.consumerSecret,
    tokenSecret: signed.tokenSecret,
    privateKey: pem,
  };
  const methods = ['HMAC-SHA1', 'HMAC-SHA256', 'HMAC-SHA512', 'RSA-SHA1', 'RSA-SHA256', 'RSA-SHA512'];

  test.each([...methods, 'PLAINTEXT'])('%s', async (signatureMethod) => {
    const auth = authWith('oauth1', { ...signed, signatureMethod, privateKey: pem });
    const request = requestTo(`${url}?${QUERY}`, { method: 'POST', headers: FORM, body: BODY });
    const own = authorizationFields(await authorization(oauth1, auth, request));
    const found = message('POST', action, own, QUERY, BODY);
    const signature = decodeURIComponent(own['oauth_signature'] ?? '');
    expect(signature).toBe(others.SignatureMethod.sign(found, accessor));
    if (!signatureMethod.startsWith('RSA')) return;
    const base = Buffer.from(others.SignatureMethod.getBaseString(found));
    const hash = signatureMethod.slice('RSA-'.length);
    expect(verify(hash, base, publicKey, Buffer.from(signature, 'base64'))).toBe(true);
  });

  test.each(['query', 'body'] as const)('in the %s', async (addTo) => {
    const auth = authWith('oauth1', { ...signed, addTo });
    // The parameters of an earlier signature are replaced.
    const old = 'oauth_signature=old&oauth_nonce=old';
    const request = requestTo(`${url}?${QUERY}&${old}`, {
      method: 'POST',
      headers: FORM,
      body: `${old}&${BODY}`,
    });
    const sent = await oauth1.apply(auth, request, quietContext());
    const query = sent.url.slice(sent.url.indexOf('?') + 1);
    const body = sent.body.toString();
    expect(sent.headers.some(({ name }) => name === 'Authorization')).toBe(false);
    expect(body.startsWith(BODY) && query.startsWith(QUERY)).toBe(true);
    expect((addTo === 'query' ? body : query).includes('oauth_')).toBe(false);
    const own = addTo === 'query' ? query.slice(QUERY.length + 1) : body.slice(BODY.length + 1);
    const fields = Object.fromEntries(own.split('&').map((part) => part.split('=') as [string, string]));
    const expected = others.SignatureMethod.sign(message('POST', action, fields, QUERY, BODY), accessor);
    expect(decodeURIComponent(fields['oauth_signature'] ?? '')).toBe(expected);
  });

  test('a port of its own, and IPv6', async () => {
    for (const [sent, base] of [
      ['https://example.com:8443', 'https://example.com:8443/'],
      ['https://example.com:443/a', 'https://example.com/a'],
      ['http://[::1]:8080/a', 'http://[::1]:8080/a'],
    ] as const) {
      const own = authorizationFields(
        await authorization(oauth1, authWith('oauth1', signed), requestTo(sent)),
      );
      const expected = others.SignatureMethod.sign(message('GET', base, own), accessor);
      expect(decodeURIComponent(own['oauth_signature'] ?? '')).toBe(expected);
    }
  });
});

test('the body hash is computed for bodies that are not forms', async () => {
  const hashOf = async (method: string, headers: Readonly<Record<string, string>>, body: string) => {
    const auth = authWith('oauth1', { ...signed, signatureMethod: method, includeBodyHash: true });
    const request = requestTo('http://a.test/', { method: 'PUT', headers, body });
    const { oauth_body_hash: hash } = authorizationFields(await authorization(oauth1, auth, request));
    return hash === undefined ? undefined : decodeURIComponent(hash);
  };
  // draft-eaton-oauth-bodyhash-00, section 6.
  expect(await hashOf('HMAC-SHA1', {}, 'Hello World!')).toBe('Lve95gjOVATpfV8EL5X4nxwjKHE=');
  expect(await hashOf('HMAC-SHA1', {}, '')).toBe('2jmj7l5rSw0yVb/vlWAYkK/YBwk=');
  expect(await hashOf('HMAC-SHA256', {}, 'x')).toBe(createHash('sha256').update('x').digest('base64'));
  expect(await hashOf('HMAC-SHA1', FORM, 'a=b')).toBeUndefined();
  expect(await hashOf('PLAINTEXT', {}, 'x')).toBeUndefined();
});

test('empty parameters are added where wished', async () => {
  const more = { ...signed, token: '', version: '', addEmptyParams: true };
  const value = await authorization(oauth1, authWith('oauth1', more), requestTo('http://a.test/'));
  expect(value).toContain('oauth_token=""');
  expect(value).toContain('oauth_version=""');
  expect(value).not.toContain('oauth_verifier');
});

test('time and nonce are generated by default', async () => {
  const context = quietContext({ now: () => 1_700_000_000_999 });
  const auth = authWith('oauth1', { consumerKey: 'k', consumerSecret: 's' });
  const fields = authorizationFields(await authorization(oauth1, auth, requestTo('http://a.test/'), context));
  expect(fields).toMatchObject({ oauth_timestamp: '1700000000', oauth_nonce: '07'.repeat(16) });
});

test('a key in one line, as variables hold it', async () => {
  const auth = authWith('oauth1', {
    consumerKey: 'k',
    signatureMethod: 'rsa-sha256',
    privateKey: pem.replaceAll('\n', '\\n'),
  });
  expect(await authorization(oauth1, auth, requestTo('http://a.test/'))).toContain('"RSA-SHA256"');
});

test.each([
  [{}, 'the authorization oauth1 needs a value for consumerKey and consumerSecret'],
  [
    { consumerKey: 'k', signatureMethod: 'RSA-SHA1' },
    'the authorization oauth1 needs a value for privateKey',
  ],
  [
    { consumerKey: 'k', signatureMethod: 'RSA-SHA1', privateKey: 'hidden' },
    'privateKey of the authorization oauth1 is not a private key in PEM',
  ],
  [{ signatureMethod: 'HMAC-MD5' }, 'signatureMethod of the authorization oauth1 must be HMAC-SHA1, '],
  [
    { consumerKey: 'k', consumerSecret: 'hidden', timestamp: 'today' },
    'timestamp of the authorization oauth1 must be a number',
  ],
  [
    { consumerKey: 'k', consumerSecret: 'hidden', realm: 'a\r\nb' },
    'realm of the authorization oauth1 may hold printable ASCII only',
  ],
  [
    { consumerKey: 'k', consumerSecret: 'hidden', addTo: 'body' },
    'addTo of the authorization oauth1 is body, but the body is not a form',
  ],
])('fields that are wrong: %j', async (fields, message) => {
  const sent = requestTo('http://a.test/', { method: 'POST', body: '{}' });
  const failed = oauth1.apply(authWith('oauth1', fields), sent, quietContext());
  await expect(failed).rejects.toThrow(message);
  await expect(failed).rejects.not.toThrow('hidden');
});
