import { createHmac } from 'node:crypto';
import { expect, test } from 'vitest';
import {
  authorization,
  authorizationFields,
  authWith,
  partOfNewman,
  quietContext,
  requestTo,
} from '../../../test/helpers/authorization.ts';
import { hawk } from './hawk.ts';
import { headerOf } from './shared/signable-request.ts';

const KEY = 'werxhqb98rpaxn39848xrunpaw3489ruxnpa98w4rxn';
const SPEC = {
  authId: 'dh37fgj492je',
  authKey: KEY,
  timestamp: '1353832234',
  nonce: 'j4h3g2',
  extraData: 'some-app-ext-data',
};
const URL_OF_SPEC = 'http://example.com:8000/resource/1?b=1&a=2';

test('the example of the specification', async () => {
  expect(await authorization(hawk, authWith('hawk', SPEC), requestTo(URL_OF_SPEC))).toBe(
    'Hawk id="dh37fgj492je", ts="1353832234", nonce="j4h3g2", ext="some-app-ext-data", mac="6R4rV5iE+NPoym+WwjeHzjAGXUtLNIxmo1vpMofpLAE="',
  );
});

test('its example with the hash of a payload', async () => {
  const auth = authWith('hawk', { ...SPEC, includePayloadHash: true });
  const request = requestTo(URL_OF_SPEC, {
    method: 'POST',
    body: 'Thank you for flying Hawk',
    headers: { 'Content-Type': 'Text/Plain; charset=utf-8' },
  });
  const fields = authorizationFields(await authorization(hawk, auth, request));
  expect(fields).toMatchObject({
    hash: 'Yi9LfIIFRtBEPt74PVmbTF/xVAwPn7ub15ePICfgnuY=',
    mac: 'aSe1DERmZuRl3pI36/9BdZmnErTw3sNzOOAUlfeKjVw=',
  });
});

interface PostmanHawk {
  computeHeader(params: object): string;
}
const postman = partOfNewman('postman-runtime/lib/authorizer/hawk.js') as PostmanHawk;

test.each(['sha1', 'sha256'] as const)('the same as Postman computes: %s', async (algorithm) => {
  const more = { algorithm, app: 'an app', delegation: 'somebody', extraData: 'a "b" c' };
  const url = 'https://Example.com/x%20y?q=%C3%BC';
  const value = await authorization(
    hawk,
    authWith('hawk', { ...SPEC, ...more }),
    requestTo(url, { method: 'PUT' }),
  );
  const expected = postman.computeHeader({
    credentials: { id: SPEC.authId, key: KEY, algorithm },
    nonce: SPEC.nonce,
    timestamp: SPEC.timestamp,
    ext: more.extraData,
    app: more.app,
    dlg: more.delegation,
    url,
    method: 'PUT',
  });
  expect(authorizationFields(value)['mac']).toBe(authorizationFields(expected)['mac']);
});

test('a server that proves to know the key may put the clock right', async () => {
  const context = quietContext({ now: () => 1_000_000_000 });
  const auth = authWith('hawk', { ...SPEC, timestamp: '' });
  const request = requestTo(URL_OF_SPEC);
  const asks = (tsm: string) => ({
    status: 401,
    headers: [
      { name: 'WWW-Authenticate', value: `Hawk ts="1353832234", tsm="${tsm}", error="Stale timestamp"` },
    ],
  });
  const proof = createHmac('sha256', KEY).update('hawk.1.ts\n1353832234\n').digest('base64');
  expect(await hawk.answerChallenge?.(auth, request, asks('forged'), context)).toBeNull();
  const again = await hawk.answerChallenge?.(auth, request, asks(proof), context);
  expect(authorizationFields(headerOf(again!, 'authorization') ?? '')['ts']).toBe('1353832234');
  const later = { ...context, now: () => 1_000_005_000 };
  expect(authorizationFields(await authorization(hawk, auth, request, later))['ts']).toBe('1353832239');
  // A timestamp in the fields is used as it is.
  expect(await hawk.answerChallenge?.(authWith('hawk', SPEC), request, asks(proof), context)).toBeNull();
});

test.each([
  [{}, 'the authorization hawk needs a value for authId and authKey'],
  [{ authId: 'a', authKey: 'hidden', timestamp: '12:00' }, 'timestamp of the authorization hawk must be'],
  [{ authId: 'a', authKey: 'hidden', extraData: 'a\nb' }, 'extraData of the authorization hawk may hold'],
])('fields that are wrong: %j', async (fields, message) => {
  const failed = hawk.apply(authWith('hawk', fields), requestTo(URL_OF_SPEC), quietContext());
  await expect(failed).rejects.toThrow(message);
  await expect(failed).rejects.not.toThrow('hidden');
});
