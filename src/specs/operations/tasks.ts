// The tasks of the thread that reads API descriptions, and their results: plain data that threads can send.
import type { UserErrorCode } from '../../base/errors.ts';
import type { Collection } from '../../collections/model/collection.ts';
import type { Environment } from '../../collections/model/environment.ts';
import type { SpecComparison } from '../compare-texts.ts';
import type { EditedText, TextEdit } from '../text-edits/index.ts';
import type { SavedRequest } from '../../collections/model/request.ts';
import type { Variable } from '../../collections/model/values.ts';
import type { JsonObject } from '../../documents/json-values.ts';

export interface ApiBody {
  readonly mediaType: string;
  /** A JSON Schema, its references replaced as far as it stays small; null without one. */
  readonly schema: unknown;
  /** The text to send; empty when nothing is known. */
  readonly example: string;
}

export interface ApiParameter {
  readonly name: string;
  readonly in: string;
  readonly required: boolean;
  readonly description: string;
  readonly schema: unknown;
  readonly example: string;
}

export interface ApiResponse {
  /** Such as `200`, `4XX` or `default`. */
  readonly status: string;
  readonly description: string;
  readonly bodies: readonly ApiBody[];
}

export interface ListedOperation {
  /** The id of the request that an import makes of it. */
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** Empty without one, as the texts below. */
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly tags: readonly string[];
  readonly isDeprecated: boolean;
  readonly parameters: readonly ApiParameter[];
  readonly bodies: readonly ApiBody[];
  readonly responses: readonly ApiResponse[];
  /** Alternatives, each with the scopes of the schemes that it asks for; empty where none is needed. */
  readonly security: readonly Readonly<Record<string, readonly string[]>>[];
}

export interface OperationPage {
  /** The number of operations that were found. */
  readonly total: number;
  readonly operations: readonly ListedOperation[];
  /** The offset of the next page; null after the last. */
  readonly next: number | null;
  readonly warnings: readonly string[];
}

export interface OperationRequest {
  readonly request: SavedRequest;
  /** The tag whose folder has it; null without one. */
  readonly folder: string | null;
  /** The collection of the import, without its contents. */
  readonly collection: Pick<Collection, 'auth'> & { readonly variables: readonly Variable[] };
}

/** An error of a document as a whole. */
export interface DocumentError {
  /** From 1. */
  readonly line: number;
  readonly message: string;
}

export interface SpecTasks {
  list: {
    readonly params: { readonly search: string; readonly offset: number; readonly limit: number };
    readonly result: OperationPage;
  };
  request: { readonly params: { readonly operation: string }; readonly result: OperationRequest };
  /** The collection that an import makes, and the document itself. */
  whole: {
    readonly params: object;
    readonly result: { readonly collection: Collection; readonly root: JsonObject };
  };
  /** The document, with the files beside it to which it refers joined into it. */
  joined: { readonly params: object; readonly result: { readonly root: JsonObject } };
  /** The text with edits of parts that the document itself has; null where it does not, or cannot be changed there. */
  edit: {
    readonly params: { readonly edits: readonly TextEdit[]; readonly parts: readonly (readonly string[])[] };
    readonly result: { readonly edited: EditedText | null };
  };
  /** The changes since an older version, perhaps with the texts of one operation in both. */
  diff: {
    readonly params: { readonly before: string; readonly operation?: string | undefined };
    readonly result: SpecComparison;
  };
  /** The documentation as a page; without a collection, of the one that an import makes. */
  docs: {
    readonly params: { readonly collection: Collection | null; readonly environment: Environment | null };
    readonly result: { readonly html: string };
  };
}

export type SpecTask = {
  readonly [K in keyof SpecTasks]: {
    readonly type: K;
    readonly file: string;
    /** The text in place of that of the file. */
    readonly text?: string | undefined;
  } & SpecTasks[K]['params'];
}[keyof SpecTasks];

export type SpecResult<R = SpecTasks[keyof SpecTasks]['result']> =
  | { readonly type: 'done'; readonly value: R }
  | { readonly type: 'broken'; readonly error: DocumentError }
  | { readonly type: 'refused'; readonly code: UserErrorCode; readonly message: string };
