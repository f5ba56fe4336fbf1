// The values in a body of protobuf messages, alone or framed by gRPC or Connect. Only a parse shows where a value
// begins and ends: the bytes around it are lengths and tags.
import { grpcKind } from '../codec/grpc/content-type.ts';
import { decodeWebText } from '../codec/grpc/web-text.ts';
import { readFields, type RawField } from '../codec/protobuf/wire.ts';
import { decodeBody } from './decode.ts';
import type { Message } from './message.ts';
import { uncompress } from './grpc-inflate.ts';

/** A range of bytes that is a value of its own. */
export interface BodyValue {
  readonly start: number;
  readonly end: number;
  /** The name under which a map has it, such as one of metadata; null for a field. */
  readonly name: string | null;
}

export interface ProtobufBody {
  /** Without a content coding, and with messages that are not compressed where that could be undone. */
  readonly bytes: Buffer;
  /** True for gRPC-Web-Text, whose body is these bytes in Base64. */
  readonly isBase64: boolean;
}

interface Framing {
  readonly isFramed: boolean;
  /** False for messages in another format, such as JSON. */
  readonly isProtobuf: boolean;
  readonly isBase64: boolean;
}

const PROTOBUF = /^\s*application\/(?:vnd\.google\.|x-)?(?:[\w.-]*\+)?proto(?:buf(?:fer)?)?\s*(?:;|$)/i;
const CONNECT = /^\s*application\/connect\+([\w.-]+)\s*(?:;|$)/i;

function framingOf(contentType: string): Framing | null {
  if (!/grpc|proto|connect/i.test(contentType)) return null;
  const kind = grpcKind(contentType);
  if (kind !== null) return { isFramed: true, isProtobuf: kind.format === 'proto', isBase64: kind.text };
  const format = CONNECT.exec(contentType)?.[1];
  if (format !== undefined) return { isFramed: true, isProtobuf: format === 'proto', isBase64: false };
  return PROTOBUF.test(contentType) ? { isFramed: false, isProtobuf: true, isBase64: false } : null;
}

/** True for a message whose head says that `protobufBody` has to unpack its body. */
export function hasPackedMessages({ head, body }: Message): boolean {
  return body.size > 0 && /(?:grpc|connect-content)-encoding:|grpc-web-text/i.test(head);
}

/** The most bytes to which the messages of a body are decompressed; further ones stay as they are. */
const MAX_UNPACKED_BYTES = 32 * 1024 * 1024;

/** Reads a whole body of protobuf messages; null for a body of another type, or without one. */
export async function protobufBody(message: Message): Promise<ProtobufBody | null> {
  const framing = framingOf(message.header('content-type') ?? '');
  if (framing === null || message.body.size === 0) return null;
  const { bytes: captured } = await decodeBody(message, Infinity);
  const bytes = framing.isBase64 ? decodeWebText(captured).bytes : captured;
  const plain = framing.isFramed ? await uncompressed(bytes, message) : bytes;
  return { bytes: Buffer.from(plain.buffer, plain.byteOffset, plain.length), isBase64: framing.isBase64 };
}

async function uncompressed(bytes: Uint8Array, message: Message): Promise<Uint8Array> {
  const parts: Uint8Array[] = [];
  let [isChanged, remainingBytes] = [false, MAX_UNPACKED_BYTES];
  for (const { flags, at, start, end, isWhole } of framesOf(bytes)) {
    const own = bytes.subarray(start, end);
    const compressed = isWhole && (flags & COMPRESSED) !== 0;
    const frame = { bytes: own, size: own.length, compressed, trailers: false, end };
    const plain =
      compressed && remainingBytes > 0 ? (await uncompress(frame, message, remainingBytes)).bytes : null;
    remainingBytes -= plain?.length ?? 0;
    isChanged ||= plain !== null;
    parts.push(...(plain === null ? [bytes.subarray(at, end)] : [prefix(flags, plain), plain]));
  }
  return isChanged ? Buffer.concat(parts) : bytes;
}

const PREFIX = 5;
const COMPRESSED = 1;

function prefix(flags: number, { length }: Uint8Array): Uint8Array {
  const bytes = Buffer.alloc(PREFIX);
  bytes[0] = flags & ~COMPRESSED;
  bytes.writeUInt32BE(length, 1);
  return bytes;
}

interface Frame {
  readonly flags: number;
  /** The offset of its prefix. */
  readonly at: number;
  /** The range of its message. */
  readonly start: number;
  readonly end: number;
  /** False for bytes that are none, or only the beginning of one. */
  readonly isWhole: boolean;
}

/** Yields the frames of a body; what is left at its end is the last one. */
function* framesOf(bytes: Uint8Array): Generator<Frame, void, undefined> {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < bytes.length;) {
    const start = Math.min(at + PREFIX, bytes.length);
    const end = start - at < PREFIX ? bytes.length : start + view.getUint32(at + 1);
    const isWhole = end <= bytes.length && start - at === PREFIX;
    yield { flags: bytes[at]!, at, start, end: Math.min(end, bytes.length), isWhole };
    at = Math.min(end, bytes.length);
  }
}

const MAX_VALUES = 50_000;
const MAX_DEPTH = 30;

/**
 * Returns the values of a body as `protobufBody` has it, in order; a message that cannot be read is one value. Null for
 * a body of another type, or with too many values.
 */
export function protobufValues(bytes: Uint8Array, contentType: string): readonly BodyValue[] | null {
  const framing = framingOf(contentType);
  if (framing === null) return null;
  const values: BodyValue[] = [];
  const budget = { fields: MAX_VALUES };
  const whole = { flags: 0, at: 0, start: 0, end: bytes.length, isWhole: true };
  for (const { flags, at, start, end, isWhole } of framing.isFramed ? framesOf(bytes) : [whole]) {
    const isMessage = framing.isProtobuf && flags === 0 && isWhole;
    const fields = isMessage ? messageFields(bytes, start, end, budget) : null;
    if (fields === null) values.push({ start: isWhole ? start : at, end, name: null });
    else addValues(bytes, fields, values, budget, 0);
    if (budget.fields <= 0) return null;
  }
  return values;
}

/** Returns the fields of a message; null for bytes that are none. */
function messageFields(
  bytes: Uint8Array,
  start: number,
  end: number,
  budget: { fields: number },
): readonly RawField[] | null {
  const { fields, error } = readFields(bytes, start, end, budget);
  return error === null && fields.length > 0 ? fields : null;
}

function addValues(
  bytes: Uint8Array,
  fields: readonly RawField[],
  values: BodyValue[],
  budget: { fields: number },
  depth: number,
): void {
  const name = entryName(bytes, fields);
  for (const field of fields) {
    if (field.type === 'group') addValues(bytes, field.fields, values, budget, depth + 1);
    if (field.type !== 'bytes') continue;
    const { start, end } = field;
    const inner = depth < MAX_DEPTH && end > start ? messageFields(bytes, start, end, budget) : null;
    // Text may happen to parse as a message, so it is read as both.
    if (inner === null || isText(bytes, start, end))
      values.push({ start, end, name: field.number === VALUE ? name : null });
    if (inner === null) continue;
    const [only] = inner;
    // `google.protobuf.Value` and the wrappers are messages around a single value.
    if (name !== null && field.number === VALUE && inner.length === 1 && only?.type === 'bytes')
      values.push({ start: only.start, end: only.end, name });
    addValues(bytes, inner, values, budget, depth + 1);
  }
}

/** The fields of an entry of a map (protobuf.dev, "Maps"). */
const KEY = 1;
const VALUE = 2;
const MAX_NAME = 80;

function entryName(bytes: Uint8Array, fields: readonly RawField[]): string | null {
  const [key, value] = fields;
  if (fields.length !== 2 || key?.type !== 'bytes' || key.number !== KEY) return null;
  if (value?.type !== 'bytes' || value.number !== VALUE || key.end - key.start > MAX_NAME) return null;
  return isText(bytes, key.start, key.end)
    ? Buffer.from(bytes.buffer, bytes.byteOffset + key.start, key.end - key.start).toString()
    : null;
}

/** True for bytes without those of control characters; tabs and line ends are text. */
function isText(bytes: Uint8Array, start: number, end: number): boolean {
  for (let at = start; at < end; at += 1) {
    const byte = bytes[at]!;
    if (byte === 0x7f || (byte < 0x20 && byte !== 9 && byte !== 10 && byte !== 13)) return false;
  }
  return true;
}
