// The messages between the main thread and the worker that reads large HAR files.
import type { HarEntryResult } from './entries.ts';

/** A message to the worker: bytes of the file, and after the last bytes a request for each batch. */
export type HarWorkerRequest =
  | { readonly type: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'next' };

export type HarWorkerResponse =
  | { readonly type: 'batch'; readonly entries: readonly HarEntryResult[] }
  | { readonly type: 'end' }
  | { readonly type: 'error'; readonly reason: string };
