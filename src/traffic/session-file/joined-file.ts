// A session file that is looked at where it lies, together with the one that other requests are read into: opening a
// million requests copies none of them.
import { setImmediate as turn } from 'node:timers/promises';
import type { CaptureBudget } from '../../flow/capture-budget.ts';
import type { Flow } from '../../flow/flow.ts';
import type { HeldFlow, PackedFlow } from '../../flow/packed-flows.ts';
import type { FlowColumns } from '../../flow/search/index.ts';
import type { ListedRow } from '../entry-table.ts';
import { SessionFileReader, type HeldRecords } from './reader.ts';
import type { SessionFile } from './session-file.ts';

/** The rows that are read at once. */
const PAGE = 10_000;

/** The session file that is looked at. */
interface OpenedFile {
  readonly reader: SessionFileReader;
  readonly lastId: number;
  /** Completes what a flow of the file does not say. */
  readonly complete: (flow: Flow) => void;
}

export class JoinedFile {
  readonly #own: SessionFile;
  readonly #captures: CaptureBudget;
  #opened: OpenedFile | null = null;

  /** `own`: the file that is written to. */
  constructor(own: SessionFile, captures: CaptureBudget) {
    this.#own = own;
    this.#captures = captures;
  }

  /**
   * Opens a session file whose ids are below those of all others. `complete` is called with each flow that is read of it.
   * Throws a UserError when it is none, or is damaged at its start. Returns its last id.
   */
  open(path: string, complete: (flow: Flow) => void): number {
    const reader = new SessionFileReader(path, this.#captures);
    try {
      const { lastId } = reader;
      this.#opened = { reader, lastId, complete };
      return lastId;
    } catch (error) {
      reader.close();
      throw error;
    }
  }

  /** Looks at the opened file no more. */
  leave(): void {
    this.#opened?.reader.close();
    this.#opened = null;
  }

  /** The last id of the opened file; 0 without one. */
  get lastOpenedId(): number {
    return this.#opened?.lastId ?? 0;
  }

  /** Yields the rows of the opened file, ascending, and lets other work go on in between. */
  async *rows(): AsyncGenerator<readonly ListedRow[], void, undefined> {
    for (let after = 0; ;) {
      const rows = this.#opened?.reader.rowsAfter(after, PAGE) ?? [];
      if (rows.length === 0) return;
      yield rows;
      after = rows.at(-1)?.id ?? Infinity;
      await turn();
    }
  }

  write(held: HeldFlow): void {
    this.#own.write(held);
  }

  packed(packed: PackedFlow): void {
    this.#own.packed(packed);
  }

  remove(ids: readonly number[], kind?: 'evict' | 'remove'): void {
    this.#own.remove(ids, kind);
  }

  clear(): void {
    this.#own.clear();
  }

  find(id: number): Flow | undefined {
    const opened = this.#opened;
    if (opened === null || id > opened.lastId) return this.#own.find(id);
    const flow = opened.reader.find(id);
    if (flow !== undefined) opened.complete(flow);
    return flow;
  }

  from(first: number, last: number, held?: HeldRecords): readonly Flow[] {
    const opened = this.#opened;
    if (opened === null || first > opened.lastId) return this.#own.from(first, last, held);
    const flows = opened.reader.from(first, Math.min(last, opened.lastId), held);
    flows.forEach(opened.complete);
    return last > opened.lastId ? [...flows, ...this.#own.from(opened.lastId + 1, last, held)] : flows;
  }

  columns(first: number, last: number): readonly FlowColumns[] {
    const opened = this.#opened;
    if (opened === null || first > opened.lastId) return this.#own.columns(first, last);
    const columns = opened.reader.columns(first, Math.min(last, opened.lastId));
    return last > opened.lastId ? [...columns, ...this.#own.columns(opened.lastId + 1, last)] : columns;
  }

  settled(): Promise<boolean> {
    return this.#own.settled();
  }

  async close(): Promise<void> {
    this.#opened?.reader.close();
    await this.#own.close(false);
  }
}
