// Decides by the columns of a session file whether an exchange matches a filter, so that it need not be read.
import { UNKNOWN_FIELD, type FilterSubject, type ValidFilter } from '../filter/index.ts';
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

/** Some columns of an exchange. */
export type KnownColumns = Pick<FlowColumns, 'id' | 'state'> & Partial<FlowColumns>;

/** Tests an exchange by the columns that are known; null where these do not tell. */
export type ColumnTest = (columns: KnownColumns) => boolean | null;

/** Returns the test of a filter; null where no column could tell. */
export function columnTest(filter: ValidFilter): ColumnTest | null {
  if (!filter.hasFieldTerms) return null;
  return (columns) =>
    // One in progress, or that was when it was saved, is shown otherwise.
    columns.state === 'completed'
      ? filter.matches(new ColumnSubject(columns) as object as FilterSubject)
      : null;
}

/** The fields of a summary, computed when a filter asks for them. */
class ColumnSubject {
  readonly #columns: KnownColumns;

  constructor(columns: KnownColumns) {
    this.#columns = columns;
  }

  get id(): number {
    return this.#columns.id;
  }

  get method(): string {
    return known(this.#columns.method);
  }

  get url(): string {
    return known(this.#columns.url);
  }

  get host(): string {
    const { url } = this;
    const start = url.indexOf('://') + 3;
    const slash = url.indexOf('/', start);
    const authority = slash < 0 ? url.slice(start) : url.slice(start, slash);
    return authority.replace(/:\d+$/, '').replace(/^\[|\]$/g, '');
  }

  get startedAt(): string {
    return new Date(known(this.#columns.startedAt)).toISOString();
  }

  get state(): FlowState {
    return this.#columns.state;
  }

  get app(): string | undefined {
    return known(this.#columns.app) ?? undefined;
  }

  get status(): number | undefined {
    return known(this.#columns.status) || undefined;
  }

  get durationMs(): number {
    return Math.round(known(this.#columns.durationMs) * 100) / 100;
  }
}

function known<T>(value: T | undefined): T {
  if (value === undefined) throw UNKNOWN_FIELD;
  return value;
}

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
      throw UNKNOWN_FIELD;
    },
  });
