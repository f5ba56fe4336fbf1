import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateRawSync } from 'node:zlib';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { requestsOf } from '../../collections/model/collection.ts';
import type { Imported } from '../../collections/model/imported.ts';
import { importContent } from '../import/index.ts';
import { readImportFile } from './import-file.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'zip-'));
});
afterEach(() => {
  rmSync(folder, { recursive: true });
});

/** Returns an archive; `flags` are those of each file. Every second file is not compressed. */
function zipOf(files: Readonly<Record<string, string>>, flags = 0): Buffer {
  const locals: Buffer[] = [];
  const central: Buffer[] = [];
  let offset = 0;
  for (const [index, [path, text]] of Object.entries(files).entries()) {
    const name = Buffer.from(path);
    const content = Buffer.from(text);
    const method = index % 2 === 0 ? 8 : 0;
    const packed = method === 8 ? deflateRawSync(content) : content;
    const sizes = Buffer.alloc(12);
    for (const [at, value] of [crc32(content), packed.length, content.length].entries())
      sizes.writeUInt32LE(value, at * 4);
    const local = Buffer.alloc(30);
    local.writeUInt32LE(0x04034b50);
    local.writeUInt16LE(flags, 6);
    local.writeUInt16LE(method, 8);
    sizes.copy(local, 14);
    local.writeUInt16LE(name.length, 26);
    const head = Buffer.alloc(46);
    head.writeUInt32LE(0x02014b50);
    head.writeUInt16LE(flags, 8);
    head.writeUInt16LE(method, 10);
    sizes.copy(head, 16);
    head.writeUInt16LE(name.length, 28);
    head.writeUInt32LE(offset, 42);
    locals.push(local, name, packed);
    central.push(head, name);
    offset += local.length + name.length + packed.length;
  }
  const list = Buffer.concat(central);
  const end = Buffer.alloc(22);
  end.writeUInt32LE(0x06054b50);
  end.writeUInt16LE(Object.keys(files).length, 8);
  end.writeUInt16LE(Object.keys(files).length, 10);
  end.writeUInt32LE(list.length, 12);
  end.writeUInt32LE(offset, 16);
  return Buffer.concat([...locals, list, end]);
}

async function read(bytes: Buffer): Promise<Imported> {
  const path = join(folder, 'all.zip');
  writeFileSync(path, bytes);
  return readImportFile(path);
}

const COLLECTION = JSON.stringify({
  info: { name: 'C', schema: 'v2.1.0' },
  item: [{ name: 'A', request: 'http://a' }],
});
const ENVIRONMENT = JSON.stringify({ id: 'e', name: 'E', values: [{ key: 'a', value: '1' }] });

test('an export of all data of Postman', async () => {
  const { collections, environments, broken, warnings } = await read(
    zipOf({
      'archive.json': '{"environment":{"e":true},"collection":{"c":true}}',
      'collection/c.json': COLLECTION,
      'environment/e.json': ENVIRONMENT,
      'environment/other.json': '{',
      '__MACOSX/x.json': '{',
    }),
  );
  expect([collections.map(({ name }) => name), environments.map(({ name }) => name)]).toEqual([['C'], ['E']]);
  expect([broken.map((sentence) => sentence.replace(/:.*/s, '')), warnings]).toEqual([
    ['environment/other.json'],
    [],
  ]);
});

test('a dropped archive, which has no path, says so', () => {
  expect(() => importContent(zipOf({ 'a.json': COLLECTION }), 'all.zip')).toThrow(
    'give the path of the file',
  );
});

test('a folder of collections in an archive', async () => {
  const { collections } = await read(
    zipOf({ 'api/a.http': 'GET http://a', 'api/deep/b.http': 'GET http://b', '../out.http': 'GET http://c' }),
  );
  expect(collections.map(({ name, items }) => [name, [...requestsOf(items)].length])).toEqual([['all', 2]]);
});

test.each([
  [zipOf({ 'a.txt': 'x' }), 'the archive holds nothing that can be imported'],
  [zipOf({ 'a.json': '{"x": 1}' }), 'the archive holds nothing that can be imported: a.json: '],
  [zipOf({ 'a.json': COLLECTION }, 1), 'a.json in the archive is encrypted'],
  [zipOf({ 'a.json': COLLECTION }).subarray(0, 60), 'the ZIP archive is damaged: it has no end'],
  [Buffer.from('PK\x03\x04'), 'the ZIP archive is damaged'],
])('an archive that cannot be imported says why', async (bytes, reason) => {
  await expect(read(bytes)).rejects.toThrow(reason);
});
