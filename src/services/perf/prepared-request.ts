// A request as the bytes to write to the connection, so that a repetition costs only the write.
import type { HeaderField, SignableRequest } from '../../requests/auth/contract.ts';
import type { UpstreamRequest } from '../../net/upstream-exchange.ts';
import type { RequestSettings } from '../../collections/model/request.ts';
import { encodeBody } from '../../requests/http/body.ts';
import { withDefaultHeaders } from '../../requests/http/default-headers.ts';
import { authorized } from '../../requests/http/exchange.ts';
import { completeHeaders, toUpstreamRequest } from '../../requests/http/outgoing-request.ts';
import { buildUrl, type HttpUrl } from '../../requests/http/url.ts';
import { Interpolator } from '../../runs/runner/interpolator.ts';
import { resolvedRequest } from '../../runs/runner/resolved-request.ts';
import type { RunContext } from '../../runs/runner/run-context.ts';
import type { Step } from '../../runs/runner/steps.ts';
import type { SentStep } from '../../runs/runner/run-step.ts';
import { toScriptRequest } from '../../runs/runner/script-values.ts';

export interface PreparedRequest {
  readonly method: string;
  readonly url: HttpUrl;
  /** Head and body in HTTP/1.1. */
  readonly bytes: Buffer;
  /** The request for a connection that may speak HTTP/2. */
  readonly upstream: UpstreamRequest;
  readonly body: Buffer;
  /** The request as scripts see it. */
  readonly seen: {
    readonly original: SignableRequest;
    /** The headers as they are sent. */
    readonly headers: readonly HeaderField[];
    readonly resolved: SentStep['resolved'];
  };
  readonly verifyTls: boolean;
  readonly httpVersion: RequestSettings['httpVersion'];
  readonly timeoutMs: number;
}

/** Authorization that depends on nothing but the request. */
const PLAIN_AUTH: ReadonlySet<string> = new Set(['none', 'basic', 'bearer', 'apiKey']);

/**
 * Returns true when the request can be sent as prepared bytes: no script changes it, and its authorization needs no
 * exchange with the server.
 */
export function isPreparable({ request, auth, preRequest }: Step): boolean {
  return request.type === 'http' && preRequest.length === 0 && PLAIN_AUTH.has(auth.type);
}

/** Returns true when the request has no variables. */
export function isFixed({ request, auth }: Step): boolean {
  return !JSON.stringify([request, auth]).includes('{{');
}

/** Prepares a request. Rejects with an Error that names the invalid part. */
export async function prepareRequest(step: Step, context: RunContext): Promise<PreparedRequest> {
  const { request } = step;
  context.scopes.replace('request', Object.fromEntries(step.variables));
  const interpolator = new Interpolator((name) => context.scopes.value(name));
  const resolved = resolvedRequest(step, toScriptRequest(step), interpolator);
  const { method, body, auth } = resolved;
  const url = buildUrl(resolved.url);
  const { bytes, contentType, headers } = await encodeBody(body, resolved.headers, context.resolveFile);
  const settings = {
    ...request.settings,
    verifyTls: request.settings.verifyTls && !context.insecure,
    timeoutMs: context.timeoutMs ?? request.settings.timeoutMs,
  };
  const unsigned = withDefaultHeaders({ method, url, headers, body: bytes, contentType });
  const signed = await authorized(auth, unsigned, settings, context);
  const target = buildUrl({ url: signed.url, query: [], path: [], encode: false });
  const outgoing = { method: signed.method, url: target, headers: signed.headers, body: signed.body };
  const sentHeaders = completeHeaders(outgoing);
  const upstream = toUpstreamRequest(outgoing, sentHeaders);
  return {
    method: outgoing.method,
    url: target,
    bytes: Buffer.concat([Buffer.from(upstream.http1Head ?? '', 'latin1'), outgoing.body]),
    upstream,
    body: outgoing.body,
    seen: { original: signed, headers: sentHeaders, resolved: { body, auth } },
    verifyTls: settings.verifyTls,
    httpVersion: settings.httpVersion,
    timeoutMs: settings.timeoutMs,
  };
}
