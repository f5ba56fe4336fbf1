// The outcome of a gRPC call (grpc.io, "Status codes" and "gRPC over HTTP2"): the fields `grpc-status`, `grpc-message`
// and `grpc-status-details-bin` of the trailers, or of the head of a response without a body.
import { fromBase64, latin1Bytes, decodeUtf8 } from '../../base/bytes.ts';
import type { Json } from '../../base/json.ts';
import { joinedSchemas, type ProtoSchema } from '../protobuf/schema.ts';
import { typedMessage } from '../protobuf/typed.ts';
import { errorDetails } from './error-details.ts';

export interface GrpcStatus {
  readonly status: number;
  /** Such as `NOT_FOUND`; null for a number without a name. */
  readonly name: string | null;
  /** Decoded; empty when absent. */
  readonly message: string;
  /** A google.rpc.Status; null when absent or malformed. */
  readonly details: Json;
}

const NAMES = [
  'OK',
  'CANCELLED',
  'UNKNOWN',
  'INVALID_ARGUMENT',
  'DEADLINE_EXCEEDED',
  'NOT_FOUND',
  'ALREADY_EXISTS',
  'PERMISSION_DENIED',
  'RESOURCE_EXHAUSTED',
  'FAILED_PRECONDITION',
  'ABORTED',
  'OUT_OF_RANGE',
  'UNIMPLEMENTED',
  'INTERNAL',
  'UNAVAILABLE',
  'DATA_LOSS',
  'UNAUTHENTICATED',
];

interface Field {
  readonly name: string;
  /** One character per byte. */
  readonly value: string;
}

/** Returns the status; null when the fields have none. */
export function grpcStatus(fields: readonly Field[], schema?: ProtoSchema): GrpcStatus | null {
  const value = (name: string): string | undefined =>
    fields.find((field) => field.name.toLowerCase() === name)?.value.trim();
  const code = value('grpc-status');
  if (code === undefined || !/^\d{1,9}$/.test(code)) return null;
  return {
    status: Number(code),
    name: NAMES[Number(code)] ?? null,
    message: percentDecoded(value('grpc-message') ?? ''),
    details: details(value('grpc-status-details-bin'), schema),
  };
}

/** Decodes percent-encoded UTF-8; malformed text stays as it is. */
export function percentDecoded(text: string): string {
  const bytes = text.replace(/%([\da-f]{2})/gi, (_, digits: string) =>
    String.fromCharCode(parseInt(digits, 16)),
  );
  return decodeUtf8(latin1Bytes(bytes)) ?? text;
}

function details(base64: string | undefined, schema: ProtoSchema | undefined): Json {
  const bytes = base64 === undefined ? null : fromBase64(base64);
  if (bytes === null) return null;
  const known = schema === undefined ? errorDetails : joinedSchemas(errorDetails, schema);
  return typedMessage(bytes, { name: 'google.rpc.Status', scope: null }, known)?.json ?? null;
}
