import { describe, expect, test } from 'vitest';
import { authorization, authWith, quietContext, requestTo } from '../../../test/helpers/authorization.ts';
import { edgegrid } from './edgegrid.ts';

const HOST = 'https://akaa-baseurl-xxxxxxxxxxx-xxxxxxxxxxxxx.luna.akamaiapis.net';
const CLIENT = {
  accessToken: 'akab-access-token-xxx-xxxxxxxxxxxxxxxx',
  clientToken: 'akab-client-token-xxx-xxxxxxxxxxxxxxxx',
  clientSecret: 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx=',
  nonce: 'nonce-xx-xxxx-xxxx-xxxx-xxxxxxxxxxxx',
  timestamp: '20140321T19:34:21+0000',
};

describe('the vectors of Akamai', () => {
  const LONG = 'd'.repeat(2048);
  const DATA = 'datadatadatadatadatadatadatadata';
  const t3 = '/testapi/v1/t3';
  const t4 = '/testapi/v1/t4';
  const all = { 'X-Test2': 't2', 'X-Test1': 't1', 'X-Test3': 't3' };
  test.each([
    ['simple GET', 'GET', '/', {}, '', 'tL+y4hxyHxgWVD30X3pWnGKHcPzmrIF+LThiAOhMxYU='],
    [
      'GET with querystring',
      'GET',
      '/testapi/v1/t1?p1=1&p2=2',
      {},
      '',
      'hKDH1UlnQySSHjvIcZpDMbQHihTQ0XyVAKZaApabdeA=',
    ],
    ['POST inside limit', 'POST', t3, {}, DATA, 'hXm4iCxtpN22m4cbZb4lVLW5rhX8Ca82vCFqXzSTPe4='],
    ['POST too large', 'POST', t3, {}, `${LONG}d`, '6Q6PiTipLae6n4GsSIDTCJ54bEbHUBp+4MUXrbQCBoY='],
    ['POST length equals max_body', 'POST', t3, {}, LONG, '6Q6PiTipLae6n4GsSIDTCJ54bEbHUBp+4MUXrbQCBoY='],
    ['POST empty body', 'POST', '/testapi/v1/t6', {}, '', '1gEDxeQGD5GovIkJJGcBaKnZ+VaPtrc4qBUHixjsPCQ='],
    [
      'Simple header signing with GET',
      'GET',
      t4,
      { 'X-Test1': 'test-simple-header' },
      '',
      '8F9AybcRw+PLxnvT+H0JRkjROrrUgsxJTnRXMzqvcwY=',
    ],
    [
      'Header containing spaces',
      'GET',
      t4,
      { 'X-Test1': '"     test-header-with-spaces     "' },
      '',
      'ucq2AbjCNtobHfCTuS38fdkl5UDdWHZhQX46fYR8CqI=',
    ],
    [
      'Header with leading and interior spaces',
      'GET',
      t4,
      { 'X-Test1': '     first-thing      second-thing' },
      '',
      'WtnneL539UadAAOJwnsXvPqT4Kt6z7HMgBEwAFpt3+c=',
    ],
    ['Headers out of order', 'GET', t4, all, '', 'Wus73Nx8jOYM+kkBFF2q8D1EATRIMr0WLWwpLBgkBqY='],
    [
      'Extra header',
      'GET',
      '/testapi/v1/t5',
      { ...all, 'X-Extra': 'x' },
      '',
      'Knd/jc0A5Ghhizjayr0AUUvl2MZjBpS3FDSzvtq4Ixc=',
    ],
    ['PUT test', 'PUT', '/testapi/v1/t6', {}, 'P'.repeat(31), 'GNBWEYSEWOLtu+7dD52da2C39aX/Jchpon3K/AmBqBU='],
  ])('%s', async (_, method, path, headers, body, signature) => {
    const auth = authWith('edgegrid', {
      ...CLIENT,
      headersToSign: 'X-Test1, X-Test2,x-test3',
      maxBodySize: '2048',
    });
    const value = await authorization(edgegrid, auth, requestTo(`${HOST}${path}`, { method, headers, body }));
    expect(value).toBe(
      `EG1-HMAC-SHA256 client_token=${CLIENT.clientToken};access_token=${CLIENT.accessToken};` +
        `timestamp=${CLIENT.timestamp};nonce=${CLIENT.nonce};signature=${signature}`,
    );
  });

  test('the host may be that of another URL', async () => {
    const auth = authWith('edgegrid', { ...CLIENT, baseUrl: `${HOST}/` });
    const value = await authorization(edgegrid, auth, requestTo('https://127.0.0.1:8080/'));
    expect(value).toContain('signature=tL+y4hxyHxgWVD30X3pWnGKHcPzmrIF+LThiAOhMxYU=');
  });
});

test('time and nonce are its own where none is given', async () => {
  const context = quietContext({ now: () => Date.parse('2026-01-02T03:04:05.678Z') });
  const auth = authWith('edgegrid', { ...CLIENT, nonce: '', timestamp: '' });
  expect(await authorization(edgegrid, auth, requestTo(HOST), context)).toContain(
    ';timestamp=20260102T03:04:05+0000;nonce=07070707-0707-4707-8707-070707070707;signature=',
  );
});

test.each([
  [
    { accessToken: '', clientToken: '', clientSecret: '' },
    'the authorization edgegrid needs a value for accessToken and clientToken and clientSecret',
  ],
  [
    { timestamp: '2014-03-21' },
    'timestamp of the authorization edgegrid must have the form 20140321T19:34:21+0000',
  ],
  [{ maxBodySize: 'much' }, 'maxBodySize of the authorization edgegrid must be a number of bytes'],
  [{ baseUrl: 'https://' }, 'baseUrl of the authorization edgegrid names no host'],
  [{ nonce: 'a\nb' }, 'nonce of the authorization edgegrid may hold printable ASCII only'],
])('fields that are wrong: %j', async (fields, message) => {
  const auth = authWith('edgegrid', { ...CLIENT, ...fields });
  const failed = edgegrid.apply(auth, requestTo(HOST, { method: 'POST' }), quietContext());
  await expect(failed).rejects.toThrow(message);
  await expect(failed).rejects.not.toThrow(CLIENT.clientSecret);
});
