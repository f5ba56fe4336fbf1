// Unpacks the program once into the user's cache folder. A folder appears there only when it is complete, and only one
// that belongs to the user is used: whoever could write into it would run code.
import { createHash } from 'node:crypto';
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { homedir, tmpdir, userInfo } from 'node:os';
import { dirname, isAbsolute, join } from 'node:path';
import { hasProcess } from '../../src/base/has-process.ts';
import { archived } from './archive.ts';

/** Has the hash of the archive, which names the folder too. Its time is that of the last start. */
const MARK = '.complete';
const PREFIX = 'executable-';
const DAY_MS = 86_400_000;
/** Folders of other versions are removed when they have not been used for this time. */
const UNUSED_MS = 30 * DAY_MS;
/** Unpacking takes a second: a folder that is older, and not finished, is of a process that was killed. */
const UNFINISHED_MS = 60_000;
const UNFINISHED = /\.(\d+)$/;

export interface Packed {
  /** SHA-256 of the archive, in hexadecimal. */
  readonly hash: string;
  readonly archive: () => Uint8Array;
}

/** Returns the folder of the program. Throws an Error that names the folders in which it could not be unpacked. */
export function unpacked(packed: Packed, parents: readonly string[] = parentFolders()): string {
  const problems: string[] = [];
  for (const parent of parents) {
    try {
      return folderIn(parent, packed);
    } catch (error) {
      problems.push(`${parent}: ${error instanceof Error ? error.message : String(error)}`);
    }
  }
  throw new Error(
    `the program cannot be unpacked: ${problems.join('; ')}. Set XDG_CACHE_HOME to a folder that you can write to`,
  );
}

function folderIn(parent: string, packed: Packed): string {
  const folder = join(parent, PREFIX + packed.hash.slice(0, 16));
  if (isComplete(folder, packed.hash)) return folder;
  mkdirSync(parent, { recursive: true, mode: 0o700 });
  if (!isOwn(parent, 0o002)) throw new Error('the folder belongs to another user');
  const unfinished = `${folder}.${process.pid}`;
  try {
    write(unfinished, packed);
    rmSync(folder, { recursive: true, force: true });
    renameSync(unfinished, folder);
  } catch (error) {
    // Another process was faster.
    if (!isComplete(folder, packed.hash)) throw error;
  } finally {
    rmSync(unfinished, { recursive: true, force: true });
  }
  removeUnused(parent, folder);
  return folder;
}

function isComplete(folder: string, hash: string): boolean {
  try {
    if (!isOwn(folder, 0o022) || readFileSync(join(folder, MARK), 'utf8') !== hash) return false;
  } catch {
    return false;
  }
  try {
    utimesSync(join(folder, MARK), new Date(), new Date());
  } catch {
    // The time matters only to the clean-up of a later version.
  }
  return true;
}

/** True for a folder of this user that others may not change. Windows protects the folder of a profile itself. */
function isOwn(folder: string, forbidden: number): boolean {
  if (process.platform === 'win32') return true;
  const { uid, mode } = statSync(folder);
  return uid === userInfo().uid && (mode & forbidden) === 0;
}

function write(folder: string, { hash, archive }: Packed): void {
  const bytes = archive();
  if (createHash('sha256').update(bytes).digest('hex') !== hash)
    throw new Error('the executable is damaged: download it again');
  const made = new Set<string>();
  for (const file of archived(bytes)) {
    const path = join(folder, file.path);
    if (!made.has(dirname(path))) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
    made.add(dirname(path));
    writeFileSync(path, file.bytes, { mode: 0o600 });
  }
  chmodSync(join(folder, 'bin', 'proxyctl.js'), 0o700);
  writeFileSync(join(folder, MARK), hash, { mode: 0o600 });
}

function removeUnused(parent: string, own: string): void {
  for (const name of readdirSync(parent).filter((each) => each.startsWith(PREFIX))) {
    const folder = join(parent, name);
    try {
      const age = Date.now() - lastUse(folder);
      if (folder !== own && age > allowedAge(name)) rmSync(folder, { recursive: true, force: true });
    } catch {
      // It is somebody else's, or just going: the next start tries again.
    }
  }
}

/** Returns the age in milliseconds at which a folder is removed. */
function allowedAge(name: string): number {
  const [, pid] = UNFINISHED.exec(name) ?? [];
  return pid === undefined || hasProcess(Number(pid)) ? UNUSED_MS : UNFINISHED_MS;
}

/** Epoch milliseconds; a folder that was never finished counts from when it was made. */
function lastUse(folder: string): number {
  try {
    return statSync(join(folder, MARK)).mtimeMs;
  } catch {
    return statSync(folder).mtimeMs;
  }
}

/** Returns the folders to unpack in: the user's cache, then a folder of the user's in the temporary folder. */
function parentFolders(): readonly string[] {
  const { uid, username } = userInfo();
  const temporary = join(tmpdir(), `proxyctl-${uid < 0 ? username : uid}`);
  try {
    return [join(cacheFolder(), 'proxyctl'), temporary];
  } catch {
    return [temporary];
  }
}

function cacheFolder(): string {
  if (process.platform === 'darwin') return join(homedir(), 'Library', 'Caches');
  if (process.platform === 'win32') return process.env['LOCALAPPDATA'] ?? join(homedir(), 'AppData', 'Local');
  const xdg = process.env['XDG_CACHE_HOME'];
  return xdg !== undefined && isAbsolute(xdg) ? xdg : join(homedir(), '.cache');
}
