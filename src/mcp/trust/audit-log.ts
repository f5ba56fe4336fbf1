// The log of what assistants called, in the data folder: a line of JSON for each call, with what takes it back.
import { randomUUID } from 'node:crypto';
import { appendFile, readFile, rename, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { systemCode } from '../../base/errors.ts';
import { makeFolder } from '../../base/make-folder.ts';
import type { Undo } from '../tools/contract.ts';

export interface AuditEntry {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly time: string;
  /** The name and version of the assistant, as it says itself. */
  readonly client: string;
  readonly tool: string;
  /** The parameters as JSON, without secrets, cut when long. */
  readonly params: string;
  readonly outcome: 'ok' | 'error' | 'cancelled';
  /** The error; empty without. */
  readonly error: string;
  readonly durationMs: number;
  /** Null where there is nothing to take back. */
  readonly undo: Undo | null;
  /** The id of the entry that this one took back. */
  readonly undoes?: string;
}

const FILE = 'mcp-log.ndjson';
/** A log of this size becomes the earlier one, in place of the one before. */
const MAX_BYTES = 4 * 1024 * 1024;
const MAX_PARAMS = 2000;

/** Returns an entry of a call that ends now. */
export function auditEntry(
  call: Pick<AuditEntry, 'client' | 'tool' | 'outcome' | 'error' | 'undo'> & {
    readonly params: object;
    readonly startedAt: number;
    readonly undoes?: string;
  },
): AuditEntry {
  const { params, startedAt, ...rest } = call;
  const text = JSON.stringify(params);
  return {
    id: randomUUID().slice(0, 8),
    time: new Date(startedAt).toISOString(),
    params: text.length > MAX_PARAMS ? `${text.slice(0, MAX_PARAMS)}…` : text,
    durationMs: Date.now() - startedAt,
    ...rest,
  };
}

export class AuditLog {
  readonly path: string;
  readonly #home: string;
  #writing: Promise<void> = Promise.resolve();
  #read: { readonly version: string; readonly entries: readonly AuditEntry[] } | null = null;

  constructor(home: string) {
    this.#home = home;
    this.path = join(home, FILE);
  }

  /** Writes an entry after those before it. Rejects when it cannot be written. */
  add(entry: AuditEntry): Promise<void> {
    this.#writing = this.#writing.catch(() => undefined).then(() => this.#write(entry));
    return this.#writing;
  }

  /** Returns the entries, oldest first; lines that are damaged are left out. Reads them again when they have changed. */
  async entries(): Promise<readonly AuditEntry[]> {
    const paths = [`${this.path}.1`, this.path];
    const version = (await Promise.all(paths.map(versionOf))).join(' ');
    if (this.#read?.version === version) return this.#read.entries;
    const texts = await Promise.all(paths.map(textOf));
    const entries = texts.flatMap((text) => text.split('\n').flatMap(parsed));
    this.#read = { version, entries };
    return entries;
  }

  async #write(entry: AuditEntry): Promise<void> {
    makeFolder(this.#home);
    const size = await stat(this.path).then(
      (found) => found.size,
      () => 0,
    );
    if (size > MAX_BYTES) await rename(this.path, `${this.path}.1`);
    await appendFile(this.path, `${JSON.stringify(entry)}\n`, { mode: 0o600 });
  }
}

/** Returns what changes with a file. */
async function versionOf(path: string): Promise<string> {
  return stat(path).then(
    ({ size, mtimeMs, ino }) => `${size} ${mtimeMs} ${ino}`,
    () => '',
  );
}

async function textOf(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if (systemCode(error) === 'ENOENT') return '';
    throw error;
  }
}

function parsed(line: string): readonly AuditEntry[] {
  try {
    return [JSON.parse(line) as AuditEntry];
  } catch {
    return [];
  }
}
