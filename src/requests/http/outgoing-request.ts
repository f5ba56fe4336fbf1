// Prepares a request for the network: checks and completes its headers for HTTP/1.1 and HTTP/2.
import { UserError } from '../../base/errors.ts';
import { isToken } from '../../base/http-syntax.ts';
import { VALUE_TABLE } from '../../codec/http1/fields.ts';
import { flatFields } from '../../codec/http2/fields.ts';
import type { UpstreamRequest } from '../../net/upstream-exchange.ts';
import type { HeaderField } from '../auth/contract.ts';
import type { HttpUrl } from './url.ts';

export interface OutgoingRequest {
  readonly method: string;
  readonly url: HttpUrl;
  /** Values hold one char per byte. Framing headers are ignored; Host is added when it is missing. */
  readonly headers: readonly HeaderField[];
  readonly body: Buffer;
}

/** Methods that need no Content-Length without a body (RFC 9110 section 8.6). */
const WITHOUT_CONTENT: ReadonlySet<string> = new Set([
  'GET',
  'HEAD',
  'DELETE',
  'OPTIONS',
  'TRACE',
  'CONNECT',
]);

const FRAMING_HEADERS: ReadonlySet<string> = new Set([
  'connection',
  'content-length',
  'keep-alive',
  'proxy-connection',
  'te',
  'transfer-encoding',
  'upgrade',
]);

/** Returns the headers to send, with Host and Content-Length. Throws an Error that names an invalid field. */
export function completeHeaders({ method, url, headers, body }: OutgoingRequest): readonly HeaderField[] {
  if (!isToken(method))
    throw new UserError('INVALID_DATA', `${JSON.stringify(method)} is not an HTTP method`);
  const own = headers.filter(({ name }) => !FRAMING_HEADERS.has(name.toLowerCase()));
  for (const { name, value } of own) checkField(name, value);
  const hasHost = own.some(({ name }) => name.toLowerCase() === 'host');
  return [
    ...(hasHost ? [] : [{ name: 'Host', value: url.authority }]),
    ...own,
    ...(sendsLength(method, body) ? [{ name: 'Content-Length', value: String(body.length) }] : []),
  ];
}

function sendsLength(method: string, body: Buffer): boolean {
  return body.length > 0 || !WITHOUT_CONTENT.has(method);
}

function checkField(name: string, value: string): void {
  if (!isToken(name))
    throw new UserError('INVALID_DATA', `${JSON.stringify(name)} is not a valid header name`);
  for (let index = 0; index < value.length; index += 1)
    if (VALUE_TABLE[value.charCodeAt(index)] !== 1)
      throw new UserError(
        'INVALID_DATA',
        `the header ${name} contains ${JSON.stringify(value.charAt(index))}, which cannot be sent`,
      );
}

/** Converts the request for the connection pool; `headers` are those of `completeHeaders()`. */
export function toUpstreamRequest(
  { method, url, body }: OutgoingRequest,
  headers: readonly HeaderField[],
): UpstreamRequest {
  const lines = headers.map(({ name, value }) => `${name}: ${value}\r\n`).join('');
  const fields = flatFields(headers.filter(({ name }) => !/^(?:host|content-length)$/i.test(name)));
  const authority = headers.find(({ name }) => name.toLowerCase() === 'host')?.value ?? url.authority;
  const hasLength = sendsLength(method, body);
  return {
    method,
    scheme: url.scheme,
    authority,
    path: url.path,
    hasBody: body.length > 0,
    contentLength: hasLength ? body.length : -1,
    fields: hasLength ? [...fields, 'content-length', String(body.length)] : fields,
    http1Head: `${method} ${url.path} HTTP/1.1\r\n${lines}\r\n`,
  };
}
