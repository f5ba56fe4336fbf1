// Compares an exchange with an API description after it has ended.
import { isObject } from '../../base/is-object.ts';
import { decodeBody } from '../../flow/decode.ts';
import type { Flow } from '../../flow/flow.ts';
import type { Message } from '../../flow/message.ts';
import type { ApiContract, MatchedOperation, Violation } from '../../specs/contract/index.ts';
import { pathEndpointOf } from '../../traffic/insights/flow-facts.ts';

const MAX_BODY_BYTES = 10 * 1024 * 1024;

export interface CheckedExchange {
  /** Method and path, as the description has them where it has them. */
  readonly endpoint: string;
  /** The operation of the description; null where it has none. */
  readonly operation: string | null;
  readonly violations: readonly Violation[];
  /** Null without one, or without an operation. */
  readonly response: CheckedResponse | null;
}

/** A response, and how the description has it. */
export interface CheckedResponse {
  readonly status: number;
  /** Its media type, in lower case; empty without a body. */
  readonly type: string;
  /** Such as `200`, `4XX` or `default`; null for a status that the description does not have. */
  readonly key: string | null;
  /** Headers that the description does not have. */
  readonly headers: readonly string[];
}

/** Returns true for an exchange with a server of the description, or with an instance of it on this machine. */
export function isMeant({ hosts }: Pick<ApiContract, 'hosts'>, { request, status, target }: Flow): boolean {
  if (request === null || status === 101) return false;
  const host = target.host.toLowerCase();
  return hosts.size === 0 || hosts.has(host) || LOOPBACK.test(host);
}

/** Resolves with what does not fit. Bodies over `maxBodyBytes` are not compared. */
export async function exchangeViolations(
  contract: ApiContract,
  flow: Flow,
  maxBodyBytes = MAX_BODY_BYTES,
): Promise<CheckedExchange> {
  const { method, request, status } = flow;
  const response = flow.originalResponse ?? flow.response;
  const { match, methods, path: known } = contract.find(method, pathOf(flow.url));
  if (match === null) {
    const isPreflight = method === 'OPTIONS' && methods.length > 0;
    const detail =
      methods.length === 0
        ? 'the path is not documented'
        : `the method is not documented: the path has ${methods.join(', ')}`;
    const names = known === null ? ['paths'] : ['paths', known];
    const rule = { from: contract.document.root, names, value: `${method} ${pathOf(flow.url)}` };
    return {
      endpoint: pathEndpointOf(flow),
      operation: null,
      violations: isPreflight ? [] : [{ location: 'path', detail, rule }],
      response: null,
    };
  }
  const endpoint = `${method} ${match.operation.path}`;
  const { method: key, path } = match.operation;
  const operation = `${key.toUpperCase()} ${path}`;
  if (request === null) return { endpoint, operation, violations: [], response: null };
  const headers = headersOf(request);
  const parameters = contract.parameterViolations(match, { headers });
  const [, body] = contract.bodyViolations(match, { headers }, await bodyOf(request, maxBodyBytes));
  const ofResponse =
    response === null || status === 0
      ? []
      : contract.responseViolations(match, {
          status: response === flow.response ? status : statusOf(response, status),
          headers: headersOf(response),
          body: method === 'HEAD' ? Buffer.alloc(0) : await bodyOf(response, maxBodyBytes),
        });
  // A refused request may well be invalid: the description documents the refusal for that case.
  const isRefused = status >= 400 && status < 500;
  const inResponse = ofResponse.map((each) => ({ ...each, detail: `response ${status}: ${each.detail}` }));
  return {
    endpoint,
    operation,
    violations: [...(isRefused ? [] : [...parameters, ...body]), ...inResponse],
    response: response === null || status === 0 ? null : checkedResponse(contract, match, response, status),
  };
}

function checkedResponse(
  contract: ApiContract,
  { operation }: MatchedOperation,
  response: Message,
  status: number,
): CheckedResponse {
  const expected = contract.responseOf(operation, status);
  const type = response.body.size === 0 ? '' : (response.header('content-type') ?? '');
  const known = new Set(Object.keys(isObject(expected?.['headers']) ? expected['headers'] : {}).map(lower));
  const own = response.headers.map(({ name }) => name).filter((name) => !USUAL.test(name));
  return {
    status,
    type: lower(type.split(';', 1)[0]!.trim()),
    key: contract.responseKey(operation, status),
    headers: [...new Set(own.filter((name) => !known.has(lower(name))))],
  };
}

/** Headers that descriptions do not have: those of the protocol, of caches, of browsers and of proxies. */
const USUAL =
  /^(?:accept(?:-.*)?|access-control-.*|age|allow|alt-svc|authorization|cache-control|cdn-.*|cf-.*|connection|content-.*|cross-origin-.*|date|etag|expect-ct|expires|keep-alive|last-modified|nel|origin-.*|p3p|permissions-policy|pragma|proxy-.*|referrer-policy|report-to|reporting-endpoints|server(?:-timing)?|set-cookie|strict-transport-security|te|timing-allow-origin|trailer|transfer-encoding|upgrade|vary|via|warning|www-authenticate|x-(?:content-type-options|frame-options|powered-by|xss-protection|cache|served-by|forwarded-.*|amz-.*|envoy-.*))$/i;

function lower(text: string): string {
  return text.toLowerCase();
}

const LOOPBACK = /^(?:localhost|.+\.localhost|127\.\d+\.\d+\.\d+|::1|\[::1\])$/;

/** Returns the path of a URL, with its query. */
export function pathOf(url: string): string {
  return url.replace(/^\w+:\/\/[^/?#]*/, '') || '/';
}

function statusOf({ head }: Message, fallback: number): number {
  const [, status] = /^HTTP\/\S+ (\d{3})/.exec(head) ?? [];
  return status === undefined ? fallback : Number(status);
}

function headersOf({ headers }: Message): Record<string, string> {
  const found: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const { name, value } of headers) {
    const key = name.toLowerCase();
    const before = found[key];
    found[key] = before === undefined ? value : `${before}${key === 'cookie' ? '; ' : ', '}${value}`;
  }
  return found;
}

/** Resolves with null for a body that was not captured, or cannot be decoded, as a whole. */
async function bodyOf(message: Message, maxBytes: number): Promise<Buffer | null> {
  const { body } = message;
  if (body.size === 0) return Buffer.alloc(0);
  const { bytes, size, exact, error } = await decodeBody(message, maxBytes);
  return error === null && exact && bytes.length === size ? bytes : null;
}
