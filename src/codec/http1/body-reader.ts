// The contract of body readers: they find the end and the payload of a body. They store no bytes except a trailer
// section.
import type { Violation } from './fields.ts';
import type { Repair } from './repair.ts';

/** Receives each run of payload, as offsets into the bytes being read. */
export type PayloadSink = (bytes: Buffer, start: number, end: number) => void;

export type OnRepairs = (repairs: readonly Repair[]) => void;

export interface BodyReader {
  /** True when the bytes are framing and payload mixed, false for payload only. */
  readonly framed: boolean;
  /** True when the complete body has been read. */
  readonly done: boolean;
  readonly violation: Violation | null;
  /** The trailer section as received, without its empty line; empty when there is none. */
  readonly trailers: string;
  /**
   * Returns the part of `bytes[at…end)`, just read, that may be forwarded as it is: a trailer section is held back
   * until it is complete, since it may contain fields that must not be forwarded.
   */
  wire(bytes: Buffer, at: number, end: number): Buffer;
  /** Reads from `at`; returns the offset behind the last byte of this body. */
  read(bytes: Buffer, at: number, payload: PayloadSink): number;
}

/** Returns `bytes[at…end)`. When that is the whole array, it returns `bytes` itself. */
export const asRead: BodyReader['wire'] = (bytes, at, end) =>
  at === 0 && end === bytes.length ? bytes : bytes.subarray(at, end);
