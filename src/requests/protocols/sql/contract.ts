// The contract of a database driver: it runs one statement with parameters. The parameters are never spliced into the
// statement.
import type { Conversation } from '../shared/conversation.ts';
import type { Login } from '../shared/addresses.ts';
import type { ProtocolContext } from '../contract.ts';

export interface SqlColumn {
  readonly name: string;
  /** The type as the database names it; empty when it does not say. */
  readonly type: string;
}

export interface SqlResult {
  readonly columns: readonly SqlColumn[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** The number of rows that the statement has changed; null when it returns rows. */
  readonly changes: number | null;
  /** The id of the last inserted row, where the database says it. */
  readonly lastId: string | null;
}

export interface SqlCall {
  readonly url: URL;
  /** For SQLite: the path of the file, or `:memory:`. */
  readonly path: string;
  readonly login: Login | null;
  readonly statement: string;
  readonly parameters: readonly SqlParameter[];
  readonly readOnly: boolean;
  readonly verifyTls: boolean;
  readonly conversation: Conversation;
  readonly context: ProtocolContext;
}

export type SqlParameter = string | number | boolean | null;

export type SqlDriver = (call: SqlCall) => Promise<SqlResult>;

/** The maximum number of rows of a response. */
export const MAX_ROWS = 100_000;

/** A statement for the process that runs SQLite. */
export interface SqliteQuestion {
  readonly id: number;
  readonly file: string;
  readonly statement: string;
  readonly parameters: readonly SqlParameter[];
  readonly readOnly: boolean;
  readonly maxRows: number;
}

export type SqliteAnswer =
  | { readonly id: number; readonly type: 'result'; readonly result: SqlResult }
  | { readonly id: number; readonly type: 'error'; readonly message: string };
