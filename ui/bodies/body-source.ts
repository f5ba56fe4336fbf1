// A body that the views show, wherever the app has it: of a captured message, of a response of the API client.
import { fromBase64 } from '../../src/base/bytes.ts';
import type { ViewContext } from '../../src/flow/views/index.ts';
import { bodySlice, rpc, type BodySlice } from '../api/client.ts';

/** The bytes of a body, as the app names them. It is data, so that a worker reads them by itself. */
export type BodyAddress =
  | {
      readonly type: 'flow';
      readonly id: number;
      readonly side: 'request' | 'response';
      readonly view: 'decoded' | 'raw';
    }
  | { readonly type: 'channel'; readonly channel: string }
  /** One of the latest responses of a request. */
  | { readonly type: 'stored'; readonly request: string; readonly id: string }
  /** The page has them, as of a message. */
  | { readonly type: 'bytes'; readonly bytes: Uint8Array };

/** A body and its message. `address` and `headers` keep their identity as long as they mean the same. */
export interface BodySource extends Required<
  Pick<ViewContext, 'contentType' | 'side' | 'url' | 'headers' | 'chunkTimes' | 'asked'>
> {
  readonly address: BodyAddress;
  /** Bytes that are known to be there, on the wire or decoded. */
  readonly size: number;
  /** False while more of it may arrive. */
  readonly isFinished: boolean;
}

/** Reads a part of a body, to its end without a length. */
export async function readBody(
  address: BodyAddress,
  { offset = 0, length }: { readonly offset?: number; readonly length?: number },
  signal?: AbortSignal,
): Promise<BodySlice> {
  if (address.type === 'bytes') {
    const { bytes } = address;
    return {
      bytes: bytes.slice(offset, length === undefined ? undefined : offset + length),
      total: bytes.length,
    };
  }
  if (address.type !== 'flow') return readResponse(address, offset, length ?? Infinity, signal);
  const { id, side, view } = address;
  return bodySlice(id, { side, view, offset, ...(length !== undefined && { length }) }, signal);
}

type ResponseAddress = Exclude<BodyAddress, { readonly type: 'flow' | 'bytes' }>;

/** The app gives a response in slices. The next one is on its way while one is decoded. */
async function readResponse(
  address: ResponseAddress,
  offset: number,
  length: number,
  signal?: AbortSignal,
): Promise<BodySlice> {
  const slices: Uint8Array[] = [];
  const sliceFrom = (size: number) =>
    responseSlice(
      address,
      { offset: offset + size, ...(length !== Infinity && { length: length - size }) },
      signal,
    );
  for (let [size, next] = [0, sliceFrom(0)]; ;) {
    const { total, base64 } = await next;
    const added = decodedSize(base64);
    size += added;
    const isLast = added === 0 || size >= length || offset + size >= total;
    if (!isLast) next = sliceFrom(size);
    slices.push(fromBase64(base64) ?? new Uint8Array(added));
    if (isLast) return { bytes: joined(slices, size), total };
  }
}

function responseSlice(
  address: ResponseAddress,
  range: { readonly offset: number; readonly length?: number },
  signal?: AbortSignal,
): Promise<{ readonly total: number; readonly base64: string }> {
  return address.type === 'channel'
    ? rpc('client.response_body', { channel: address.channel, ...range }, signal)
    : rpc('client.stored_response_body', { request: address.request, id: address.id, ...range }, signal);
}

/** Returns the number of bytes of a base64 text with padding. */
function decodedSize(base64: string): number {
  return (base64.length / 4) * 3 - (base64.endsWith('==') ? 2 : Number(base64.endsWith('=')));
}

function joined(slices: readonly Uint8Array[], size: number): Uint8Array {
  const [first] = slices;
  if (slices.length === 1 && first !== undefined) return first;
  const all = new Uint8Array(size);
  let at = 0;
  for (const slice of slices) {
    all.set(slice, at);
    at += slice.length;
  }
  return all;
}
