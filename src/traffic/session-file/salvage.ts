// Reads what is left of a session file that is damaged, row by row.
import { setImmediate as turn } from 'node:timers/promises';
import type { CaptureBudget } from '../../flow/capture-budget.ts';
import type { Flow } from '../../flow/flow.ts';
import { decodeFlow } from '../../flow/record/decode.ts';
import type { BodyName } from '../../flow/record/layout.ts';
import { checkedRecord, wholePieces } from './checksum.ts';
import { Pages, varint, type Cell } from './pages.ts';

/** The columns of the two tables; those of other rows are no exchanges. */
const EXCHANGE_COLUMNS = 9;
const BODY_COLUMNS = 5;
const CHECKSUM_COLUMN = 3;
/** Pages and flows that are read before other work goes on. */
const PAGES_AT_ONCE = 200;
const FLOWS_AT_ONCE = 200;
/** A larger gap between two ids is none of lost exchanges: an id is damaged. */
const MAX_GAP = 100_000;

/** The page of a row, and its index in it. */
interface RowPosition {
  readonly page: number;
  readonly index: number;
}

export class SalvagedSession {
  readonly #pages: Pages;
  readonly #captures: CaptureBudget;
  /** By id. */
  readonly #exchanges = new Map<number, RowPosition>();
  /** Pieces of large bodies, in no order. */
  readonly #bodies = new Map<string, (RowPosition & { readonly part: number })[]>();
  /** Ids of the exchanges that were read, and of the one before. */
  readonly #read = new Set<number>();

  private constructor(pages: Pages, captures: CaptureBudget) {
    this.#pages = pages;
    this.#captures = captures;
  }

  /** Looks through a file, and lets other work go on. Rejects when it cannot be read at all. */
  static async open(path: string, captures: CaptureBudget): Promise<SalvagedSession> {
    const session = new SalvagedSession(new Pages(path), captures);
    for (let page = 1; page <= session.#pages.last; page += 1) {
      session.#look(page);
      if (page % PAGES_AT_ONCE === 0) await turn();
    }
    return session;
  }

  /** The exchanges that were found; not all of them may be readable. */
  get found(): number {
    return this.#exchanges.size;
  }

  /** Bytes that the file had once, and has no more. */
  get cutBytes(): number {
    return this.#pages.cutBytes;
  }

  /** The most exchanges that can be missing of those from the first on that was to be read, as their ids tell. */
  get missing(): number {
    const [first = 0] = this.#read;
    const ids = [...new Set([...this.#read, ...this.#exchanges.keys()])].filter((id) => id >= first);
    ids.sort((a, b) => a - b);
    const gaps = ids.slice(1).map((id, at) => id - (ids[at] ?? id) - 1);
    const unread = ids.filter((id) => !this.#read.has(id)).length;
    return unread + gaps.filter((gap) => gap < MAX_GAP).reduce((sum, gap) => sum + gap, 0);
  }

  /** Yields the flows with ids above `after`, some at a time, for a list to have, with ids of its own. */
  *flows(after: number, takeId: () => number): Generator<readonly Flow[], void, undefined> {
    const ids = [...this.#exchanges.keys()].sort((a, b) => a - b);
    if (after > 0) this.#read.add(after);
    const later = ids.filter((id) => id > after);
    for (let at = 0; at < later.length; at += FLOWS_AT_ONCE)
      yield later.slice(at, at + FLOWS_AT_ONCE).flatMap((id) => this.#flow(id, takeId) ?? []);
  }

  close(): void {
    this.#pages.close();
  }

  #look(page: number): void {
    for (const [index, { id, local }] of this.#pages.cells(page).entries()) {
      const columns = columnsOf(local);
      if (columns?.length === EXCHANGE_COLUMNS && id > 0) this.#exchanges.set(id, { page, index });
      if (columns?.length === BODY_COLUMNS) this.#noteBody(columns, local, { page, index });
    }
  }

  #noteBody([exchange, body, part]: readonly Column[], local: Buffer, position: RowPosition): void {
    if (exchange === undefined || body === undefined || part === undefined) return;
    const key = `${integerOf(exchange, local)} ${bytesOf(body, local).toString()}`;
    const pieces = this.#bodies.get(key) ?? [];
    if (pieces.length === 0) this.#bodies.set(key, pieces);
    pieces.push({ ...position, part: integerOf(part, local) });
  }

  #flow(id: number, takeId: () => number): Flow | null {
    try {
      const { row, columns } = this.#row(this.#exchanges.get(id));
      const record = checkedRecord(bytesOf(columns.at(-1)!, row));
      const readBody = (name: BodyName): Buffer => this.#body(id, name);
      const flow = decodeFlow(record, takeId(), { captures: this.#captures, readBody, isListed: true });
      this.#read.add(id);
      return flow;
    } catch {
      return null; // counted as missing
    }
  }

  /** Returns the pieces of a body up to the first that is missing. */
  #body(id: number, name: BodyName): Buffer {
    const pieces = (this.#bodies.get(`${id} ${name}`) ?? []).toSorted((a, b) => a.part - b.part);
    const whole = pieces.findIndex(({ part }, at) => part !== at);
    const there = whole < 0 ? pieces : pieces.slice(0, whole);
    return wholePieces(
      there.map((position) => {
        const { row, columns } = this.#row(position);
        return { checksum: integerOf(columns[CHECKSUM_COLUMN]!, row), bytes: bytesOf(columns.at(-1)!, row) };
      }),
    );
  }

  /** Throws an Error when the row cannot be read. */
  #row(position: RowPosition | undefined): { readonly row: Buffer; readonly columns: readonly Column[] } {
    const cell: Cell | undefined = position && this.#pages.cells(position.page)[position.index];
    const row = cell === undefined ? null : this.#pages.payload(cell);
    const columns = row === null ? null : columnsOf(row);
    if (row === null || columns === null) throw new Error('the row cannot be read');
    return { row, columns };
  }
}

/** A column of a row: its type (section "Record Format"), and where its bytes are. */
interface Column {
  readonly type: number;
  readonly start: number;
  readonly end: number;
}

/** Returns the columns of a row that begins with these bytes; null for what is none. */
function columnsOf(row: Buffer): readonly Column[] | null {
  const head = varint(row, 0);
  if (head === null || head.value > row.length) return null;
  const columns: Column[] = [];
  let start = head.value;
  for (let at = head.end; at < head.value;) {
    const type = varint(row, at);
    if (type === null || columns.length === EXCHANGE_COLUMNS) return null;
    const end = start + lengthOf(type.value);
    columns.push({ type: type.value, start, end });
    start = end;
    at = type.end;
  }
  return columns;
}

/** The bytes of integers and floats by type; larger types are blobs and texts. */
const LENGTHS = [0, 1, 2, 3, 4, 6, 8, 8, 0, 0, 0, 0];

function lengthOf(type: number): number {
  return LENGTHS[type] ?? Math.floor((type - 12) / 2);
}

function integerOf({ type, start, end }: Column, row: Buffer): number {
  if (type === 8 || type === 9) return type - 8;
  return type >= 1 && type <= 5 && end <= row.length ? row.readIntBE(start, end - start) : -1;
}

/** Returns the bytes of a text or a blob. */
function bytesOf({ type, start, end }: Column, row: Buffer): Buffer {
  return type >= 12 ? row.subarray(start, end) : Buffer.alloc(0);
}
