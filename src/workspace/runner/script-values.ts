// Requests and responses of a run in the form that scripts read and change.
import type { ProtocolExchange, ReceivedResponse } from '../protocols/shared/response.ts';
import type { ScriptRequest, ScriptResponse } from '../scripts/contract.ts';
import type { Step } from './steps.ts';

/** Returns the request as it is saved, with the authorization that applies to it. */
export function toScriptRequest({ request, auth }: Step): ScriptRequest {
  const { id, name, method, url, query, path, headers, body } = request;
  return { id, name, method, url, query, path, headers, body, auth };
}

/** Returns `request` as it was sent, before any redirect; `resolved` are the parts whose variables are replaced. */
export function toSentRequest(
  request: ScriptRequest,
  resolved: Partial<ScriptRequest>,
  { originalRequest, url, sent }: ProtocolExchange,
): ScriptRequest {
  // The headers that were added when it was sent are only known without a redirect.
  const headers = originalRequest.url === url ? sent.headers : originalRequest.headers;
  return {
    ...request,
    ...resolved,
    method: originalRequest.method,
    url: originalRequest.url,
    query: [],
    path: [],
    headers: headers.map(({ name, value }) => ({
      name,
      value: Buffer.from(value, 'latin1').toString('utf8'),
      enabled: true,
    })),
  };
}

export function toScriptResponse(
  response: ReceivedResponse,
  cookies: ScriptResponse['cookies'],
): ScriptResponse {
  return { ...response, cookies };
}
