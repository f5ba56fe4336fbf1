// Makes sure that one app runs per data folder. A file in it holds the app's process id and port, so that commands find
// the app; a file that is left after a crash does not block the next start.
import { hasProcess } from '../../base/has-process.ts';
import { randomBytes } from 'node:crypto';
import { link, readFile, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { join } from 'node:path';
import { messageOf, systemCode, UserError } from '../../base/errors.ts';
import { acquireLock, releaseLock } from '../../base/file-lock.ts';
import { productName } from '../../base/product.ts';
import { replaceFile } from '../../base/replace-file.ts';

export interface Instance {
  /** Writes the port on which the app listens. Rejects when the file cannot be written. */
  listensOn(port: number): Promise<void>;
  /** Releases the data folder, so that another app can start. Never rejects. */
  release(): Promise<void>;
}

/** The content of the file. */
interface Entry {
  readonly pid: number;
  /** Null until the app listens. */
  readonly port: number | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

const FILE = 'app.json';
/** Time that an app has from creating the file to listening. */
const MAX_STARTUP_MS = 30_000;
const CONNECT_TIMEOUT_MS = 1000;
const ATTEMPTS = 5;

/** Claims the data folder for this process. Rejects with an Error that names the port of the app that runs already. */
export async function claimInstance(home: string): Promise<Instance> {
  const path = join(home, FILE);
  const own: Entry = { pid: process.pid, port: null, startedAt: Date.now() };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await createEntry(path, own)) return instance(path, own);
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text === null) continue; // Its app has removed it meanwhile.
    const other = parseEntry(text);
    if (other !== null && (await isAlive(other)))
      throw new UserError('CONFLICT', runningMessage(home, other));
    await removeStale(path, text);
  }
  throw new UserError(
    'CONFLICT',
    `${path} is created and removed by other instances that are starting: try again`,
  );
}

/** Returns the port of the app of this data folder; null when none runs. */
export async function runningPort(home: string): Promise<number | null> {
  const text = await readFile(join(home, FILE), 'utf8').catch(() => null);
  const entry = text === null ? null : parseEntry(text);
  return entry !== null && hasProcess(entry.pid) ? entry.port : null;
}

/** Resolves with true when the app of this data folder is starting, or listens; false for one that was killed. */
export async function isAppReachable(home: string): Promise<boolean> {
  const text = await readFile(join(home, FILE), 'utf8').catch(() => null);
  const entry = text === null ? null : parseEntry(text);
  return entry !== null && (await isAlive(entry));
}

/** Resolves with true while the process of the app of this data folder exists. */
export async function isAppRunning(home: string): Promise<boolean> {
  const text = await readFile(join(home, FILE), 'utf8').catch(() => null);
  const entry = text === null ? null : parseEntry(text);
  return entry !== null && hasProcess(entry.pid);
}

function instance(path: string, own: Entry): Instance {
  return {
    listensOn: (port) => replaceFile(path, serializeEntry({ ...own, port })),
    async release() {
      const text = await readFile(path, 'utf8').catch(() => '');
      if (parseEntry(text)?.pid === own.pid) await rm(path, { force: true }).catch(() => undefined);
    },
  };
}

function runningMessage(home: string, { port }: Entry): string {
  if (port === null) return `${productName} is already starting with the data folder ${home}`;
  return `${productName} is already running on port ${port} with the data folder ${home}: stop it, or set PROXYCTL_HOME to another folder`;
}

/** Creates the file atomically; false when it exists already. */
async function createEntry(path: string, entry: Entry): Promise<boolean> {
  const temporary = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await writeFile(temporary, serializeEntry(entry), { mode: 0o600, flag: 'wx' });
    await link(temporary, path);
    return true;
  } catch (error) {
    if (systemCode(error) === 'EEXIST') return false;
    throw new UserError('INVALID_FILE', `${path} cannot be written: ${messageOf(error)}`, { cause: error });
  } finally {
    await rm(temporary, { force: true });
  }
}

/** Removes the file unless another app has replaced it. One app at a time does so, since it may be gone and new by now. */
async function removeStale(path: string, expected: string): Promise<void> {
  const lock = `${path}.lock`;
  await acquireLock(lock, 'starting with the same data folder');
  try {
    if ((await readFile(path, 'utf8').catch(() => null)) === expected) await rm(path, { force: true });
  } finally {
    await releaseLock(lock);
  }
}

/** Another process may have that id by now, so an app must also listen on its port. */
async function isAlive({ pid, port, startedAt }: Entry): Promise<boolean> {
  if (pid === process.pid || !hasProcess(pid)) return false;
  return port === null ? Date.now() - startedAt < MAX_STARTUP_MS : isListening(port);
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ host: '127.0.0.1', port, timeout: CONNECT_TIMEOUT_MS });
    const settle = (isOpen: boolean): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => settle(true));
    socket.once('timeout', () => settle(true)); // Too busy to accept.
    socket.once('error', () => settle(false));
  });
}

function serializeEntry(entry: Entry): string {
  return `${JSON.stringify(entry)}\n`;
}

function parseEntry(text: string): Entry | null {
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== 'object' || value === null) return null;
    const { pid, port, startedAt } = value as Readonly<Record<string, unknown>>;
    if (typeof pid !== 'number' || !Number.isInteger(pid) || pid <= 0) return null;
    return {
      pid,
      port: typeof port === 'number' && port > 0 && port <= 65_535 ? port : null,
      startedAt: typeof startedAt === 'number' ? startedAt : 0,
    };
  } catch {
    return null;
  }
}
