// The files that imports write are right by the published JSON Schemas.
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { expect, test } from 'vitest';
import { readImportFile } from '../../src/interchange/files/import-file.ts';
import { Workspace } from '../../src/collections/storage/workspace.ts';
import { corpus } from '../helpers/corpus.ts';
import { kindOf, schemaErrors } from '../helpers/file-schemas.ts';
import { temporaryHome } from '../helpers/home.ts';
import { scaled } from '../helpers/scale.ts';

const FORMATS = ['postman', 'insomnia', 'environments', 'openapi', 'postman-v3', 'opencollection', 'bru'];
/** Files of each format, spread evenly. */
const EACH = scaled({ quick: 4, full: 8 });
const MAX_FILES = 300;

test.each(FORMATS)('%s', async (format) => {
  using home = temporaryHome();
  const workspace = new Workspace(home.path);
  let imported = 0;
  for (const path of spread(sources(join(corpus, format)), EACH)) {
    const found = await readImportFile(path).catch(() => null);
    if (found === null) continue;
    await workspace.import(found);
    imported += 1;
  }
  expect(imported).toBeGreaterThan(0);
  const wrong = yamlFiles(home.path).flatMap(({ kind, path }) =>
    schemaErrors(kind, readFileSync(join(home.path, path), 'utf8')).map((error) => `${path}: ${error}`),
  );
  expect(wrong).toEqual([]);
});

function sources(folder: string): readonly string[] {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

function yamlFiles(folder: string) {
  const paths = readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(folder, join(entry.parentPath, entry.name)));
  const files = paths.flatMap((path) => {
    const kind = kindOf(path);
    return kind === null ? [] : [{ kind, path }];
  });
  expect(files.length).toBeGreaterThan(0);
  return spread(files, MAX_FILES);
}

function spread<Element>(list: readonly Element[], count: number): readonly Element[] {
  if (list.length <= count) return list;
  return Array.from({ length: count }, (_, at) => list[Math.floor((at * list.length) / count)]!);
}
