// Writes a session file: each batch of changes is one transaction, so that the file always has whole exchanges.
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { ByteReader } from '../../flow/record/byte-reader.ts';
import { recordOverview } from '../../flow/record/overview.ts';
import type { SessionBatch, SessionChange } from './messages.ts';
import { createTables } from './schema.ts';

/** Pages of the log before they are moved to the file: moving them less often saves a third of the time. */
const CHECKPOINT_PAGES = 4000;

export class SessionFileWriter {
  readonly #database: DatabaseSync;
  readonly #addExchange: StatementSync;
  readonly #addBody: StatementSync;
  readonly #removeExchanges: StatementSync;
  readonly #removeBodies: StatementSync;
  readonly #used: StatementSync;

  /** Opens the file, which is created so that only this user may read it. Throws when that is not possible. */
  constructor(path: string) {
    // SQLite gives its other files the same permissions.
    closeSync(openSync(path, 'a', 0o600));
    this.#database = new DatabaseSync(path);
    if (isEmpty(this.#database)) createTables(this.#database);
    this.#database.exec(`
      PRAGMA journal_mode = WAL;
      PRAGMA synchronous = NORMAL;
      PRAGMA wal_autocheckpoint = ${CHECKPOINT_PAGES};
    `);
    this.#addExchange = this.#database.prepare('REPLACE INTO exchanges VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
    this.#addBody = this.#database.prepare('REPLACE INTO bodies VALUES (?, ?, ?, ?)');
    this.#removeExchanges = this.#database.prepare('DELETE FROM exchanges WHERE id BETWEEN ? AND ?');
    this.#used = this.#database.prepare(
      `SELECT (page_count - freelist_count) * page_size AS bytes
       FROM pragma_page_count, pragma_freelist_count, pragma_page_size`,
    );
    this.#removeBodies = this.#database.prepare('DELETE FROM bodies WHERE exchange BETWEEN ? AND ?');
  }

  /** Writes all of a batch, or nothing of it, and returns the size of the file. Throws when it cannot be written. */
  write(changes: SessionBatch): number {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      for (const change of changes) this.#apply(change);
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
    const isCleared = changes.some(({ type }) => type === 'clear');
    if (isCleared) this.#database.exec('VACUUM');
    // The log has the bytes of what was removed until it starts over.
    if (isCleared || changes.some(({ type }) => type === 'remove'))
      this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    return this.#usedBytes();
  }

  get exchanges(): number {
    return Number(this.#database.prepare('SELECT count(*) AS count FROM exchanges').get()?.['count']);
  }

  /** Completes the file: everything is in it, and nothing of what was removed. */
  close(): void {
    const { free } = this.#database
      .prepare('SELECT freelist_count AS free FROM pragma_freelist_count')
      .get()!;
    if (Number(free) > 0) this.#database.exec('VACUUM');
    this.#database.exec(`PRAGMA journal_mode = DELETE`);
    this.#database.close();
  }

  #apply(change: SessionChange): void {
    switch (change.type) {
      case 'records':
        this.#addRecords(change);
        break;
      case 'body':
        this.#addBody.run(change.id, change.body, change.part, change.bytes);
        break;
      case 'evict':
        this.#evict(change.ids);
        break;
      case 'remove':
        for (const id of change.ids) this.#remove(id, id);
        break;
      case 'clear':
        this.#database.exec('DELETE FROM exchanges; DELETE FROM bodies;');
        break;
      case 'close':
        // Follows the transaction.
        break;
    }
  }

  #addRecords({ bytes, ids, ends }: SessionChange & { readonly type: 'records' }): void {
    const all = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length);
    let start = 0;
    for (const [at, id] of ids.entries()) {
      const end = ends[at] ?? start;
      const reader = new ByteReader(all, start, end);
      const path = reader.octets();
      const { startedAt, durationMs, state, status, method, url, app } = recordOverview(
        all,
        reader.at,
        end,
        path,
      );
      const record = new Uint8Array(all.buffer, all.byteOffset + reader.at, end - reader.at);
      this.#addExchange.run(id, startedAt, durationMs, state, status, method, url, app, record);
      start = end;
    }
  }

  /** Removes what only makes room: it need not be overwritten, which takes most of the time. */
  #evict(ids: readonly number[]): void {
    this.#database.exec('PRAGMA secure_delete = OFF');
    for (const { first, last } of runsOf(ids)) this.#remove(first, last);
    this.#database.exec('PRAGMA secure_delete = ON');
  }

  #remove(first: number, last: number): void {
    this.#removeExchanges.run(first, last);
    this.#removeBodies.run(first, last);
  }

  /** Returns the bytes of the file that are in use: what was evicted leaves room for others. */
  #usedBytes(): number {
    return Number(this.#used.get()?.['bytes'] ?? 0);
  }
}

/** Completes the file that a killed process has left, and returns the number of its exchanges. */
export function completeSessionFile(path: string): number {
  const writer = new SessionFileWriter(path);
  const { exchanges } = writer;
  writer.close();
  return exchanges;
}

/** Returns the runs of numbers without a gap between them. */
function runsOf(ids: readonly number[]): readonly { readonly first: number; readonly last: number }[] {
  const runs: { first: number; last: number }[] = [];
  for (const id of ids) {
    const run = runs.at(-1);
    if (run?.last === id - 1) run.last = id;
    else runs.push({ first: id, last: id });
  }
  return runs;
}

function isEmpty(database: DatabaseSync): boolean {
  return database.prepare('PRAGMA user_version').get()?.['user_version'] === 0;
}
