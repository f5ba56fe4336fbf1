import { describe, expect, test } from 'vitest';
import {
  authorization,
  authWith,
  partOfNewman,
  quietContext,
  requestTo,
} from '../../../test/helpers/authorization.ts';
import { awsv4 } from './awsv4.ts';
import { headerOf } from './shared/signable-request.ts';

const SUITE = {
  accessKey: 'AKIDEXAMPLE',
  secretKey: 'wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY',
  service: 'service',
};
const at = (time: string) => quietContext({ now: () => Date.parse(time) });
const signatureOf = (value: string) => /Signature=([\da-f]{64})$/.exec(value)?.[1];
const namesOf = (value: string) => /SignedHeaders=([^,]+),/.exec(value)?.[1];

describe('the test suite of AWS', () => {
  const form = { 'Content-Type': 'application/x-www-form-urlencoded' };
  test.each([
    ['get-vanilla', 'GET', '/', {}, '', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
    [
      'get-relative',
      'GET',
      '/example/..',
      {},
      '',
      '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31',
    ],
    ['get-slashes', 'GET', '//', {}, '', '5fa00fa31553b73ebf1942676e86291e8372ff2a2260956d9b8aae1d763fbf31'],
    [
      'get-vanilla-query-order-key-case',
      'GET',
      '/?Param2=value2&Param1=value1',
      {},
      '',
      'b97d918cfa904a5beff61c982a1b6f458b799221646efd99d3219ec94cdf2500',
    ],
    ['get-utf8', 'GET', '/ሴ', {}, '', '8318018e0b0f223aa2bbf98705b62bb787dc9c0e678f255a891fd03141be5d85'],
    [
      'get-space',
      'GET',
      '/example space/',
      {},
      '',
      '652487583200325589f1fba4c7e578f72c47cb61beeca81406b39ddec1366741',
    ],
    [
      'get-header-value-trim',
      'GET',
      '/',
      { 'My-Header1': ' value1', 'My-Header2': ' "a   b   c"' },
      '',
      'acc3ed3afb60bb290fc8d2dd0098b9911fcaa05412b367055dee359757a9c736',
    ],
    ['post-vanilla', 'POST', '/', {}, '', '5da7c1a2acd57cee7505fc6676e4e544621c30862966e37dddb68e92efbe5d6b'],
    [
      'post-x-www-form-urlencoded',
      'POST',
      '/',
      form,
      'Param1=value1',
      'ff11897932ad3f4e8b18135d722051e5ac45fc38421b1da7b9d196a0fe09473a',
    ],
  ])('%s', async (_, method, path, headers, body, signature) => {
    const request = requestTo(`https://example.amazonaws.com${path}`, { method, headers, body });
    const value = await authorization(awsv4, authWith('awsv4', SUITE), request, at('2015-08-30T12:36:00Z'));
    expect(value).toContain('Credential=AKIDEXAMPLE/20150830/us-east-1/service/aws4_request, ');
    expect(signatureOf(value)).toBe(signature);
  });
});

test('the example of IAM', async () => {
  const request = requestTo('https://iam.amazonaws.com/?Action=ListUsers&Version=2010-05-08', {
    headers: { 'Content-Type': 'application/x-www-form-urlencoded; charset=utf-8', 'User-Agent': 'any' },
  });
  const auth = authWith('awsv4', { ...SUITE, service: 'iam' });
  const value = await authorization(awsv4, auth, request, at('2015-08-30T12:36:00Z'));
  expect(namesOf(value)).toBe('content-type;host;x-amz-date');
  expect(signatureOf(value)).toBe('5d672d79c15b13162d9279b0855cfba6789a8edb4c82c400e06b5924a6f2b5d7');
});

describe('the examples of S3', () => {
  const auth = authWith('awsv4', {
    accessKey: 'AKIAIOSFODNN7EXAMPLE',
    secretKey: 'wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY',
    service: 's3',
  });
  const day = at('2013-05-24T00:00:00Z');
  const put = { Date: 'Fri, 24 May 2013 00:00:00 GMT', 'x-amz-storage-class': 'REDUCED_REDUNDANCY' };
  test.each([
    [
      'GET',
      '/test.txt',
      { Range: 'bytes=0-9' },
      '',
      'f0e8bdb87c964420e857bd35b5d6ed310bd44f0170aba48dd91039c6036bdb41',
    ],
    [
      'PUT',
      '/test$file.text',
      put,
      'Welcome to Amazon S3.',
      '98ad721746da40c64f1a55b78f14c238d841ea1380cd77a1b5971af0ece108bd',
    ],
    ['GET', '/?lifecycle', {}, '', 'fea454ca298b7da1c68078a5d1bdbfbbe0d65c699e0f91ac7a200a0136783543'],
    [
      'GET',
      '/?max-keys=2&prefix=J',
      {},
      '',
      '34b48302e7b5fa45bde8084f4b7868a86f0a534bc59db6670ed5711ef69dc6f7',
    ],
  ])('%s %s', async (method, path, headers, body, signature) => {
    const request = requestTo(`https://examplebucket.s3.amazonaws.com${path}`, { method, headers, body });
    expect(signatureOf(await authorization(awsv4, auth, request, day))).toBe(signature);
  });

  test('in the query, with its payload unsigned', async () => {
    const request = requestTo('https://examplebucket.s3.amazonaws.com/test.txt');
    const { url, headers } = await awsv4.apply({ ...auth, addTo: 'query' }, request, day);
    expect(headers).toEqual([]);
    expect(url).toBe(
      'https://examplebucket.s3.amazonaws.com/test.txt?X-Amz-Algorithm=AWS4-HMAC-SHA256' +
        '&X-Amz-Credential=AKIAIOSFODNN7EXAMPLE%2F20130524%2Fus-east-1%2Fs3%2Faws4_request' +
        '&X-Amz-Date=20130524T000000Z&X-Amz-Expires=86400&X-Amz-SignedHeaders=host' +
        '&X-Amz-Signature=aeeed9bbccd4d02ee5c0109b86d86835f995330da4c265957d157751f604d404',
    );
    // Signed again, with a different end.
    const again = { ...request, url: url.replace('86400', '60') };
    const second = await awsv4.apply({ ...auth, addTo: 'query' }, again, day);
    expect([...new URL(second.url).searchParams].length).toBe(6);
    expect(second.url).toContain('X-Amz-Expires=60&');
  });

  test('UNSIGNED-PAYLOAD where its header says so', async () => {
    const headers = { 'X-Amz-Content-Sha256': 'UNSIGNED-PAYLOAD' };
    const signature = async (body: string) =>
      signatureOf(
        await authorization(
          awsv4,
          auth,
          requestTo('https://b.s3.amazonaws.com/k', { method: 'PUT', headers, body }),
          day,
        ),
      );
    expect(await signature('a')).toBe(await signature('b'));
  });
});

interface Aws4 {
  sign(
    options: object,
    credentials: object,
  ): { readonly headers: Record<string, string>; readonly path: string };
}
const aws4 = partOfNewman('aws4') as Aws4;

describe('the same as aws4 computes', () => {
  const path = '/a%20b/./c/../d%2Fe//f/?z=%20+&a=2&a=1&e&u=%C3%BC&s=!%27()*';
  const secrets = { accessKeyId: 'AK', secretAccessKey: 'SK/ü', sessionToken: 'ST/+=' };
  test.each([
    ['execute-api', '', '/%C3%BC', false],
    ['execute-api', 'body', path, false],
    ['es', '', path, true],
    // The other implementation knows only one value for each name.
    ['s3', 'body', path.replace('&a=2', ''), false],
    ['s3', '', path.replace('&a=2', ''), true],
  ])('%s, "%s", %s, in the query: %s', async (service, body, target, signQuery) => {
    const context = at('2026-01-02T03:04:05.678Z');
    const auth = authWith('awsv4', {
      accessKey: 'AK',
      secretKey: 'SK/ü',
      sessionToken: 'ST/+=',
      region: 'eu-west-1',
      service,
      addTo: signQuery ? 'query' : 'header',
    });
    const headers = { 'Content-Type': 'text/plain', 'X-Custom': ' a   b ' };
    const request = requestTo(`http://localhost:8080${target}`, {
      method: 'POST',
      headers,
      body,
    });
    const own = await awsv4.apply(auth, request, context);
    const requested = new URL(request.url);
    const other = aws4.sign(
      {
        host: 'localhost:8080',
        method: 'POST',
        service,
        region: 'eu-west-1',
        signQuery,
        path: request.url.slice(requested.origin.length) + (signQuery ? '&X-Amz-Date=20260102T030405Z' : ''),
        headers: {
          ...headers,
          ...(signQuery ? {} : { 'X-Amz-Date': '20260102T030405Z' }),
        },
        body,
        extraHeadersToIgnore: { 'content-length': true },
      },
      secrets,
    );
    if (signQuery) {
      expect(new URL(own.url).searchParams.get('X-Amz-Signature')).toMatch(/^[\da-f]{64}$/);
      const signature = new URL(other.path, requested).searchParams.get('X-Amz-Signature');
      expect(new URL(own.url).searchParams.get('X-Amz-Signature')).toBe(signature);
    } else expect(headerOf(own, 'authorization')).toBe(other.headers['Authorization']);
  });
});

test('an earlier signature is replaced, and headers that change in transit are not signed', async () => {
  const headers = {
    Authorization: 'old',
    'X-Amz-Date': 'old',
    'X-Amz-Security-Token': 'old',
    Cookie: 'a=b',
    'User-Agent': 'x',
    'Accept-Encoding': 'gzip',
    Accept: '*/*',
    Host: 'other.test',
  };
  const sent = await awsv4.apply(
    authWith('awsv4', SUITE),
    requestTo('http://a.test/', { headers }),
    at('2015-08-30T12:36:00Z'),
  );
  expect(sent.headers.some(({ value }) => value === 'old')).toBe(false);
  expect(namesOf(headerOf(sent, 'authorization') ?? '')).toBe('host;x-amz-date');
});

test.each([
  [{}, 'the authorization awsv4 needs a value for accessKey and secretKey'],
  [{ accessKey: 'k' }, 'the authorization awsv4 needs a value for secretKey'],
  [
    { accessKey: 'k', secretKey: 'hidden', sessionToken: 'a\nb' },
    'sessionToken of the authorization awsv4 may hold',
  ],
])('fields that are wrong: %j', async (fields, message) => {
  const failed = awsv4.apply(authWith('awsv4', fields), requestTo('http://a.test/'), quietContext());
  await expect(failed).rejects.toThrow(message);
  await expect(failed).rejects.not.toThrow('hidden');
});
