import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryHome } from '../../../test/helpers/home.ts';
import { body, readBodySource, toHeaderLines } from './fields.ts';

const home = temporaryHome();

test('bodies', async () => {
  const file = join(home.path, 'body.bin');
  writeFileSync(file, 'from a file');
  expect(readBodySource(body.parse('é'))).toEqual(Buffer.from('é'));
  expect(readBodySource(body.parse({ base64: 'AAH/' }))).toEqual(Buffer.from([0, 1, 255]));
  expect(await readBodySource(body.parse({ file }))).toEqual(Buffer.from('from a file'));
  await expect(readBodySource({ file: `${file}.none` })).rejects.toThrow(
    `the file ${file}.none cannot be read: there is no such file`,
  );
  await expect(readBodySource({ file: home.path })).rejects.toThrow('EISDIR');
});

test('header values are sent as UTF-8', () => {
  expect(toHeaderLines([{ name: 'A', value: 'é' }])).toEqual([['A', 'Ã©']]);
});
