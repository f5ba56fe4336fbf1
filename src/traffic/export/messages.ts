// The messages between the main thread and the export worker.
import type { StoredFlow } from '../formats/session/stored-flow.ts';

/** The `workerData` of the export worker. */
export interface ExportJob {
  readonly format: string;
  readonly redact: boolean;
}

/** A message to the worker: an exchange, or null after the last one. */
export type ExportInput = SentFlow | null;

export interface SentFlow {
  readonly id: number;
  readonly stored: StoredFlow;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A message from the worker. */
export type ExportMessage =
  | { readonly type: 'next' }
  | { readonly type: 'chunk'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'end' }
  | { readonly type: 'error'; readonly reason: string };
