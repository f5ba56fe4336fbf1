// The captured request that a filter examines, as far as lists know it.
import type { FlowSummary } from '../summary.ts';

export type FilterSubject = Pick<
  FlowSummary,
  | 'id'
  | 'method'
  | 'url'
  | 'host'
  | 'startedAt'
  | 'state'
  | 'error'
  | 'decrypted'
  | 'notDecryptedCode'
  | 'app'
  | 'client'
  | 'tags'
  | 'color'
  | 'comment'
  | 'pinned'
  | 'repaired'
  | 'operation'
  | 'applicationError'
  | 'grpcStatus'
  | 'httpVersion'
  | 'requestSize'
  | 'sentBytes'
  | 'receivedBytes'
  | 'status'
  | 'responseSize'
  | 'contentType'
  | 'durationMs'
>;

/** True for what failed, for statuses of 400 and above, and for errors that responses of other statuses hold. */
export function isError(
  subject: Pick<FilterSubject, 'state' | 'status' | 'applicationError' | 'grpcStatus'>,
): boolean {
  return subject.state === 'failed' || (subject.status ?? 0) >= 400 || isApplicationError(subject);
}

/** True for an error of GraphQL, JSON-RPC, MCP or gRPC, whatever the status of HTTP. */
export function isApplicationError({
  applicationError,
  grpcStatus = 'OK',
}: Pick<FilterSubject, 'applicationError' | 'grpcStatus'>): boolean {
  return applicationError !== undefined || grpcStatus !== 'OK';
}

/** Returns path and query of the URL; empty for a tunnel. */
export function pathOf({ url }: Pick<FilterSubject, 'url'>): string {
  const slash = url.indexOf('/', url.indexOf('://') + 3);
  return slash < 0 ? '' : url.slice(slash);
}

const TYPES: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['stream', /event-stream|x-ndjson|multipart\/x-mixed-replace/],
  ['grpc', /^application\/grpc/],
  ['json', /json/],
  ['html', /html/],
  ['image', /^image\//],
  ['script', /(?:java|ecma)script|wasm/],
  ['css', /css/],
  ['font', /font|woff/],
  ['media', /^(?:audio|video)\/|mpegurl|dash\+xml/],
  ['xml', /[/+]xml/],
  ['form', /form-urlencoded|form-data/],
  ['protobuf', /protobuf/],
  ['text', /^text\//],
  ['binary', /octet-stream|zip|pdf|gzip/],
];

export const typeNames: readonly string[] = TYPES.map(([name]) => name);

/** Returns the kind of the response's content, such as `json`; null without a response or a known type. */
export function typeOf({ contentType = '' }: FilterSubject): string | null {
  const type = contentType.toLowerCase().split(';')[0]!.trim();
  return TYPES.find(([, pattern]) => pattern.test(type))?.[0] ?? null;
}

/** Returns the bytes of the response, or those that a tunnel received. */
export function sizeOf({ responseSize, receivedBytes }: FilterSubject): number | undefined {
  return responseSize ?? receivedBytes;
}
