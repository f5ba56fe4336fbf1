// What is said between this thread and the one that reads large HAR files.
import type { HarStep } from './entries.ts';

/** To the thread: bytes of the file, and after the last of them a request for each batch. */
export type HarQuestion =
  { readonly type: 'bytes'; readonly bytes: Uint8Array<ArrayBuffer> } | { readonly type: 'next' };

export type HarAnswer =
  | { readonly type: 'batch'; readonly steps: readonly HarStep[] }
  | { readonly type: 'end' }
  | { readonly type: 'fault'; readonly reason: string };
