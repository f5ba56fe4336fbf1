// Files that other programs have created, some of them in test/corpus.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { requestsOf } from '../../collections/model/collection.ts';
import type { Imported } from '../../collections/model/imported.ts';
import { importContent } from './index.ts';
import { corpus } from '../../../test/helpers/corpus.ts';

const files = ['postman', 'environments', 'insomnia', 'har']
  .map((part) => join(corpus, part))
  .flatMap((path) => readdirSync(path, { recursive: true, withFileTypes: true }))
  .filter((entry) => entry.isFile() && !/\.csv$|_data\.json$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name));

/** Files that are broken on purpose. */
const REFUSED: readonly (readonly [RegExp, RegExp])[] = [
  [/brokenfile/, /line 5, column 1/],
  [/insomnia-malformed/, /line 17, column 7/],
  [/postman-malformed/, /"item" is a text/],
];
const reasonOf = (file: string): RegExp | undefined => REFUSED.find(([name]) => name.test(file))?.[1];
const read = (file: string): Imported => importContent(readFileSync(file), file);

/** Detects Postman's format independently of the import. */
function countedRequests(items: readonly { readonly item?: never[]; readonly request?: unknown }[]): number {
  return items.reduce(
    (sum, { item, request }) =>
      sum + (item === undefined ? Number(request !== undefined) : countedRequests(item)),
    0,
  );
}

describe('files of other programs', () => {
  test.each(files.filter((file) => reasonOf(file) !== undefined))(
    '%s is refused with what is wrong',
    (file) => {
      expect(() => read(file)).toThrow(reasonOf(file));
    },
  );

  test.each(files.filter((file) => reasonOf(file) === undefined))('%s is imported', (file) => {
    const { collections, environments, globals } = read(file);
    expect(collections.length + environments.length + globals.length).toBeGreaterThan(0);
    if (!file.includes('/postman/') || collections.length === 0) return;
    const parsed = JSON.parse(readFileSync(file, 'utf8').replace(/^\uFEFF/, ''));
    const requests = [...requestsOf(collections[0]!.items)];
    const { item, requests: listed } = parsed.collection ?? parsed;
    expect(requests).toHaveLength(item === undefined ? listed.length : countedRequests(item));
  });
});
