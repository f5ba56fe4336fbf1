// What is said between this thread and the one that makes files.
import type { StoredFlow } from '../formats/session/stored-flow.ts';

/** What the thread is started with. */
export interface ExportJob {
  readonly format: string;
  readonly redact: boolean;
}

/** To the thread: an exchange; null when there are no more. */
export type ExportInput = SentFlow | null;

export interface SentFlow {
  readonly id: number;
  readonly stored: StoredFlow;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Of the thread. */
export type ExportMessage =
  | { readonly type: 'next' }
  | { readonly type: 'piece'; readonly bytes: Uint8Array<ArrayBuffer> }
  | { readonly type: 'end' }
  | { readonly type: 'fault'; readonly reason: string };
