// Files that a wrapped command reads, kept in `<home>/run`. A file is named after its content, so concurrent runs
// share it without a race and later runs reuse it. Files unused for a long time are removed.
import { createHash, randomUUID } from 'node:crypto';
import { mkdir, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { messageOf, UserError } from '../../base/errors.ts';

export interface RunFolder {
  /**
   * Resolves with the path of a file with the content of `generate`, by default `source` itself. The star in `name`
   * stands for a hash of `source`, which must cover all that the content depends on. Rejects with an Error that names
   * folder and reason.
   */
  file(name: string, source: string, make?: () => string | Uint8Array): Promise<string>;
}

/** Returns the folder `run` in the data folder `home`; it is created with the first file, with mode 0700. */
export function runFolder(home: string): RunFolder {
  const folder = join(home, 'run');
  return {
    async file(name, source, make = () => source) {
      const hash = createHash('sha256').update(source).digest('hex').slice(0, 16);
      const [entry = '', ...below] = name.replace('*', hash).split('/');
      const path = join(folder, entry, ...below);
      if (await isThere(path, join(folder, entry))) return path;
      try {
        await writeWhole(path, make());
      } catch (error) {
        throw new UserError(
          'INVALID_FILE',
          `cannot write ${path}, which the command needs: ${messageOf(error)}; set PROXYCTL_HOME to a folder you can write to`,
          { cause: error },
        );
      }
      await removeUnused(folder);
      return path;
    },
  };
}

const MAX_FOLDERS = 40;
const DAY = 24 * 60 * 60 * 1000;

/**
 * Resolves with true when the file can be used. `entry` of the folder, the file itself or its parent, then counts as
 * used now.
 */
async function isThere(path: string, entry: string): Promise<boolean> {
  try {
    await stat(path);
    await utimes(entry, new Date(), new Date());
    return true;
  } catch {
    return false;
  }
}

/** Writes a file atomically. */
async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  const temporary = join(dirname(path), `.${basename(path)}.${randomUUID()}`);
  try {
    await writeFile(temporary, content, { mode: 0o600, flush: true });
    await rename(temporary, path);
  } catch (error) {
    await rm(temporary, { force: true });
    throw error;
  }
}

/** Keeps the most recently used entries, and those that a run of today may still need. */
async function removeUnused(folder: string): Promise<void> {
  const names = await readdir(folder);
  const entries = await Promise.all(
    names.map(async (name) => ({ path: join(folder, name), usedAt: await usedAt(join(folder, name)) })),
  );
  const oldest = entries.sort((one, other) => other.usedAt - one.usedAt).slice(MAX_FOLDERS);
  const unused = oldest.filter((entry) => Date.now() - entry.usedAt > DAY);
  // Another run may be removing the same entries.
  await Promise.all(unused.map(({ path }) => rm(path, { recursive: true, force: true }).catch(() => null)));
}

async function usedAt(path: string): Promise<number> {
  return stat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => 0,
  );
}
