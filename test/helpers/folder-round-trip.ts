// Writes a collection as a folder, and reads the folder again.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import type { FolderExport } from '../../src/interchange/export/contract.ts';
import { importFolder } from '../../src/interchange/import/index.ts';
import type { Collection } from '../../src/collections/model/collection.ts';

/** Returns the collection as it is read back. Throws an Error when a file cannot be read. */
export function roundTrip(format: FolderExport, collection: Collection): Collection {
  const folder = mkdtempSync(join(tmpdir(), 'export-'));
  try {
    for (const { path, text } of format.write(collection, { environment: null }).files) {
      const file = join(folder, ...path);
      mkdirSync(dirname(file), { recursive: true });
      writeFileSync(file, text, { flag: 'wx' });
    }
    const { collections, broken } = importFolder(folder, { keepsFilePaths: true });
    const [only] = collections;
    if (broken.length > 0 || collections.length !== 1 || only === undefined)
      throw new Error(`${collections.length} collections; ${broken.join('; ')}`);
    return only;
  } finally {
    rmSync(folder, { recursive: true });
  }
}

/** Replaces ids, which the formats do not have. */
export function withoutIds(value: unknown): unknown {
  return JSON.parse(JSON.stringify(value, (key, each: unknown) => (key === 'id' ? '' : each)));
}
