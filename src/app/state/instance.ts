// One app for a data folder: whose turn it is stands in a file there, with the port, so that commands find the app. A
// file that a crash left behind holds nobody up.
import { randomBytes } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import net from 'node:net';
import { join } from 'node:path';
import { messageOf, systemCode, UserError } from '../../base/errors.ts';
import { productName } from '../../base/product.ts';
import { replaceFile } from '../../base/replace-file.ts';

export interface Instance {
  /** Says where the app listens. Rejects when that cannot be written. */
  listensOn(port: number): Promise<void>;
  /** Lets another app start. Never rejects. */
  release(): Promise<void>;
}

/** As it stands in the file. */
interface Entry {
  readonly pid: number;
  /** Null until it listens. */
  readonly port: number | null;
  /** Epoch milliseconds. */
  readonly startedAt: number;
}

const FILE = 'app.json';
/** How long an app may take from its entry to its port. */
const MAX_STARTUP_MS = 30_000;
const CONNECT_TIMEOUT_MS = 1000;
const ATTEMPTS = 5;

/** Rejects with an Error that says on which port the other app listens. */
export async function claimInstance(home: string): Promise<Instance> {
  const path = join(home, FILE);
  const own: Entry = { pid: process.pid, port: null, startedAt: Date.now() };
  for (let attempt = 0; attempt < ATTEMPTS; attempt += 1) {
    if (await createEntry(path, own)) return instance(path, own);
    const text = await readFile(path, 'utf8').catch(() => null);
    if (text === null) continue; // it has just gone
    const other = parseEntry(text);
    if (other !== null && (await isAlive(other)))
      throw new UserError('CONFLICT', runningMessage(home, other));
    await removeStale(path, text);
  }
  throw new UserError('CONFLICT', `${path} comes and goes: other apps are starting; try again`);
}

/** The port of the app of this data folder; null when none runs. */
export async function runningPort(home: string): Promise<number | null> {
  const text = await readFile(join(home, FILE), 'utf8').catch(() => null);
  const entry = text === null ? null : parseEntry(text);
  return entry !== null && hasProcess(entry.pid) ? entry.port : null;
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
  if (port === null) return `${productName} is starting in ${home} already`;
  return `${productName} is running on port ${port} already, with the data folder ${home}: stop it, or set PROXYCTL_HOME to another folder`;
}

/** Whole or not at all: false when there is one already. */
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

/** Another app may have replaced it in between: then it is put back. */
async function removeStale(path: string, expected: string): Promise<void> {
  const renamed = `${path}.${randomBytes(6).toString('hex')}`;
  try {
    await rename(path, renamed);
    if ((await readFile(renamed, 'utf8')) !== expected) await link(renamed, path);
  } catch (error) {
    if (!['ENOENT', 'EEXIST'].includes(systemCode(error))) throw error;
  } finally {
    await rm(renamed, { force: true });
  }
}

/** A process of that number may be any other by now: the app is the one that listens. */
async function isAlive({ pid, port, startedAt }: Entry): Promise<boolean> {
  if (pid === process.pid || !hasProcess(pid)) return false;
  return port === null ? Date.now() - startedAt < MAX_STARTUP_MS : isListening(port);
}

function hasProcess(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return systemCode(error) === 'EPERM';
  }
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = net.connect({ host: '127.0.0.1', port, timeout: CONNECT_TIMEOUT_MS });
    const settle = (isOpen: boolean): void => {
      socket.destroy();
      resolve(isOpen);
    };
    socket.once('connect', () => settle(true));
    socket.once('timeout', () => settle(true)); // too busy to answer
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
