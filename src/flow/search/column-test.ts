// Decides by the columns of a session file that an exchange does not match a filter, so that it need not be read.
import type { FilterSubject } from '../filter/subject.ts';
import type { ValidFilter } from '../filter/index.ts';
import type { FlowState } from '../flow.ts';

/** An exchange by the columns of a session file. */
export interface FlowColumns {
  readonly id: number;
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly durationMs: number;
  readonly state: FlowState;
  /** 0 without a response. */
  readonly status: number;
  readonly method: string;
  readonly url: string;
  readonly app: string | null;
}

/** Tests an exchange by its columns; false when it cannot match. */
export type ColumnTest = (columns: FlowColumns) => boolean;

/** Returns a test that is false only for an exchange that the filter does not match. */
export function columnTest(filter: ValidFilter): ColumnTest {
  return (columns) => {
    // One in progress, or that was when it was saved, is shown otherwise.
    if (columns.state !== 'completed') return true;
    try {
      return filter.matches(new ColumnSubject(columns) as object as FilterSubject) !== false;
    } catch {
      return true; // it asks for what no column has
    }
  };
}

/** The fields of a summary, computed when a filter asks for them. */
class ColumnSubject {
  readonly #columns: FlowColumns;

  constructor(columns: FlowColumns) {
    this.#columns = columns;
  }

  get id(): number {
    return this.#columns.id;
  }

  get method(): string {
    return this.#columns.method;
  }

  get url(): string {
    return this.#columns.url;
  }

  get host(): string {
    const { url } = this.#columns;
    const start = url.indexOf('://') + 3;
    const slash = url.indexOf('/', start);
    const authority = slash < 0 ? url.slice(start) : url.slice(start, slash);
    return authority.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  }

  get startedAt(): string {
    return new Date(this.#columns.startedAt).toISOString();
  }

  get state(): FlowState {
    return this.#columns.state;
  }

  get app(): string | undefined {
    return this.#columns.app ?? undefined;
  }

  get status(): number | undefined {
    return this.#columns.status === 0 ? undefined : this.#columns.status;
  }

  get durationMs(): number {
    return Math.round(this.#columns.durationMs * 100) / 100;
  }
}

const NOT_A_COLUMN = new Error('no column has it');

/** Fields that only the record has. */
const OTHERS = [
  'error',
  'decrypted',
  'notDecryptedCode',
  'client',
  'tags',
  'color',
  'comment',
  'pinned',
  'repaired',
  'operation',
  'applicationError',
  'grpcStatus',
  'httpVersion',
  'requestSize',
  'sentBytes',
  'receivedBytes',
  'responseSize',
  'contentType',
] as const satisfies readonly Exclude<keyof FilterSubject, keyof ColumnSubject>[];

for (const name of OTHERS)
  Object.defineProperty(ColumnSubject.prototype, name, {
    get() {
      throw NOT_A_COLUMN;
    },
  });
