// Reads a session file, also while it is being written.
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { UserError } from '../../base/errors.ts';
import type { CaptureBudget } from '../../flow/capture-budget.ts';
import type { Flow } from '../../flow/flow.ts';
import { decodeFlow } from '../../flow/record/decode.ts';
import type { FlowColumns } from '../../flow/search/index.ts';
import { damaged } from '../../flow/record/byte-reader.ts';
import type { BodyName } from '../../flow/record/layout.ts';
import { checkedRecord, wholePieces } from './checksum.ts';
import { UNKNOWN_STATUS, type ListedRow } from '../entry-table.ts';
import { APPLICATION_ID, isBlank, SCHEMA_VERSION } from './schema.ts';

/** The flows that are read at once. */
const PAGE = 200;

export interface SessionFacts {
  readonly requests: number;
  /** When the first and the last exchange began, in ISO 8601. */
  readonly firstAt: string;
  readonly lastAt: string;
}

/** The least bytes of a row: more of them than a file has room for are read only where a damaged one leads in circles. */
const MIN_ROW_BYTES = 16;
/** Milliseconds for which a file is waited for that its writer has locked. */
const LOCKED_MS = 250;

/** Records by id, from which large bodies are read for as long as they are there, and not from the file once more. */
export type HeldRecords = Map<number, Buffer>;

export class SessionFileReader {
  /** The id of the last exchange that `pages` has yielded. */
  lastYielded = 0;
  readonly #path: string;
  readonly #captures: CaptureBudget;
  #connection: Connection | null;

  /** Opens a file. Throws a UserError when it is not a session file that this release reads. */
  constructor(path: string, captures: CaptureBudget) {
    this.#path = path;
    this.#captures = captures;
    this.#connection = new Connection(path);
  }

  /** Returns the flow with this id; undefined when the file has none. Throws a UserError when it is damaged. */
  find(id: number): Flow | undefined {
    const row = this.#open().record.get(id);
    return row === undefined ? undefined : this.#flow(row['record'], id);
  }

  /** Returns the flows with ids `first` to `last`, ascending, and puts their records into `held`. */
  from(first: number, last: number, held?: HeldRecords): readonly Flow[] {
    return this.#open()
      .records.all(first, last)
      .map((row) => this.#flow(row['record'], Number(row['id']), held));
  }

  /** Returns the columns of the exchanges with ids `first` to `last`, ascending. */
  columns(first: number, last: number): readonly FlowColumns[] {
    return this.#open()
      .columns.all(first, last)
      .map((row) => row as unknown as FlowColumns);
  }

  /** The highest id; 0 in an empty file. */
  get lastId(): number {
    return Number(
      this.#open().database.prepare('SELECT max(id) AS last FROM exchanges').get()?.['last'] ?? 0,
    );
  }

  /** Returns at most `limit` rows with ids above `id`, ascending. */
  rowsAfter(id: number, limit: number): readonly ListedRow[] {
    return this.#open()
      .database.prepare(
        `SELECT id, iif(state = 'completed', status, ${UNKNOWN_STATUS}) AS status
         FROM exchanges WHERE id > ? ORDER BY id LIMIT ?`,
      )
      .all(id, limit)
      .map((row) => row as unknown as ListedRow);
  }

  /** Yields all flows, some at a time, for a list to have, with ids of its own. */
  *pages(takeId: () => number): Generator<readonly Flow[], void, undefined> {
    for (let next = 0; ;) {
      const rows = this.#open().page.all(next, PAGE);
      if (rows.length === 0) return;
      const flows = rows.map((row) => {
        const id = Number(row['id']);
        // A damaged file may lead in circles.
        if (id < next) throw damaged('the numbers of exchanges do not ascend');
        next = id + 1;
        const readBody = (name: BodyName): Buffer => this.#bodyOf(id, name);
        const context = { captures: this.#captures, readBody, isListed: true };
        return decodeFlow(checkedRecord(bufferOf(row['record'])), takeId(), context);
      });
      this.lastYielded = next - 1;
      yield flows;
    }
  }

  /** Returns the number of exchanges, and when the first and the last of them began; null without any. */
  facts(): SessionFacts | null {
    const row = this.#open()
      .database.prepare(
        `SELECT count(*) AS requests, min(started_at) AS first, max(started_at) AS last
         FROM (SELECT started_at FROM exchanges LIMIT
           (SELECT page_count * page_size / ${MIN_ROW_BYTES} FROM pragma_page_count, pragma_page_size))`,
      )
      .get();
    const requests = Number(row?.['requests'] ?? 0);
    if (requests === 0) return null;
    const timeOf = (name: string): string => new Date(Number(row?.[name])).toISOString();
    return { requests, firstAt: timeOf('first'), lastAt: timeOf('last') };
  }

  /** Closes the file; it is opened again where somebody reads on. */
  close(): void {
    this.#connection?.database.close();
    this.#connection = null;
  }

  #open(): Connection {
    return (this.#connection ??= new Connection(this.#path));
  }

  #flow(bytes: unknown, id: number, held?: HeldRecords): Flow {
    const record = checkedRecord(bufferOf(bytes));
    held?.set(id, record);
    const readBody = (name: BodyName): Buffer => this.#bodyOf(id, name);
    const readRecord = (): Buffer =>
      held?.get(id) ?? orNothing(() => checkedRecord(bufferOf(this.#open().record.get(id)?.['record'])));
    return decodeFlow(record, id, {
      captures: this.#captures,
      readBody,
      readRecord,
    });
  }

  #bodyOf(id: number, name: BodyName): Buffer {
    return orNothing(() =>
      wholePieces(
        this.#open()
          .body.all(id, name)
          .map(({ bytes, checksum }) => ({ bytes: bufferOf(bytes), checksum: Number(checksum) })),
      ),
    );
  }
}

class Connection {
  readonly database: DatabaseSync;
  readonly record: StatementSync;
  readonly records: StatementSync;
  readonly columns: StatementSync;
  readonly page: StatementSync;
  readonly body: StatementSync;

  constructor(path: string) {
    this.database = new DatabaseSync(path, { readOnly: true, timeout: LOCKED_MS });
    try {
      this.#check();
      this.record = this.database.prepare('SELECT record FROM exchanges WHERE id = ?');
      this.records = this.database.prepare(
        'SELECT id, record FROM exchanges WHERE id BETWEEN ? AND ? ORDER BY id',
      );
      this.columns = this.database.prepare(
        `SELECT id, started_at AS startedAt, duration_ms AS durationMs, state, status, method, url, app
         FROM exchanges WHERE id BETWEEN ? AND ? ORDER BY id`,
      );
      this.page = this.database.prepare('SELECT id, record FROM exchanges WHERE id >= ? ORDER BY id LIMIT ?');
      this.body = this.database.prepare(
        'SELECT checksum, bytes FROM bodies WHERE exchange = ? AND body = ? ORDER BY part',
      );
    } catch (error) {
      this.database.close();
      throw error;
    }
  }

  #check(): void {
    const application = this.database.prepare('PRAGMA application_id').get()?.['application_id'];
    if (application !== APPLICATION_ID) throw new UserError('INVALID_DATA', 'it is not a session file');
    const version = this.database.prepare('PRAGMA user_version').get()?.['user_version'];
    if (typeof version !== 'number' || version < SCHEMA_VERSION)
      throw new UserError('INVALID_DATA', `its version is invalid: ${String(version)}`);
    if (version > SCHEMA_VERSION)
      throw new UserError(
        'UNSUPPORTED',
        `its version is ${version}, and this release reads ${SCHEMA_VERSION}: open it with a newer proxyctl`,
      );
  }
}

/** Returns nothing for bytes that cannot be read any more: the rest of their exchange is shown. */
function orNothing(read: () => Buffer): Buffer {
  try {
    return read();
  } catch {
    return Buffer.alloc(0);
  }
}

/** True for the file of a process that was ended before it had anything to keep. Throws where it cannot be read. */
export function isBlankFile(path: string): boolean {
  const database = new DatabaseSync(path, { readOnly: true, timeout: LOCKED_MS });
  try {
    return isBlank(database);
  } finally {
    database.close();
  }
}

function bufferOf(value: unknown): Buffer {
  return value instanceof Uint8Array
    ? Buffer.from(value.buffer, value.byteOffset, value.byteLength)
    : Buffer.alloc(0);
}
