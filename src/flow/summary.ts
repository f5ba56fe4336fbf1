// The summary of a flow for lists.
import { textOfOctets } from '../base/octets.ts';
import { applicationErrorOf, type ApplicationError } from './application-error.ts';
import type { FlowColor } from './colors.ts';
import type { Flow, FlowState } from './flow.ts';
import { grpcOutcome } from './grpc-outcome.ts';
import type { NotDecrypted, NotDecryptedCode } from './not-decrypted.ts';
import { operationOf, type Operation } from './operation.ts';

/** A captured request as plain data, ready to be written as JSON. */
export interface FlowSummary {
  /** Increasing; never used twice. */
  readonly id: number;
  /** `CONNECT` for a tunnel. */
  readonly method: string;
  /** Scheme, host and port, and the path and query as the client sent them; a tunnel has no path. */
  readonly url: string;
  /** Lower case, without port; IPv6 without brackets. */
  readonly host: string;
  /** ISO 8601, UTC. */
  readonly startedAt: string;
  readonly state: FlowState;
  /** The error; only when `state` is `failed`. */
  readonly error?: string;
  /** True when HTTPS was decrypted to see this request. */
  readonly decrypted: boolean;
  /** Name of the program that sent it; null when unknown. */
  readonly app: string | null;
  /** Address of the device that sent it; absent for this computer. */
  readonly client?: string;
  /** Titles of the debugging tools that intercepted it. */
  readonly tags: readonly string[];
  /** Its color; absent without. */
  readonly color?: FlowColor;
  readonly comment?: string;
  /** True when the server's response was not valid HTTP and was repaired; absent otherwise. */
  readonly repaired?: true;
  /** The name of the file that it was opened from; absent for a captured one. */
  readonly openedFrom?: string;
  /** True when it stays while others leave the list; absent otherwise. */
  readonly pinned?: true;
  /** Version of the request, such as `HTTP/1.1`; absent for a tunnel. */
  readonly httpVersion?: string;
  /** Body bytes of the request as sent; absent for a tunnel. */
  readonly requestSize?: number;
  /** The GraphQL operation, the MCP method, or the model that is called; absent for others. */
  readonly operation?: Operation;
  /** The reason why a tunnel was not decrypted. */
  readonly notDecrypted?: string;
  readonly notDecryptedCode?: NotDecryptedCode;
  /** Bytes that a tunnel relayed to and from the server. */
  readonly sentBytes?: number;
  readonly receivedBytes?: number;
  /** HTTP status; this, size and type only when there is a response. */
  readonly status?: number;
  /** Name of the gRPC status, such as `NOT_FOUND`, or its number; only for a gRPC call that has one. */
  readonly grpcStatus?: string;
  /** The error that a response holds although its status is below 400; absent without one. */
  readonly applicationError?: ApplicationError;
  /** Body bytes as received, compressed or not. */
  readonly responseSize?: number;
  /** Content-Type as received; empty without one. */
  readonly contentType?: string;
  /** Milliseconds from the request's head to the end; only once finished. */
  readonly durationMs?: number;
}

export function flowSummary(flow: Flow): FlowSummary {
  const { durationMs } = flow;
  return {
    id: flow.id,
    method: flow.method,
    url: flow.url,
    host: textOfOctets(flow.target.host),
    startedAt: new Date(flow.startedAt).toISOString(),
    state: flow.state,
    ...(flow.state === 'failed' && { error: flow.error ?? 'The request failed' }),
    decrypted: flow.decrypted,
    app: flow.app,
    ...(!flow.client.isLoopback && { client: flow.client.address }),
    tags: flow.tags,
    ...(flow.color !== null && { color: flow.color }),
    ...(flow.comment !== '' && { comment: flow.comment }),
    ...(flow.repairs.length > 0 && { repaired: true as const }),
    ...(flow.openedFrom !== null && { openedFrom: flow.openedFrom }),
    ...(flow.pinned && { pinned: true as const }),
    ...requestSummary(flow),
    ...responseSummary(flow),
    ...(durationMs !== undefined && { durationMs }),
  };
}

function requestSummary(flow: Flow): Partial<FlowSummary> {
  const { request, notDecrypted } = flow;
  if (request === null)
    return {
      ...notDecryptedFields(notDecrypted),
      sentBytes: flow.tunnelSent,
      receivedBytes: flow.tunnelReceived,
    };
  const version = / (HTTP\/\d(?:\.\d)?)$/.exec(request.startLine)?.[1];
  const operation = operationOf(flow);
  return {
    ...(version !== undefined && { httpVersion: version }),
    requestSize: request.bodySize,
    ...(operation !== null && { operation }),
  };
}

function responseSummary(
  flow: Flow,
): Pick<FlowSummary, 'status' | 'grpcStatus' | 'applicationError' | 'responseSize' | 'contentType'> {
  const { response, status } = flow;
  if (response === null) return {};
  const grpcStatus = grpcOutcome(flow);
  const applicationError = applicationErrorOf(flow);
  return {
    status,
    ...(grpcStatus !== null && { grpcStatus }),
    ...(applicationError !== null && { applicationError }),
    responseSize: response.size,
    contentType: response.header('content-type') ?? '',
  };
}

/** Returns the fields that say why TLS was not decrypted. */
export function notDecryptedFields(
  reason: NotDecrypted | null,
): Pick<FlowSummary, 'notDecrypted' | 'notDecryptedCode'> {
  if (reason === null) return {};
  const { code, text } = reason;
  return { notDecrypted: text, ...(code !== null && { notDecryptedCode: code }) };
}
