// The items that wait in an intercepting relay, in the order in which they are passed on.
import type { MessageKind } from '../../codec/websocket/frame.ts';

export type DataKind = 'text' | 'binary';

export interface Payload {
  readonly kind: DataKind;
  readonly compressed: boolean;
  readonly payload: Buffer;
}

/** A part of a message that is too long to be held; `size`: of the whole, so far. */
export interface Fragment extends Payload {
  readonly last: boolean;
  readonly size: number;
}

export type Item =
  /** A whole message to show to the tool. */
  | ({ readonly type: 'message' } & Payload)
  | ({ readonly type: 'fragment' } & Fragment)
  /** A control frame, or an injected message, which then has a weight. */
  | { readonly type: 'ready'; readonly weight: number; readonly kind: MessageKind; readonly payload: Buffer }
  /** Bytes that cannot be read. */
  | { readonly type: 'raw'; readonly payload: Buffer }
  | { readonly type: 'end'; readonly payload: Buffer };

export const PART_BYTES = 64 * 1024;
export const NOTHING: Buffer = Buffer.alloc(0);
