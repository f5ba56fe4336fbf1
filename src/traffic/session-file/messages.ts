// The messages between a session file and the thread that writes it.
import type { BodyName } from '../../flow/record/layout.ts';

/** The `workerData` of the thread. */
export interface WriterOptions {
  /** Path of the file, which is created. */
  readonly path: string;
  /** A file that was deleted or damaged while it is written begins again. */
  readonly beginsAgain: boolean;
}

/** Changes that are written together or not at all, in this order. */
export type SessionBatch = readonly SessionChange[];

export type SessionChange =
  /** Finished exchanges, back to back: the path of each, and its record. One that the file has already is replaced. */
  | {
      readonly type: 'records';
      readonly bytes: Uint8Array<ArrayBuffer>;
      readonly ids: Float64Array<ArrayBuffer>;
      /** The offset after each record. */
      readonly ends: Float64Array<ArrayBuffer>;
    }
  /** Piece `part` of a large body, from 0. */
  | {
      readonly type: 'body';
      readonly id: number;
      readonly body: BodyName;
      readonly part: number;
      readonly bytes: Uint8Array<ArrayBuffer>;
    }
  /** Exchanges that the list has no room for. */
  | { readonly type: 'evict'; readonly ids: readonly number[] }
  /** Exchanges that nobody may read any more: their bytes are overwritten. */
  | { readonly type: 'remove'; readonly ids: readonly number[] }
  /** Removes every exchange in the same way. */
  | { readonly type: 'clear' }
  /** Completes the file; nothing follows. */
  | { readonly type: 'close' };

/** The answer to a batch. */
export type WriterAnswer =
  /** `isNew`: the file was empty before. `memory`: that of the records, to be used again; null without any. */
  | {
      readonly type: 'written';
      readonly fileBytes: number;
      readonly isNew: boolean;
      readonly memory: ArrayBuffer | null;
    }
  | { readonly type: 'failed'; readonly reason: string };
