// What plug-ins add to a request.
import type { SignableRequest } from './contract.ts';

/** In place of the header of that name, if there is one; `value` is sent as UTF-8. */
export function withHeader(request: SignableRequest, name: string, value: string): SignableRequest {
  const octets = Buffer.from(value, 'utf8').toString('latin1');
  const others = request.headers.filter((each) => each.name.toLowerCase() !== name.toLowerCase());
  return { ...request, headers: [...others, { name, value: octets }] };
}

/** Behind what the query holds already; names and values are encoded. */
export function withQuery(
  request: SignableRequest,
  parameters: readonly (readonly [name: string, value: string])[],
): SignableRequest {
  if (parameters.length === 0) return request;
  const added = parameters
    .map(([name, value]) => `${encodeURIComponent(name)}=${encodeURIComponent(value)}`)
    .join('&');
  return { ...request, url: `${request.url}${request.url.includes('?') ? '&' : '?'}${added}` };
}
