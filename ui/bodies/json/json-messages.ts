// The requests of the page to the worker that holds JSON, and its answers.
import type { ViewError } from '../../../src/flow/views/index.ts';
import type { BodyAddress } from '../body-source.ts';
import type { JsonRow, OpenMode, Search } from './json-document.ts';
import type { JsonCell, JsonTableShape } from './table-data.ts';

/** The bytes of a body, or where the app has them when the page has only their beginning. */
export type JsonSource =
  | { readonly type: 'bytes'; readonly bytes: Uint8Array; readonly size: number | null }
  | { readonly type: 'app'; readonly token: string; readonly address: BodyAddress };

export interface OpenJson {
  readonly type: 'open';
  readonly source: JsonSource;
  readonly contentType: string;
  /** False while more of the body may arrive. */
  readonly isFinished: boolean;
  /** The document of an earlier state of the same body, which it takes the place of. */
  readonly replaces: number | null;
}

/** Something that is asked of a document. */
export type Act =
  | OpenJson
  | { readonly type: 'close' }
  | { readonly type: 'rows'; readonly from: number; readonly end: number }
  | { readonly type: 'toggle'; readonly row: number }
  | { readonly type: 'all'; readonly mode: OpenMode; readonly row: number }
  | { readonly type: 'parent'; readonly row: number }
  | { readonly type: 'find'; readonly search: Search; readonly query: string | readonly string[] }
  | { readonly type: 'hit'; readonly search: Search; readonly index: number }
  | { readonly type: 'near'; readonly offset: number }
  | { readonly type: 'filter'; readonly query: string; readonly as: number }
  | { readonly type: 'table' }
  | { readonly type: 'cells'; readonly from: number; readonly end: number }
  | { readonly type: 'path'; readonly row: number }
  | { readonly type: 'source'; readonly row: number };

/** `document` is a number that the page chooses. */
export type JsonRequest = Act & { readonly document: number };

export interface OpenedJson {
  readonly rowCount: number;
  readonly valueCount: number;
  /** The bytes of the body that precede the text. */
  readonly shift: number;
  readonly notes: readonly string[];
  /** Says where the text was cut; null when it was not. */
  readonly cut: string | null;
  readonly error: ViewError | null;
  /** The error's offset in the body, in bytes. */
  readonly errorOffset: number | null;
  /** The text from the error on. */
  readonly rest: string;
}

export interface JsonPlace {
  readonly rowCount: number;
  /** The row of the cursor. */
  readonly row: number;
}

export interface JsonFound {
  readonly count: number;
  readonly hasMore: boolean;
  readonly places: readonly number[];
}

/** The answer to each request. */
export interface JsonAnswers {
  readonly open: OpenedJson;
  readonly close: null;
  readonly rows: readonly JsonRow[];
  readonly toggle: JsonPlace;
  readonly all: JsonPlace;
  readonly parent: JsonPlace;
  readonly find: JsonFound;
  readonly hit: JsonPlace;
  readonly near: JsonPlace;
  /** A document of its own, by the number `as`, of what a search finds. */
  readonly filter: OpenedJson;
  /** Null where there is no list of objects. */
  readonly table: JsonTableShape | null;
  readonly cells: readonly (readonly JsonCell[])[];
  readonly path: string;
  /** The value as it was sent; null for one that is too long. */
  readonly source: string | null;
}

export type JsonReply =
  | { readonly key: number; readonly result: JsonAnswers[keyof JsonAnswers] }
  | { readonly key: number; readonly error: string };
