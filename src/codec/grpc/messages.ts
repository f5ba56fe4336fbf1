// The messages of a gRPC body that is there as a whole, or as far as it has come: the last of them, counted all.
import { GrpcFrameReader, type GrpcStreamError, type GrpcFrame } from './frame-reader.ts';
import type { GrpcKind } from './content-type.ts';
import { decodeWebText } from './web-text.ts';
import { latin1 } from '../../base/bytes.ts';

export interface GrpcMessages {
  /** The last ones, at most as many as were asked for. */
  readonly frames: readonly GrpcFrame[];
  /** How many there are in all. */
  readonly count: number;
  /** Of gRPC-Web, which has them in the body. */
  readonly trailers: readonly { readonly name: string; readonly value: string }[];
  readonly error: GrpcStreamError | null;
}

export interface GrpcMessagesOptions {
  /** Most messages, and most bytes of each. */
  readonly max: number;
  readonly keep: number;
  /** Whether more may come, so that an early end is no fault. */
  readonly growing: boolean;
}

export function grpcMessages(
  bytes: Uint8Array,
  kind: GrpcKind,
  { max: max, keep, growing }: GrpcMessagesOptions,
): GrpcMessages {
  const body = kind.text ? decodeWebText(bytes) : { bytes, error: null };
  let frames: GrpcFrame[] = [];
  let count = 0;
  let trailers: GrpcMessages['trailers'] = [];
  const reader = new GrpcFrameReader(keep, (frame) => {
    if (frame.trailers) {
      trailers = fields(latin1(frame.bytes));
      return;
    }
    count += 1;
    frames.push(frame);
    if (frames.length > max * 2) frames = frames.slice(-max);
  });
  reader.read(body.bytes);
  if (!growing && body.error === null) reader.end();
  return { frames: frames.slice(-max), count, trailers, error: body.error ?? reader.error };
}

function fields(lines: string): GrpcMessages['trailers'] {
  return lines.split(/\r?\n/).flatMap((line) => {
    const colon = line.indexOf(':');
    return colon < 1 ? [] : [{ name: line.slice(0, colon).trim(), value: line.slice(colon + 1).trim() }];
  });
}
