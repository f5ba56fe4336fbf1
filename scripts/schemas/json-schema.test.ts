// The published schemas and the page of fields are those of the models, and they say what is right and wrong.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { kindOf, schemaErrors } from '../../test/helpers/file-schemas.ts';
import { FILE_KINDS, type FileKindName } from '../../src/cli/schema/kinds.ts';
import { withQuotedVariables } from '../../src/collections/storage/by-hand/quoted-variables.ts';
import { objectText } from '../../src/collections/storage/object-file.ts';
import { schemaFiles } from '../write-schemas.ts';
import { fullValues } from './full-values.ts';
import { MODELS } from './models.ts';
import { fieldsPage } from './page.ts';

const PROJECT = join(import.meta.dirname, '../..');

test('the folder has the schemas of the sources, and no others', () => {
  expect(readdirSync(join(PROJECT, 'schemas')).sort()).toEqual([...schemaFiles().keys()].sort());
  for (const [name, text] of schemaFiles())
    expect(JSON.parse(readFileSync(join(PROJECT, 'schemas', name), 'utf8'))).toEqual(JSON.parse(text));
});

test('the page of fields is that of the models', () => {
  const page = readFileSync(join(PROJECT, 'docs/api-client/fields.md'), 'utf8');
  expect(withoutLayout(page)).toBe(withoutLayout(fieldsPage()));
});

/** Removes the widths of columns, which the formatter chooses. */
function withoutLayout(markdown: string): string {
  return markdown.replaceAll(/ +/g, ' ').replaceAll(/-{3,}/g, '---');
}

test.each(FILE_KINDS)('every field of $name has a description', ({ name }) => {
  const text = schemaFiles().get(`${name}.schema.json`) ?? '';
  expect(undescribed(JSON.parse(text), '')).toEqual([]);
});

/** Returns the paths of properties without a description. */
function undescribed(schema: unknown, path: string): readonly string[] {
  if (typeof schema !== 'object' || schema === null) return [];
  return Object.entries(schema).flatMap(([key, inner]: [string, unknown]) => {
    const at = `${path}/${key}`;
    if (key !== 'properties') return undescribed(inner, at);
    const missing = Object.entries(inner as Readonly<Record<string, Described>>).filter(
      ([name, { description = '' }]) => description === '' && name !== 'type',
    );
    const below = Object.entries(inner as object).flatMap(([name, each]) =>
      undescribed(each, `${at}/${name}`),
    );
    return [...missing.map(([name]) => `${at}/${name}`), ...below];
  });
}

interface Described {
  readonly description?: string;
}

test.each(FILE_KINDS)('what proxyctl writes of $name is right, whatever its fields', ({ name }) => {
  const model = MODELS[name];
  for (const value of fullValues(model)) {
    const text = objectText(model, model.parse(value));
    expect([text, schemaErrors(name, text)]).toEqual([text, []]);
  }
});

describe('YAML of the documentation', () => {
  const pages: readonly (readonly [string, FileKindName])[] = [
    ['workspace.md', 'request'],
    ['request-types.md', 'request'],
    ['flows.md', 'flow'],
    ['running.md', 'run'],
  ];
  test.each(pages)('%s', (page, kind) => {
    const text = readFileSync(join(PROJECT, 'docs/api-client', page), 'utf8');
    const blocks = [...text.matchAll(/^```yaml\n(.*?)^```/gms)].map(([, block = '']) => block);
    expect(blocks.length).toBeGreaterThan(0);
    for (const block of blocks.map(withQuotedVariables))
      expect([block, schemaErrors(kind, block)]).toEqual([block, []]);
  });
});

test.each([
  ['collections/a/b.request.yaml', 'request'],
  ['collections/a/b/c/d.request.yaml', 'request'],
  ['collections/a/b/folder.yaml', 'folder'],
  ['collections/a/collection.yaml', 'collection'],
  ['specs/a.link.yaml', null],
])('%s is for %s', (path, kind) => {
  expect(kindOf(path)).toBe(kind);
});
