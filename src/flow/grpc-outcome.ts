// The gRPC status of a finished call, for lists and checks, read without decoding messages.
import { grpcKind, type GrpcKind } from '../codec/grpc/content-type.ts';
import { grpcMessages, type GrpcMessages } from '../codec/grpc/messages.ts';
import { grpcStatus } from '../codec/grpc/status.ts';
import type { Flow } from './flow.ts';
import type { Message } from './message.ts';

/** Bodies of gRPC-Web up to this size are searched for their trailers. */
const MAX_WEB_BYTES = 256 * 1024;

/** Returns the name of the status, such as `NOT_FOUND`, or its number; null for other exchanges, and without a status. */
export function grpcOutcome({ request, response }: Flow): string | null {
  // Most exchanges end here: no field has to be searched, and no head of a response composed.
  if (response === null || request?.mentions('application/grpc') !== true) return null;
  const kind = grpcKind(response.header('content-type'));
  if (kind === null) return null;
  // A call that fails at once carries its status in the head.
  const status =
    grpcStatus(response.trailerFields) ??
    grpcStatus(response.headers) ??
    (kind.web ? grpcStatus(webTrailers(response, kind)) : null);
  return status === null ? null : (status.name ?? String(status.status));
}

function webTrailers({ body }: Message, kind: GrpcKind): GrpcMessages['trailers'] {
  if (body.size > MAX_WEB_BYTES || body.omitted > 0) return [];
  return grpcMessages(body.bytes(), kind, { max: 1, keep: 4096, growing: true }).trailers;
}
