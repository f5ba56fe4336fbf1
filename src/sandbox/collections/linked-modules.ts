// The linked modules for the sandbox and the store of its snapshots. A build puts both beside this file. In the
// source tree they are created when they are first needed, and cached in node_modules.
import { createHash, type Hash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { SnapshotStore } from '../setup.ts';
import { REPLACEMENTS, LIBRARIES } from './libraries.ts';
import type { Linked } from './linker.ts';

const IS_SOURCE = import.meta.url.endsWith('.ts');
const HERE = dirname(fileURLToPath(import.meta.url));
/** Created by the build. */
const BUILT = join(HERE, 'built');
const CACHE = join(HERE, '..', '..', '..', 'node_modules', '.cache', 'proxyctl');
const FOLDER = IS_SOURCE ? CACHE : BUILT;

let linked: Linked | null = null;
let current: Promise<string> | null = null;

/** Returns all modules that the sandbox can load. Throws before `fingerprint()` of the store was called. */
export function linkedModules(): Linked {
  if (linked === null) throw new Error('the libraries of scripts have not been linked');
  return linked;
}

export const snapshotStore: SnapshotStore = {
  fingerprint: () => (current ??= IS_SOURCE ? linkedFromSource() : linkedAsBuilt()),
  read: (key) => readFile(join(FOLDER, `${key}.image`)),
  write: (key, bytes) => writeCached(key.slice(0, key.lastIndexOf('-')), `${key}.image`, bytes),
};

/** Returns the JSON that the build puts beside this file. */
export async function linkToJson(): Promise<string> {
  const { link } = await import('./linker.ts');
  return JSON.stringify(
    link({ entries: LIBRARIES, replacements: REPLACEMENTS, from: fileURLToPath(import.meta.url) }),
  );
}

async function linkedAsBuilt(): Promise<string> {
  linkLazily(() => readFileSync(join(BUILT, 'libraries.json'), 'utf8'));
  return readFile(join(BUILT, 'fingerprint'), 'utf8');
}

async function linkedFromSource(): Promise<string> {
  const fingerprint = await sourceFingerprint();
  const name = `libraries-${fingerprint}.json`;
  const path = join(CACHE, name);
  const isCached = await access(path).then(
    () => true,
    () => false,
  );
  if (isCached) linkLazily(() => readFileSync(path, 'utf8'));
  else {
    const json = await linkToJson();
    linkLazily(() => json);
    await writeCached('libraries', name, Buffer.from(json)).catch(() => undefined);
  }
  return fingerprint;
}

/** Parses the modules only when a script requires one that its snapshot does not contain, because they are large. */
function linkLazily(text: () => string): void {
  let read: Linked | null = null;
  const whole = (): Linked => (read ??= JSON.parse(text()) as Linked);
  linked = {
    get entries() {
      return whole().entries;
    },
    get modules() {
      return whole().modules;
    },
    get packages() {
      return whole().packages;
    },
  };
}

/** Hashes our own modules by their text and packages by their version. */
async function sourceFingerprint(): Promise<string> {
  const hash = createHash('sha256').update(JSON.stringify([LIBRARIES, REPLACEMENTS]));
  for (const file of ['linker.ts', 'module-text.ts']) hash.update(readFileSync(join(HERE, file)));
  const guest = join(HERE, 'guest');
  for (const file of (await readdir(guest, { recursive: true })).sort())
    if (/\.\w+$/.test(file)) hash.update(file).update(readFileSync(join(guest, file)));
  for (const target of Object.values(LIBRARIES)) if (!target.startsWith('.')) addVersion(hash, target);
  return hash.digest('hex').slice(0, 32);
}

function addVersion(hash: Hash, target: string): void {
  const [name = ''] = target.split('/');
  hash.update(target).update(readFileSync(packageFile(name)));
}

/**
 * Finds package.json by path, because some packages do not export it, and some share the name of a Node.js module.
 */
function packageFile(name: string): string {
  const paths = createRequire(import.meta.url).resolve.paths('any-package') ?? [];
  for (const path of paths) {
    const file = join(path, name, 'package.json');
    try {
      readFileSync(file);
      return file;
    } catch {
      continue;
    }
  }
  throw new Error(`the package ${name} is not installed`);
}

/** Writes a file of the cache atomically, and removes older ones of the same kind. */
async function writeCached(kind: string, name: string, bytes: Uint8Array): Promise<void> {
  if (!IS_SOURCE) return;
  await mkdir(FOLDER, { recursive: true });
  const unfinished = join(FOLDER, `${name}.${process.pid}.unfinished`);
  await writeFile(unfinished, bytes);
  await rename(unfinished, join(FOLDER, name));
  const others = (await readdir(FOLDER)).filter((each) => isOlder(kind, each) && each !== name);
  await Promise.all(others.map((each) => rm(join(FOLDER, each), { force: true })));
}

function isOlder(kind: string, file: string): boolean {
  return file.slice(0, file.lastIndexOf('-')) === kind && !file.endsWith('.unfinished');
}
