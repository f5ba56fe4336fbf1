import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SettingError } from '../../base/errors.ts';
import { typedMessage } from '../../codec/protobuf/typed.ts';
import { loadProtoFiles } from './proto-files.ts';

const folder = mkdtempSync(join(tmpdir(), 'proxyctl-protos-'));
const at = (name: string): string => join(folder, name);

function write(name: string, text: string): void {
  mkdirSync(dirname(at(name)), { recursive: true });
  writeFileSync(at(name), text);
}

beforeAll(() => {
  write(
    'good/shop/order.proto',
    'syntax = "proto3"; package shop; import "shop/item.proto"; import "google/protobuf/timestamp.proto"; message Order { repeated Item items = 1; map<string, Item> by_name = 2; google.protobuf.Timestamp at = 3; } service Orders { rpc Place(stream Order) returns (Item); }',
  );
  write(
    'good/shop/item.proto',
    'syntax = "proto3"; package shop; enum Size { SMALL = 0; LARGE = 1; } message Item { string the_name = 1; Size size = 2; oneof price { int32 cents = 3; } }',
  );
  write(
    'other/uses.proto',
    'syntax = "proto3"; import "shop/item.proto"; message Uses { shop.Item item = 1; }',
  );
  write('broken.proto', 'syntax = "proto3"; message {');
  write('unknown.proto', 'syntax = "proto3"; message A { Nowhere x = 1; }');
  write(
    'old.proto',
    'syntax = "proto2"; package old; message A { required string x = 1; optional group G = 2 { optional int32 y = 1; } extensions 100 to 200; }',
  );
  mkdirSync(at('empty'));
});

afterAll(() => {
  rmSync(folder, { recursive: true });
});

test('loads all files of a folder, their imports, and well-known files', async () => {
  const types = await loadProtoFiles([at('good')]);
  expect(types.method('shop.Orders/Place')).toEqual({
    request: { name: 'shop.Order', scope: null },
    response: { name: 'shop.Item', scope: null },
  });
  const bytes = Buffer.from('0a050a0161 1001 1208 0a016b 1203 18f401 1a02 0805'.replaceAll(' ', ''), 'hex');
  expect(typedMessage(bytes, { name: 'shop.Order', scope: null }, types)).toEqual({
    name: 'shop.Order',
    json: {
      items: [{ the_name: 'a', size: 'LARGE' }],
      by_name: { k: { cents: 244 } },
      at: '1970-01-01T00:00:05Z',
    },
    error: null,
  });
});

test('loads two folders of which one imports from the other', async () => {
  const types = await loadProtoFiles([at('other/uses.proto'), at('good')]);
  expect(types.message('Uses')?.fields.get(1)?.of).toEqual({
    type: 'message',
    named: { name: 'shop.Item', scope: null },
  });
});

test('loads proto2 files', async () => {
  const types = await loadProtoFiles([at('old.proto')]);
  const read = typedMessage(
    Buffer.from('0a0161130801 14'.replaceAll(' ', ''), 'hex'),
    { name: 'old.A', scope: null },
    types,
  );
  expect(Object.values(read?.json as object)).toEqual(['a', { y: 1 }]);
});

test.each([
  ['missing.proto', /missing\.proto does not exist/],
  ['empty', /empty contains no \.proto file/],
  ['broken.proto', /broken\.proto|illegal/],
  ['unknown.proto', /Nowhere/],
  ['other/uses.proto', /uses\.proto imports shop\/item\.proto, which was not found/],
])('an error names %s', async (name, message) => {
  const failure = loadProtoFiles([at(name)]);
  await expect(failure).rejects.toThrow(SettingError);
  await expect(failure).rejects.toThrow(/^protoPaths: /);
  await expect(failure).rejects.toThrow(message);
});

test('no paths load nothing', async () => {
  expect((await loadProtoFiles([])).messages.size).toBe(0);
});
