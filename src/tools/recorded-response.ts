// Sends the response of a recorded exchange again.
import type { Flow } from '../flow/flow.ts';
import type { HeaderLines, SyntheticResponse } from '../proxy/hooks.ts';
import { capturedBody, replayableHeaders } from './captured-response.ts';
import { headerValue } from './rules/fields.ts';

const NO_BODY = Buffer.alloc(0);

/** Returns true when the whole response was recorded: not cut, not left out of the file, not an upgrade to another protocol. */
export function hasWholeResponse({ state, status, response }: Flow): boolean {
  // A status is missing where a browser took the response from its cache.
  if (state !== 'completed' || response === null || (status !== 0 && status < 200)) return false;
  return response.complete && response.body.omitted === 0;
}

/** Returns the response to a request with these fields; null for an exchange without one. */
export async function recordedResponse(
  flow: Flow,
  requested: HeaderLines,
): Promise<(SyntheticResponse & { readonly body: Buffer }) | null> {
  const { response } = flow;
  if (response === null) return null;
  const body = await capturedBody(response);
  const fields = replayableHeaders(response, body).map(({ name, value }) => [name, value] as const);
  // Browsers record 304 responses with the body from their cache; a client without a cache needs that body.
  const isCachedCopy = flow.status === 304 && body.bytes.length > 0 && !isConditional(requested);
  const [status, reason] = isCachedCopy || flow.status === 0 ? [200, ''] : [flow.status, flow.octetReason];
  return { status, reason, fields, body: status === 204 || status === 304 ? NO_BODY : body.bytes };
}

function isConditional(fields: HeaderLines): boolean {
  return ['if-none-match', 'if-modified-since'].some((name) => headerValue(fields, name) !== undefined);
}
