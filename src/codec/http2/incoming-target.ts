// The interface between an endpoint and its incoming frames.
import type { EndpointOptions } from './endpoint-options.ts';
import type { GlitchBudget } from './glitches.ts';
import type { StreamTable } from './stream-table.ts';
import type { Http2Stream } from './stream.ts';

/** The endpoint, as incoming frames act on it. */
export interface IncomingTarget {
  readonly options: EndpointOptions;
  readonly streams: StreamTable;
  readonly glitches: GlitchBudget;
  readonly isOver: boolean;
  /** Ends the connection with an error. */
  fail(code: number, reason: string): void;
  /** Ends a stream with an error. */
  streamError(stream: Http2Stream, code: number, reason: string): void;
  /** Resets a stream that is not open. */
  refuse(id: number, code: number): void;
  /** Counts a glitch; fails when there were too many. */
  glitch(): void;
  /** Creates the stream of a request; null when it is refused. */
  accept(id: number): Http2Stream | null;
  settings(bytes: Buffer, start: number, end: number): void;
  ping(bytes: Buffer, start: number): void;
  goaway(lastStream: number, code: number): void;
  /** Opens a window of ours; `stream`: null for that of the connection. */
  opened(stream: Http2Stream | null, increment: number): void;
  /** Counts the payload of a DATA frame; false when the peer sent more than it may. */
  received(bytes: number): boolean;
  credit(stream: Http2Stream, bytes: number): void;
}
