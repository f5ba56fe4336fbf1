// Reads the folder `ca/` with `root.pem` and `root.key`, or creates it atomically.
import { mkdtemp, readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, systemCode, UserError } from '../base/errors.ts';
import { makeFolder } from '../base/make-folder.ts';
import { type RootPem, makeRoot } from './root.ts';

/** Paths and content of the files of a root. */
export interface RootFiles extends RootPem {
  readonly certPath: string;
  readonly keyPath: string;
}

/**
 * Reads the root of this data folder, and creates it when there is none. Processes that start at the same time get
 * the same root. Rejects with an Error that names the file and what to do when the files cannot be read or created.
 */
export async function openRootFiles(home: string): Promise<RootFiles> {
  const folder = join(home, 'ca');
  const paths = { certPath: join(folder, CERT), keyPath: join(folder, KEY) };
  const pem = (await readPair(folder)) ?? (await makePair(home, folder));
  await removeTemporary(home);
  return { ...paths, ...pem };
}

/** Returns the remedy for unusable root files, as the end of an error message. */
export function remedy(home: string): string {
  return `restore it, or remove the folder ${join(home, 'ca')} to create a new authority, which devices must then trust again`;
}

const CERT = 'root.pem';
const KEY = 'root.key';
const UNFINISHED = 'ca.unfinished-';

async function readPair(folder: string): Promise<RootPem | null> {
  const [certPem, keyPem] = [await readText(join(folder, CERT)), await readText(join(folder, KEY))];
  return certPem === null || keyPem === null ? null : { certPem, keyPem };
}

async function makePair(home: string, folder: string): Promise<RootPem> {
  const root = makeRoot();
  try {
    await writePair(home, folder, root);
    return root;
  } catch (error) {
    const other = await readPair(folder);
    if (other) return other;
    throw new UserError(
      'INVALID_FILE',
      `the certificate authority cannot be made: ${await obstacle(home, folder, error)}`,
      {
        cause: error,
      },
    );
  }
}

// The folder appears under its name with both files in it, or not at all. Renaming fails when another process was
// first, whose root is then used. An empty folder in the way is replaced.
async function writePair(home: string, folder: string, pem: RootPem): Promise<void> {
  makeFolder(home, 0o700);
  const temporary = await mkdtemp(join(home, UNFINISHED));
  try {
    await writeFile(join(temporary, KEY), pem.keyPem, { mode: 0o600, flush: true });
    await writeFile(join(temporary, CERT), pem.certPem, { mode: 0o644, flush: true });
    await rename(temporary, folder);
  } catch (error) {
    await rm(temporary, { recursive: true, force: true });
    throw error;
  }
}

async function obstacle(home: string, folder: string, error: unknown): Promise<string> {
  const names = await namesIn(folder);
  const missing = [CERT, KEY].find((name) => !names.includes(name));
  if (names.length === 0 || missing === undefined) return messageOf(error);
  return `the folder ${folder} is there without ${missing}; ${remedy(home)}`;
}

// Once `ca/` exists, the other folders being created are useless. They are left from a crash, or belong to a process
// that is about to find out that it came second, and that handles the loss of its folder.
async function removeTemporary(home: string): Promise<void> {
  const temporary = (await namesIn(home)).filter((name) => name.startsWith(UNFINISHED));
  await Promise.all(
    temporary.map((name) => rm(join(home, name), { recursive: true, force: true }).catch(() => null)),
  );
}

async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return null;
    throw new UserError('INVALID_FILE', `${path} cannot be read: ${messageOf(error)}`, { cause: error });
  }
}

async function namesIn(folder: string): Promise<readonly string[]> {
  return readdir(folder).catch(() => []);
}
