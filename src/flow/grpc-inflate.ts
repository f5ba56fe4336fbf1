// Decompresses a message of gRPC or Connect by the coding that the head of its direction names.
import type { GrpcFrame } from '../codec/grpc/frame-reader.ts';
import type { Message } from './message.ts';
import { inflate, type Coding } from '../codec/content-coding.ts';

const CODINGS: ReadonlyMap<string, Coding> = new Map([
  ['gzip', 'gzip'],
  ['deflate', 'deflate'],
  ['zstd', 'zstd'],
]);

export interface UncompressedMessage {
  /** Null when it cannot be decompressed as a whole. */
  readonly bytes: Uint8Array | null;
  readonly reason: string | null;
}

/** Decompresses a message. Up to `maxBytes` are returned; a larger message counts as failed. */
export async function uncompress(
  frame: GrpcFrame,
  message: Message,
  maxBytes: number,
): Promise<UncompressedMessage> {
  const { bytes, size, compressed } = frame;
  if (bytes.length < size) return failed(`the message is too long to be decoded here: ${size} bytes`);
  if (!compressed) return { bytes, reason: null };
  const named = message.header('grpc-encoding') ?? message.header('connect-content-encoding');
  const name = named?.trim().toLowerCase() ?? 'identity';
  const coding = CODINGS.get(name);
  if (coding === undefined)
    return failed(`the message is compressed, with the coding ${JSON.stringify(name.slice(0, 40))}`);
  const inflated = await inflate(coding, Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length), maxBytes);
  if (inflated.error !== null) return failed(`${name}: ${inflated.error.reason}`);
  if (inflated.hasMore || inflated.size > inflated.bytes.length)
    return failed(`the message is too long to be decoded here: more than ${maxBytes} bytes uncompressed`);
  return { bytes: inflated.bytes, reason: null };
}

function failed(reason: string): UncompressedMessage {
  return { bytes: null, reason };
}
