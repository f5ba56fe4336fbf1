import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { temporaryHome } from '../../test/helpers/home.ts';
import { folderSize } from './folder-size.ts';

test('the files of a folder and below are counted, links are not followed', async () => {
  using home = temporaryHome();
  const { path } = home;
  expect(await folderSize(path)).toBe(0);
  mkdirSync(join(path, 'a', 'b'), { recursive: true });
  writeFileSync(join(path, 'one'), 'x'.repeat(1000));
  writeFileSync(join(path, 'a', 'b', 'two'), 'x'.repeat(24));
  symlinkSync('/', join(path, 'a', 'root'));
  expect(await folderSize(path)).toBe(1024);
});
