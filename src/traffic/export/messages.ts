// The messages between the main thread and the export worker.
import type { SentFlow } from './sent-flow.ts';

/** The `workerData` of the export worker. */
export interface ExportJob {
  readonly format: string;
  readonly redact: boolean;
}

/** A message to the worker: some exchanges; none after the last one. */
export type ExportInput = readonly SentFlow[];

/** A message from the worker. */
export type ExportMessage =
  | { readonly type: 'next' }
  /** Asks for all exchanges again, from the first one. */
  | { readonly type: 'again' }
  | { readonly type: 'chunk'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'end' }
  | { readonly type: 'error'; readonly reason: string };
