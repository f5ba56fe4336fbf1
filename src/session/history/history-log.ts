// The log of entries: a file for each day, to which lines are appended. A line that was written in part, by a process that
// was killed or on a full disk, costs that entry alone.
import { open, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { z } from 'zod';
import { systemCode } from '../../base/errors.ts';
import { replaceFile } from '../../base/replace-file.ts';
import { createSafeFolder, refuseLink } from '../../collections/storage/safe-path.ts';
import { latestNames } from './folder-names.ts';
import { historyEntry, latestFirst, type EntryPosition, type HistoryEntry } from './entries.ts';

const VERSION = 1;
const FILE = /^(\d{4}-\d\d-\d\d)\.ndjson$/;
const NEWLINE = 0x0a;
/** Lines that are parsed in one turn of the event loop. */
const LINES_A_TURN = 500;

const line = historyEntry.extend({ version: z.literal(VERSION) });

/** Called with the name of a file, and whether all of it is damaged. */
export type OnDamage = (file: string) => void;

export class HistoryLog {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async append(entry: HistoryEntry): Promise<void> {
    await createSafeFolder(this.#folder, 0o700);
    const path = join(this.#folder, `${dayOf(entry.time)}.ndjson`);
    refuseLink(path);
    const file = await open(path, 'a+', 0o600);
    try {
      const text = `${lineOf(entry)}\n`;
      await file.appendFile((await endsInLine(file)) ? `\n${text}` : text);
    } finally {
      await file.close();
    }
  }

  /** Reads entries that are older than `before`, the latest first. */
  async *read(before: EntryPosition | null, onDamage: OnDamage): AsyncGenerator<HistoryEntry> {
    for (const name of await this.#files()) {
      if (before !== null && dayIn(name) > dayOf(before.time)) continue;
      const entries = await this.#entries(name, onDamage);
      entries.sort(latestFirst);
      for (const entry of entries) if (before === null || latestFirst(before, entry) < 0) yield entry;
    }
  }

  /** Removes entries; resolves with them. */
  async remove(isRemoved: (entry: HistoryEntry) => boolean): Promise<readonly HistoryEntry[]> {
    const removed: HistoryEntry[] = [];
    for (const name of await this.#files()) {
      const entries = await this.#entries(name, () => undefined);
      const gone = entries.filter(isRemoved);
      if (gone.length === 0) continue;
      removed.push(...gone);
      const rest = entries.filter((entry) => !isRemoved(entry));
      const path = join(this.#folder, name);
      if (rest.length === 0) await rm(path, { force: true });
      else await replaceFile(path, rest.map((entry) => `${lineOf(entry)}\n`).join(''));
    }
    return removed;
  }

  #files(): Promise<readonly string[]> {
    return latestNames(this.#folder, FILE);
  }

  async #entries(name: string, onDamage: OnDamage): Promise<HistoryEntry[]> {
    const path = join(this.#folder, name);
    const text = await readFile(path, 'utf8').catch((error: unknown) => {
      if (systemCode(error) !== 'ENOENT') onDamage(name);
      return '';
    });
    const lines = text.split('\n').filter((each) => each !== '');
    const entries: HistoryEntry[] = [];
    for (const [at, one] of lines.entries()) {
      if (at % LINES_A_TURN === LINES_A_TURN - 1) await nextTurn();
      const entry = parsed(one);
      if (entry !== null) entries.push(entry);
    }
    if (entries.length < lines.length) onDamage(name);
    if (lines.length > 0 && entries.length === 0) await rename(path, `${path}.broken`).catch(() => undefined);
    return entries;
  }
}

function lineOf(entry: HistoryEntry): string {
  return JSON.stringify({ version: VERSION, ...entry });
}

/** Returns null for a damaged line, and for one of a later version. */
function parsed(text: string): HistoryEntry | null {
  try {
    const { version: _, ...entry } = line.parse(JSON.parse(text));
    return entry;
  } catch {
    return null;
  }
}

/** True when the last line of a file was written in part. */
async function endsInLine(file: Awaited<ReturnType<typeof open>>): Promise<boolean> {
  const { size } = await file.stat();
  if (size === 0) return false;
  const { buffer } = await file.read(Buffer.alloc(1), 0, 1, size - 1);
  return buffer[0] !== NEWLINE;
}

function dayOf(time: number): string {
  return new Date(time).toISOString().slice(0, 10);
}

function dayIn(name: string): string {
  return FILE.exec(name)?.[1] ?? '';
}
