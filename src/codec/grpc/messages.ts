// The messages of a gRPC body, complete or still growing. All are counted, and the last ones are returned.
import { GrpcFrameReader, type GrpcStreamError, type GrpcFrame } from './frame-reader.ts';
import type { GrpcKind } from './content-type.ts';
import { decodeWebText } from './web-text.ts';
import { latin1 } from '../../base/bytes.ts';

export interface GrpcMessages {
  /** The last messages, at most as many as requested. */
  readonly frames: readonly GrpcFrame[];
  /** Number of all messages. */
  readonly count: number;
  /** The trailers of gRPC-Web, which are in the body. */
  readonly trailers: readonly { readonly name: string; readonly value: string }[];
  readonly error: GrpcStreamError | null;
}

export interface GrpcMessagesOptions {
  /** Maximum number of messages, and of bytes kept of each. */
  readonly max: number;
  readonly keep: number;
  /** True when more may follow, so that an early end is not an error. */
  readonly growing: boolean;
}

export function grpcMessages(
  bytes: Uint8Array,
  kind: GrpcKind,
  { max, keep, growing }: GrpcMessagesOptions,
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
