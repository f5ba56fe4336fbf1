// `proxyctl render-icon`: the files, and a folder that cannot be written.
import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { runCli } from '../helpers/cli.ts';
import { temporaryHome } from '../helpers/home.ts';

test('writes the files into a folder that it creates', { tags: ['full'] }, async () => {
  using home = temporaryHome();
  const out = join(home.path, 'a', 'icons');
  const { code, stdout } = await runCli(['render-icon', '--out', out], { home: home.path });
  expect(code).toBe(0);
  const names = readdirSync(out);
  expect(names).toContain('icon.icns');
  expect(stdout.trimEnd().split('\n').toSorted()).toEqual(names.map((name) => join(out, name)).toSorted());
});

test('a file in the place of the folder', async () => {
  using home = temporaryHome();
  const out = join(home.path, 'file');
  writeFileSync(out, '');
  const { code, stderr } = await runCli(['render-icon', '--out', out], { home: home.path });
  expect(stderr).toMatch(/^error: --out ".*file" cannot be written: /);
  expect(code).toBe(1);
});
