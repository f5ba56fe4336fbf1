// Writes a session file: each batch of changes is one transaction, so that the file always has whole exchanges.
import { closeSync, openSync, statSync } from 'node:fs';
import { dirname } from 'node:path';
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { crc32 } from 'node:zlib';
import { makeFolder } from '../../base/make-folder.ts';
import { ByteReader } from '../../flow/record/byte-reader.ts';
import { recordOverview } from '../../flow/record/overview.ts';
import { isDamaged, isTransient, writeFailure } from './failure.ts';
import { removeSessionFile, setAside } from './files.ts';
import { setChecksum } from './checksum.ts';
import type { SessionBatch, SessionChange, WriterOptions } from './messages.ts';
import { openTables } from './schema.ts';

/** Pages of the log before they are moved to the file. Nothing is written meanwhile: 4000 of them take 600 ms. */
const CHECKPOINT_PAGES = 1000;

/** Milliseconds for which a file is waited for that another program reads or looks at. */
const LOCKED_MS = 1000;

export interface Written {
  /** The bytes of the file that are in use: what was evicted leaves room for others. */
  readonly fileBytes: number;
  /** True when the file was empty before. */
  readonly isNew: boolean;
}

/** Writes a session file, and may begin it again where it was deleted or damaged. */
export class SessionFileWriter {
  readonly #path: string;
  readonly #beginsAgain: boolean;
  #file: OpenFile | null = null;

  constructor({ path, beginsAgain }: WriterOptions) {
    this.#path = path;
    this.#beginsAgain = beginsAgain;
  }

  /** Writes all of a batch, or nothing of it. Throws an Error that says why it cannot be written, and what to do. */
  write(changes: SessionBatch): Written {
    try {
      return this.#write(changes);
    } catch (error) {
      // Whatever is mended until the next attempt is found then only where nothing is held open.
      if (!isTransient(error)) this.#release();
      // It is read as far as possible when it is offered at the next start.
      if (this.#beginsAgain && isDamaged(error)) setAside(this.#path);
      throw new Error(writeFailure(error, this.#path), { cause: error });
    }
  }

  /** Completes the file: everything is in it, and nothing of what was removed. */
  close(): void {
    this.#file?.complete();
    this.#file = null;
  }

  #write(changes: SessionBatch): Written {
    // What is written to a file that was deleted is in no file.
    if (this.#beginsAgain && this.#file?.isThere() === false) this.#release();
    try {
      return (this.#file ??= new OpenFile(this.#path)).write(changes);
    } catch (error) {
      if (changes[0]?.type !== 'clear') throw error;
      // Removing what is in a file takes room, too.
      this.#release();
      removeSessionFile(this.#path);
      return (this.#file = new OpenFile(this.#path)).write(changes);
    }
  }

  #release(): void {
    const file = this.#file;
    this.#file = null;
    file?.close();
  }
}

/** The connection to a file. */
class OpenFile {
  readonly #path: string;
  /** Tells it from another file of the same name. */
  readonly #identity: string | null;
  readonly #database: DatabaseSync;
  readonly #addExchange: StatementSync;
  readonly #addBody: StatementSync;
  readonly #removeExchanges: StatementSync;
  readonly #removeBodies: StatementSync;
  readonly #used: StatementSync;
  #isNew: boolean;

  /** Opens the file, which is created so that only this user may read it. */
  constructor(path: string) {
    makeFolder(dirname(path), 0o700);
    // SQLite gives its other files the same permissions.
    closeSync(openSync(path, 'a', 0o600));
    this.#path = path;
    this.#isNew = statSync(path).size === 0;
    this.#database = opened(path);
    this.#identity = identityOf(path);
    this.#addExchange = this.#database.prepare('REPLACE INTO exchanges VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)');
    this.#addBody = this.#database.prepare('REPLACE INTO bodies VALUES (?, ?, ?, ?, ?)');
    this.#removeExchanges = this.#database.prepare('DELETE FROM exchanges WHERE id BETWEEN ? AND ?');
    this.#used = this.#database.prepare(
      `SELECT (page_count - freelist_count) * page_size AS bytes
       FROM pragma_page_count, pragma_freelist_count, pragma_page_size`,
    );
    this.#removeBodies = this.#database.prepare('DELETE FROM bodies WHERE exchange BETWEEN ? AND ?');
  }

  /** False when the file was deleted, or is another one. */
  isThere(): boolean {
    return identityOf(this.#path) === this.#identity;
  }

  write(changes: SessionBatch): Written {
    this.#database.exec('BEGIN IMMEDIATE');
    try {
      for (const change of changes) this.#apply(change);
      this.#database.exec('COMMIT');
    } catch (error) {
      if (this.#database.isTransaction) this.#database.exec('ROLLBACK');
      throw error;
    }
    if (changes.some(({ type }) => type === 'clear')) this.#afterRemoval('VACUUM');
    else if (changes.some(({ type }) => type === 'remove')) this.#afterRemoval('PRAGMA incremental_vacuum');
    const isNew = this.#isNew;
    this.#isNew = false;
    return { fileBytes: Number(this.#used.get()?.['bytes'] ?? 0), isNew };
  }

  /** Makes the file smaller. Its log has the bytes of what was removed until it starts over. */
  #afterRemoval(vacuum: string): void {
    this.#database.exec(vacuum);
    this.#database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
  }

  get exchanges(): number {
    return Number(this.#database.prepare('SELECT count(*) AS count FROM exchanges').get()?.['count']);
  }

  complete(): void {
    const { free } = this.#database
      .prepare('SELECT freelist_count AS free FROM pragma_freelist_count')
      .get()!;
    if (Number(free) > 0) this.#database.exec('VACUUM');
    this.#database.exec(`PRAGMA journal_mode = DELETE`);
    this.#database.close();
  }

  close(): void {
    this.#database.close();
  }

  #apply(change: SessionChange): void {
    switch (change.type) {
      case 'records':
        this.#addRecords(change);
        break;
      case 'body':
        this.#addBody.run(change.id, change.body, change.part, crc32(change.bytes), change.bytes);
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
      setChecksum(all, reader.at, end);
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
}

function opened(path: string): DatabaseSync {
  const database = new DatabaseSync(path, { timeout: LOCKED_MS });
  try {
    openTables(database, CHECKPOINT_PAGES);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Returns what tells the file with this path from others; null where there is none. */
function identityOf(path: string): string | null {
  const stat = statSync(path, { throwIfNoEntry: false });
  return stat === undefined ? null : `${stat.dev} ${stat.ino}`;
}

/** Completes the file that a killed process has left, and returns the number of its exchanges. */
export function completeSessionFile(path: string): number {
  const file = new OpenFile(path);
  const { exchanges } = file;
  file.complete();
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
