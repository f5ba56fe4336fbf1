// The response of a send: what its channel shows at once, and its body, which readers get in slices.
import { isUtf8 } from 'node:buffer';
import { readSlice } from '../../requests/http/body-file.ts';
import type { ReceivedResponse, StoredBody } from '../../requests/response.ts';
import type { Channel } from '../channels/channel.ts';
import type { SecretMask } from './secret-mask.ts';

/** Bytes of a slice at most. */
export const MAX_SLICE = 4 * 1024 * 1024;

type Body = { readonly type: 'memory'; readonly bytes: Buffer } | ({ readonly type: 'file' } & StoredBody);

const bodies = new WeakMap<Channel, Body>();

/** Keeps the body of a response for the readers of its channel. The secrets in a text are masked. */
export async function keepBody(
  channel: Channel,
  { body, file }: Pick<ReceivedResponse, 'body' | 'file'>,
  mask: SecretMask,
): Promise<{ readonly size: number; readonly isText: boolean }> {
  const isReadable = isText(body);
  const stored: Body =
    file === undefined
      ? { type: 'memory', bytes: mask.bytes(body) }
      : { type: 'file', ...(isReadable ? await mask.file(file) : file) };
  bodies.set(channel, stored);
  return { size: stored.type === 'file' ? stored.size : stored.bytes.length, isText: isReadable };
}

export interface BodySlice {
  readonly total: number;
  readonly offset: number;
  readonly bytes: Buffer;
}

/** Resolves with a part of the body; empty while there is none. */
export async function bodySlice(channel: Channel, offset: number, length: number): Promise<BodySlice> {
  const body = bodies.get(channel);
  if (body === undefined) return { total: 0, offset, bytes: Buffer.alloc(0) };
  const size = Math.min(length, MAX_SLICE);
  if (body.type === 'file') return { total: body.size, offset, bytes: await readSlice(body, offset, size) };
  return { total: body.bytes.length, offset, bytes: body.bytes.subarray(offset, offset + size) };
}

/** A beginning may be cut within a character. */
function isText(bytes: Buffer): boolean {
  const [start] = [bytes.subarray(0, 64 * 1024)];
  return (
    !start.includes(0) &&
    [0, 1, 2, 3].some((cut) => isUtf8(start.subarray(0, Math.max(0, start.length - cut))))
  );
}
