// Requests and responses of a run in the form that scripts read and change.
import type { ProtocolExchange, ReceivedResponse } from '../../requests/response.ts';
import type { ScriptRequest, ScriptResponse } from '../scripts/contract.ts';
import type { Step } from './steps.ts';

/** Returns the request as it is saved. It omits inherited authorization, as Postman does. */
export function toScriptRequest({ request }: Step): ScriptRequest {
  const { id, name, method, url, query, path, headers, body, auth } = request;
  return { id, name, method, url, query, path, headers, body, auth };
}

/**
 * Returns `request` as it was sent, before any redirect. `resolved` is the request's parts with variables replaced.
 */
export function toSentRequest(
  request: ScriptRequest,
  resolved: Partial<ScriptRequest>,
  { originalRequest, url, sent }: ProtocolExchange,
): ScriptRequest {
  // The headers that were added while sending are known only without a redirect.
  const headers = originalRequest.url === url ? sent.headers : originalRequest.headers;
  return {
    ...request,
    ...resolved,
    method: originalRequest.method,
    url: originalRequest.url,
    query: [],
    path: [],
    headers: withDisabled(
      headers.map(({ name, value }) => ({
        name,
        value: Buffer.from(value, 'latin1').toString('utf8'),
        enabled: true,
      })),
      request.headers,
    ),
  };
}

/** Adds the disabled headers of the request, which are not sent, in their places. */
function withDisabled(
  sent: readonly ScriptRequest['headers'][number][],
  before: ScriptRequest['headers'],
): ScriptRequest['headers'] {
  const headers = [...sent];
  let at = 0;
  for (const header of before) {
    const name = header.name.toLowerCase();
    const found = header.enabled ? headers.findIndex((each) => each.name.toLowerCase() === name) : -1;
    if (found >= at) at = found + 1;
    if (!header.enabled) headers.splice(at++, 0, header);
  }
  return headers;
}

export function toScriptResponse(
  response: ReceivedResponse,
  url: string,
  cookies: ScriptResponse['cookies'],
): ScriptResponse {
  return { ...response, url, cookies };
}
