// Returns a gRPC call for the flow detail: its method, its status, and its last messages, decoded.
import type { Json } from '../base/json.ts';
import { grpcKind, type GrpcKind } from '../codec/grpc/content-type.ts';
import { decodedGrpcMessage, grpcPath } from '../codec/grpc/decoded.ts';
import type { GrpcFrame } from '../codec/grpc/frame-reader.ts';
import { grpcMessages, type GrpcMessages } from '../codec/grpc/messages.ts';
import { grpcStatus } from '../codec/grpc/status.ts';
import type { ProtoMethod, ProtoSchema } from '../codec/protobuf/schema.ts';
import { decodeBody } from './decode.ts';
import type { Flow } from './flow.ts';
import type { Message } from './message.ts';
import { uncompress } from './grpc-inflate.ts';
import type { ProtoCatalogue } from './proto-catalogue.ts';

export interface GrpcDetail {
  /** With its package, such as `helloworld.Greeter`. */
  readonly service: string;
  readonly method: string;
  /** Status code, its name and the server's message; absent as long as the call has not ended so. */
  readonly status?: number;
  /** Such as `NOT_FOUND`; absent for codes without a name. */
  readonly statusName?: string;
  readonly message?: string;
  /** A google.rpc.Status, where the server sent one. */
  readonly details?: Json;
  /** The last 200: those that were sent in their order, then those received. */
  readonly messages: readonly GrpcMessageDetail[];
  /** Notes on what is missing or invalid. */
  readonly notes?: readonly string[];
}

export interface GrpcMessageDetail {
  readonly direction: 'sent' | 'received';
  /** Bytes as sent, without framing. */
  readonly size: number;
  readonly compressed: boolean;
  /** When its last byte arrived, in ISO 8601; absent where that was not noted, as in imported traffic. */
  readonly time?: string;
  /** Type of the message; absent where its fields are guesses, which are named by numbers. */
  readonly type?: string;
  /** Null where it could not be decoded. */
  readonly decoded: Json;
  /** The reason why it could not be decoded, or not to its end. */
  readonly note?: string;
}

const MAX_MESSAGES = 200;
/** Maximum bytes of one message, and of all, that are decoded. */
const MAX_MESSAGE_BYTES = 256 * 1024;
const MAX_DECODED_BYTES = 1024 * 1024;
/** Maximum bytes of a body that are read. */
const MAX_BODY_BYTES = 16 * 1024 * 1024;

/** Returns the gRPC call; null for another exchange. */
export async function grpcDetail(flow: Flow, protos: ProtoCatalogue): Promise<GrpcDetail | null> {
  const { request, response } = flow;
  const path = grpcPath(flow.path);
  const kind = grpcKind(request?.header('content-type')) ?? grpcKind(response?.header('content-type'));
  if (request === null || kind === null || path === null) return null;
  const schema = await protos.schemaFor(flow.target);
  const call: Call = {
    schema,
    method: schema.method(`${path.service}/${path.method}`),
    inProgress: !flow.finished,
  };
  const sent = await readMessages('sent', request, kind, call);
  const received = response === null ? null : await readMessages('received', response, kind, call);
  const directions = balanced(received === null ? [sent] : [sent, received]);
  const notes = directions.flatMap(directionNotes);
  return {
    ...path,
    ...callStatus(response, received, schema),
    messages: await decodeMessages(directions, call),
    ...(notes.length > 0 && { notes }),
  };
}

interface Call {
  readonly schema: ProtoSchema;
  readonly method: ProtoMethod | undefined;
  readonly inProgress: boolean;
}

interface Direction extends GrpcMessages {
  readonly direction: GrpcMessageDetail['direction'];
  readonly message: Message;
  readonly format: string;
  /** True when offsets in the stream are those in the captured body, which has no coding of its own. */
  readonly hasOwnOffsets: boolean;
  /** True when the body goes on where the capture ends. */
  readonly isCut: boolean;
}

async function readMessages(
  direction: Direction['direction'],
  message: Message,
  requestKind: GrpcKind,
  { inProgress: growing }: Call,
): Promise<Direction> {
  const contentType = message.header('content-type');
  const kind = grpcKind(contentType) ?? requestKind;
  const { bytes, decoded } = await decodeBody(message, MAX_BODY_BYTES);
  const isCut = message.body.omitted > 0;
  // Any other body, such as the error page of a proxy, is not shown as gRPC.
  const isGrpc = contentType === undefined || grpcKind(contentType) !== null;
  const options = { max: MAX_MESSAGES, keep: MAX_MESSAGE_BYTES, growing: growing || isCut };
  const read = grpcMessages(isGrpc ? bytes : new Uint8Array(0), kind, options);
  return { ...read, direction, message, format: kind.format, isCut, hasOwnOffsets: !decoded && !kind.text };
}

function callStatus(
  response: Message | null,
  received: Direction | null,
  schema: ProtoSchema,
): Pick<GrpcDetail, 'status' | 'statusName' | 'message' | 'details'> {
  if (response === null || received === null) return {};
  // A call that fails at once carries its status in the head.
  const status =
    grpcStatus(response.trailerFields, schema) ??
    grpcStatus(received.trailers, schema) ??
    grpcStatus(response.headers, schema);
  if (status === null) return {};
  return {
    status: status.status,
    ...(status.name !== null && { statusName: status.name }),
    ...(status.message !== '' && { message: status.message }),
    ...(status.details !== null && { details: status.details }),
  };
}

/** Drops messages where there are too many: of two directions that have many, each keeps half. */
function balanced(directions: readonly Direction[]): Direction[] {
  return directions.map((direction, at) => {
    const others = directions[1 - at]?.frames.length ?? 0;
    const max = Math.max(MAX_MESSAGES / 2, MAX_MESSAGES - others);
    return { ...direction, frames: direction.frames.slice(-max) };
  });
}

async function decodeMessages(directions: readonly Direction[], call: Call): Promise<GrpcMessageDetail[]> {
  const frames = directions.flatMap((direction) => direction.frames.map((frame) => ({ direction, frame })));
  const decoded: GrpcMessageDetail[] = [];
  let remaining = MAX_DECODED_BYTES;
  // The newest come first: people look for them when there is room for only a few.
  for (const { direction, frame } of frames.reverse()) {
    const { detail, bytes } = await decodeMessage(direction, frame, call, remaining);
    remaining -= bytes;
    decoded.push(detail);
  }
  return decoded.reverse();
}

async function decodeMessage(
  { direction, message, format, hasOwnOffsets }: Direction,
  frame: GrpcFrame,
  { method, schema }: Call,
  remaining: number,
): Promise<{ readonly detail: GrpcMessageDetail; readonly bytes: number }> {
  const time = hasOwnOffsets ? message.body.arrivalOf(frame.end) : null;
  const facts = {
    direction,
    size: frame.size,
    compressed: frame.compressed,
    ...(time !== null && { time: new Date(time).toISOString() }),
  };
  const { bytes, reason } = await uncompress(frame, message, MAX_MESSAGE_BYTES);
  if (bytes === null) return { detail: { ...facts, decoded: null, note: reason ?? '' }, bytes: 0 };
  if (bytes.length > remaining)
    return {
      detail: { ...facts, decoded: null, note: 'the messages behind it are shown instead' },
      bytes: 0,
    };
  const type = (direction === 'sent' ? method?.request : method?.response) ?? null;
  const { decoded, type: known, error } = decodedGrpcMessage(bytes, format, type, schema);
  const detail = {
    ...facts,
    ...(known !== null && { type: known }),
    decoded,
    ...(error !== null && { note: error }),
  };
  return { detail, bytes: bytes.length };
}

function directionNotes({ direction, count, frames, error, isCut, message }: Direction): string[] {
  const notes: string[] = [];
  const what = `of the messages ${direction}`;
  if (count > frames.length) notes.push(`${what}, ${count - frames.length} earlier ones are left out`);
  if (error !== null)
    notes.push(`${what}, the rest cannot be read: at byte ${error.offset}, ${error.reason}`);
  if (isCut)
    notes.push(
      `${what}, those behind the first ${message.body.size - message.body.omitted} bytes were not captured`,
    );
  return notes;
}
