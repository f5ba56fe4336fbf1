// Imports ZIP archives: exports of Postman, and folders of collections.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { messageOf, UserError } from '../../base/errors.ts';
import { NOTHING_IMPORTED, type Imported } from '../../collections/model/imported.ts';
import { importContent, importFolder } from '../import/index.ts';
import type { ImportOptions } from '../import/shared/import-context.ts';
import { readZip, type ZippedFile } from './zip-archive.ts';

/** Files that are imported each on its own. */
const SINGLE = /\.(?:json|ya?ml|har)$/i;
/** Files that show that the archive is a folder of collections. */
const IN_FOLDER =
  /\.(?:bru|http|rest)$|(?:^|\/)(?:opencollection\.ya?ml|bruno\.json|\.resources\/definition\.yaml)$/i;
/** The list of what an export of Postman holds. */
const INDEX = 'archive.json';

/** Throws an Error that says what is wrong with the archive, or that nothing in it is known. */
export function importZip(bytes: Buffer, file: string, options: ImportOptions): Imported {
  const files = readZip(bytes).filter(
    ({ path }) => !path.split('/').some((part) => part === '__MACOSX' || part === 'node_modules'),
  );
  if (files.some(({ path }) => IN_FOLDER.test(path)))
    return importExtracted(files, basename(file).replace(/\.zip$/i, ''), options);
  const parts = files.filter(({ path }) => SINGLE.test(path) && basename(path) !== INDEX);
  const imported = parts.map((part) => importPart(part, options));
  const whole = imported.reduce(joined, NOTHING_IMPORTED);
  if (whole.collections.length + whole.environments.length + whole.globals.length + whole.specs.length > 0)
    return whole;
  const reasons = whole.broken.length > 0 ? `: ${whole.broken.slice(0, 3).join('; ')}` : '';
  throw new UserError('INVALID_DATA', `the archive holds nothing that can be imported${reasons}`);
}

function importPart({ path, bytes }: ZippedFile, options: ImportOptions): Imported {
  try {
    const imported = importContent(bytes, path, options);
    return { ...imported, warnings: imported.warnings.map((warning) => `${path}: ${warning}`) };
  } catch (error) {
    return { ...NOTHING_IMPORTED, broken: [`${path}: ${messageOf(error)}`] };
  }
}

function joined(one: Imported, other: Imported): Imported {
  const both = <K extends keyof Imported>(key: K): Imported[K] =>
    [...one[key], ...other[key]] as unknown as Imported[K];
  return {
    collections: both('collections'),
    environments: both('environments'),
    globals: both('globals'),
    requests: both('requests'),
    specs: both('specs'),
    broken: both('broken'),
    warnings: both('warnings'),
  };
}

/** Imports a copy in the temporary folder, which only this user may read. */
function importExtracted(files: readonly ZippedFile[], name: string, options: ImportOptions): Imported {
  const above = mkdtempSync(join(tmpdir(), 'proxyctl-import-'));
  try {
    const root = join(above, name || 'archive');
    for (const { path, bytes } of files) {
      mkdirSync(dirname(join(root, path)), { recursive: true });
      writeFileSync(join(root, path), bytes);
    }
    return importFolder(root, options);
  } finally {
    rmSync(above, { recursive: true, force: true });
  }
}
