import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { bundledPackages, writeLicences } from './licences.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'proxyctl-licences-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function installed(name: string, fields: object, licenceFile?: string): string {
  const path = join(folder, name);
  mkdirSync(path);
  writeFileSync(join(path, 'package.json'), JSON.stringify({ name, version: '1.0.0', ...fields }));
  if (licenceFile !== undefined) writeFileSync(join(path, licenceFile), `Licence of ${name}\n`);
  return path;
}

test('each package is listed once with its licence, in whichever form it is named', () => {
  const packages = [
    installed('now', { license: 'MIT' }, 'LICENSE'),
    installed('once', { licenses: [{ type: 'MIT' }, { type: 'GPL-2.0' }] }),
    installed('object', { license: { type: 'ISC' } }, 'licence.md'),
    installed('file', {}, 'LICENSE-MIT.txt'),
  ];
  writeLicences(folder, [...packages, packages[0]!]);
  const list = JSON.parse(readFileSync(join(folder, 'bundled.json'), 'utf8')) as Record<string, string>[];
  expect(list.map(({ name, license }) => [name, license])).toEqual([
    ['file', 'SEE LICENSE IN LICENSE-MIT.txt'],
    ['now', 'MIT'],
    ['object', 'ISC'],
    ['once', '(MIT OR GPL-2.0)'],
  ]);
  const text = readFileSync(join(folder, 'LICENSES.txt'), 'utf8');
  expect(text).toContain('now 1.0.0 (MIT)\n\nLicence of now\n');
  expect(text.match(/^Licence of/gm)).toHaveLength(3);
});

test('a package without a licence ends the build', () => {
  const good = installed('good', { license: 'MIT' });
  const folders = [good, installed('none', {}), installed('private', { license: 'UNLICENSED' })];
  expect(() => bundledPackages(folders)).toThrow(
    'no licence in none 1.0.0, private 1.0.0: a package that names none may not be bundled',
  );
});
