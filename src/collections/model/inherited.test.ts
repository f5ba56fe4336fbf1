import { expect, test } from 'vitest';
import { collectionFields, folderFields, type Collection } from './collection.ts';
import { effectiveRequest, flattened } from './inherited.ts';
import { newRequest, request as requestModel, SETTING_DEFAULTS } from './request.ts';

const pair = (name: string, value: string, enabled = true) => ({ name, value, enabled, docs: '' });
const read = (headers: readonly { name: string; value: string; enabled: boolean }[]) =>
  headers.map(({ name, value, enabled }) => `${enabled ? '' : '// '}${name}: ${value}`);

const collection = collectionFields.parse({
  id: 'c',
  headers: [pair('X-Client', 'ios'), pair('Accept', 'text/html'), pair('X-Off', 'no', false)],
  settings: { followRedirects: false, timeoutMs: 500 },
});
const folder = folderFields.parse({
  id: 'f',
  headers: [pair('accept', 'application/json'), pair('X-Team', 'orders')],
  settings: { timeoutMs: 900 },
});
const request = requestModel.parse({
  id: 'r',
  headers: [pair('x-team', 'carts'), pair('X-Client', 'web', false)],
  settings: { followRedirects: true },
});

test('a request has the headers around it, unless it has one of the name that is on', () => {
  const { headers, settings } = effectiveRequest([collection, folder], request);
  expect(read(headers)).toEqual([
    'X-Client: ios',
    'accept: application/json',
    'x-team: carts',
    '// X-Client: web',
  ]);
  // What is as it would be anyway overrides what is around it too.
  expect(settings).toEqual({ ...SETTING_DEFAULTS, followRedirects: true, timeoutMs: 900 });
  expect(effectiveRequest([collection], { ...request, type: 'mqtt' }).headers).toEqual(request.headers);
});

test('for other programs the requests have it themselves', () => {
  const { order: _, ...own } = folder;
  const { order: __, ...outer } = collection;
  const plain: Collection = {
    ...outer,
    items: [
      { kind: 'folder', folder: { ...own, items: [{ kind: 'request', request }] } },
      { kind: 'request', request: newRequest({ id: 's', name: 'Outside' }) },
    ],
  };
  const all = flattened(plain);
  expect(all).not.toHaveProperty('headers');
  const [inner, outside] = all.items;
  expect(inner).toMatchObject({
    folder: { items: [{ request: effectiveRequest([collection, folder], request) }] },
  });
  expect(inner).not.toHaveProperty('folder.settings');
  expect(outside).toMatchObject({ request: { settings: { followRedirects: false, timeoutMs: 500 } } });
  const bare = { ...plain, headers: [], settings: {}, items: [plain.items[1]!] };
  expect(flattened(bare).items).toEqual(bare.items);
});

test('a request of another program has no setting that is as it would be anyway', () => {
  const { settings } = newRequest({ id: 'n', settings: { followRedirects: true, verifyTls: false } });
  expect(settings).toEqual({ verifyTls: false });
});
