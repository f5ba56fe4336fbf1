// The latest load tests, a record each: options and figures in the summary, the seconds in the rest.
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { createSafeFolder } from '../../collections/storage/safe-path.ts';
import { historyEntry, type HistoryEntry } from './entries.ts';
import { latestNames } from './folder-names.ts';
import { readRest, readSummary, writeRecord } from './record-file.ts';

const MAX_LOAD_TESTS = 20;
const VERSION = 1;
const SUFFIX = '.ndjson';
const FILE = /^\d{13}-.*\.ndjson$/;

const loadTestSummary = historyEntry.extend({
  version: z.literal(VERSION),
  collection: z.string(),
  /** Options by name, as they are compared. */
  options: z.record(z.string(), z.unknown()),
  /** Figures by the name of their metric. */
  figures: z.record(z.string(), z.number()),
});
export type LoadTestSummary = Omit<z.output<typeof loadTestSummary>, 'version'>;

/** The result, with its thresholds. */
export type LoadTestRest = Readonly<Record<string, unknown>>;

export class LoadTestFiles {
  readonly #folder: string;

  constructor(folder: string) {
    this.#folder = folder;
  }

  async save(summary: LoadTestSummary, rest: LoadTestRest): Promise<void> {
    await createSafeFolder(this.#folder, 0o700);
    await writeRecord(join(this.#folder, fileOf(summary)), { version: VERSION, ...summary }, rest);
    for (const old of (await this.#names()).slice(MAX_LOAD_TESTS))
      await rm(join(this.#folder, old), { force: true });
  }

  /** Returns the load tests, the latest first. */
  async list(onDamage: (file: string) => void): Promise<readonly LoadTestSummary[]> {
    const found = await Promise.all(
      (await this.#names()).map((name) =>
        readSummary(join(this.#folder, name), parsed, () => onDamage(name)),
      ),
    );
    return found.filter((each) => each !== null);
  }

  async read(summary: LoadTestSummary): Promise<LoadTestRest | null> {
    return readRest(join(this.#folder, fileOf(summary)));
  }

  /** Removes load tests; resolves with their number. */
  async remove(isRemoved: (entry: HistoryEntry) => boolean): Promise<number> {
    const removed = (await this.list(() => undefined)).filter(isRemoved);
    for (const summary of removed) await rm(join(this.#folder, fileOf(summary)), { force: true });
    return removed.length;
  }

  #names(): Promise<readonly string[]> {
    return latestNames(this.#folder, FILE);
  }
}

function fileOf({ time, id }: Pick<LoadTestSummary, 'time' | 'id'>): string {
  return `${String(time).padStart(13, '0')}-${id}${SUFFIX}`;
}

function parsed(value: unknown): LoadTestSummary {
  const { version: _, ...summary } = loadTestSummary.parse(value);
  return summary;
}
