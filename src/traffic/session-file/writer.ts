// Writes a session file: each batch of changes is one transaction, so that the file always has whole exchanges.
import { closeSync, openSync } from 'node:fs';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { ByteReader } from '../../flow/record/byte-reader.ts';
import { recordOverview } from '../../flow/record/overview.ts';
import type { SessionBatch, SessionChange } from './messages.ts';
import { openTables } from './schema.ts';

/** Pages of the log before they are moved to the file. Nothing is written meanwhile: 4000 of them take 600 ms. */
const CHECKPOINT_PAGES = 1000;

export class SessionFileWriter {
  readonly #database: DatabaseSync;
  readonly #addExchange: StatementSync;
  readonly #addBody: StatementSync;
  readonly #removeExchange: StatementSync;
  readonly #removeBodies: StatementSync;
  readonly #used: StatementSync;

  /** Opens the file, which is created so that only this user may read it. Throws when that is not possible. */
  constructor(path: string) {
    // SQLite gives its other files the same permissions.
    closeSync(openSync(path, 'a', 0o600));
    this.#database = opened(path);
    this.#addExchange = this.#database.prepare('REPLACE INTO exchanges VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
    this.#addBody = this.#database.prepare('REPLACE INTO bodies VALUES (?, ?, ?, ?)');
    this.#removeExchange = this.#database.prepare('DELETE FROM exchanges WHERE id = ?');
    this.#used = this.#database.prepare(
      `SELECT (page_count - freelist_count) * page_size AS bytes
       FROM pragma_page_count, pragma_freelist_count, pragma_page_size`,
    );
    this.#removeBodies = this.#database.prepare('DELETE FROM bodies WHERE exchange = ?');
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

  /** Completes the file: everything is in it, and nothing of what was removed. */
  close(): void {
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
      case 'remove':
        for (const id of change.ids) this.#remove(id);
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

  #remove(id: number): void {
    this.#removeExchange.run(id);
    this.#removeBodies.run(id);
  }

  /** Returns the bytes of the file that are in use: what was evicted leaves room for others. */
  #usedBytes(): number {
    return Number(this.#used.get()?.['bytes'] ?? 0);
  }
}

function opened(path: string): DatabaseSync {
  const database = new DatabaseSync(path);
  try {
    openTables(database, CHECKPOINT_PAGES);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}
