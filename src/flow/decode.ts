// Decodes the content codings of a body (RFC 9110 section 8.4), within bounds.
import type { Message } from './message.ts';
import {
  CODINGS,
  codingNames,
  inflate,
  MAX_CODINGS,
  MAX_DECODED_BYTES,
  type Coding,
  type InflateError,
} from '../codec/content-coding.ts';

export interface DecodedBody {
  /** The first decoded bytes, at most as many as requested. */
  readonly bytes: Buffer;
  /** Number of decoded bytes, kept or not; a lower bound unless `exact`. */
  readonly size: number;
  /**
   * False when there is, or may be, more than `size`: decoding stopped at the limit, or a compressed body was
   * not captured to its end.
   */
  readonly exact: boolean;
  /** True when a content coding was decoded; otherwise the bytes are as captured. */
  readonly decoded: boolean;
  readonly error: DecodeError | null;
}

export interface DecodeError {
  /**
   * `unsupported`: not tried; `undecoded`: nothing could be decoded. Otherwise the bytes precede the error.
   */
  readonly type: InflateError['type'] | 'unsupported' | 'undecoded';
  /** Such as `gzip: incorrect header check`. */
  readonly reason: string;
}

/**
 * Decodes gzip, deflate, br and zstd, keeping the first `maxBytes` bytes. Past them decoding goes on
 * counting, to 16 MiB for each coding, or to `limit` when that is more. Never rejects: a body that cannot be
 * decoded is returned as captured.
 */
export async function decodeBody(message: Message, maxBytes: number, limit = 0): Promise<DecodedBody> {
  const uncoded = uncodedBody(message, maxBytes);
  if (uncoded !== null) return uncoded;
  const names = namesOf(message);
  const reason = unsupportedReason(names);
  if (reason !== null) return asCaptured(message, maxBytes, { type: 'unsupported', reason });
  const decoded = await decodeAll(message, names, maxBytes, Math.max(limit, MAX_DECODED_BYTES));
  if (decoded.size > 0 || (decoded.exact && decoded.error === null)) return decoded;
  const emptyReason =
    decoded.error?.reason ?? `${names.join(', ')}: none of the captured bytes could be decoded`;
  return asCaptured(message, maxBytes, { type: 'undecoded', reason: emptyReason });
}

/** Returns the first bytes of a body without a content coding, at once; null for other bodies. */
export function uncodedBody(message: Message, maxBytes: number): DecodedBody | null {
  const isUncoded = message.body.size === 0 || namesOf(message).length === 0;
  return isUncoded ? asCaptured(message, maxBytes, null) : null;
}

function unsupportedReason(names: readonly string[]): string | null {
  if (names.length > MAX_CODINGS) {
    return `${names.length} content codings are stacked, at most ${MAX_CODINGS} are undone`;
  }
  const unknown = names.find((name) => !CODINGS.has(name));
  if (unknown === undefined) return null;
  return `the content coding ${JSON.stringify(unknown.slice(0, 40))} is not supported`;
}

async function decodeAll(
  { body }: Message,
  names: readonly string[],
  maxBytes: number,
  limit: number,
): Promise<DecodedBody> {
  let decoded: DecodedBody = {
    bytes: body.bytes(),
    size: 0,
    exact: body.omitted === 0,
    decoded: true,
    error: null,
  };
  // Codings are listed in the order in which they were applied.
  for (let layer = names.length - 1; layer >= 0; layer -= 1) {
    decoded = await decodeLayer(decoded, names[layer]!, layer === 0 ? maxBytes : Infinity, limit);
  }
  return decoded;
}

async function decodeLayer(
  outer: DecodedBody,
  name: string,
  maxBytes: number,
  limit: number,
): Promise<DecodedBody> {
  const {
    bytes,
    size,
    hasMore: more,
    error,
  } = await inflate(CODINGS.get(name)!, outer.bytes, maxBytes, limit);
  // An incomplete body is expected to end early.
  const isRelevant = error !== null && (error.type === 'corrupt' || outer.exact);
  return {
    bytes,
    size,
    exact: outer.exact && !more,
    decoded: true,
    error: outer.error ?? (isRelevant ? { type: error.type, reason: `${name}: ${error.reason}` } : null),
  };
}

function asCaptured({ body }: Message, maxBytes: number, error: DecodeError | null): DecodedBody {
  return {
    bytes: body.bytes(maxBytes),
    size: body.size,
    exact: true,
    decoded: false,
    error,
  };
}

/** Returns the content codings in the order in which they were applied, null for unknown ones. */
export function codingsOf(message: Message): readonly (Coding | null)[] {
  return namesOf(message).map((name) => CODINGS.get(name) ?? null);
}

/** Returns the codings in the order in which they were applied. */
function namesOf(message: Message): readonly string[] {
  // Most messages have no coding, so their fields need no list.
  if (message.isDecoded || message.header('content-encoding') === undefined) return [];
  return message.headers
    .filter(({ name }) => name.toLowerCase() === 'content-encoding')
    .flatMap(({ value }) => codingNames(value));
}
