// Requests that redirects lead to.
import type { RequestSettings } from '../../collections/model/request.ts';
import type { SignableRequest } from '../auth/contract.ts';
import { buildUrl, redirectUrl, urlText } from './url.ts';

/** Follows RFC 9110 section 15.4; methods other than GET and HEAD become GET, as in browsers. */
export function redirectedRequest(
  request: SignableRequest,
  status: number,
  location: string,
  { keepMethod, keepAuthorization }: Pick<RequestSettings, 'keepMethod' | 'keepAuthorization'>,
): SignableRequest {
  const from = buildUrl({ url: request.url, query: [], path: [], encode: false });
  const to = redirectUrl(from, location);
  const becomesGet =
    request.method !== 'GET' &&
    request.method !== 'HEAD' &&
    (status === 303 || ((status === 301 || status === 302) && !keepMethod));
  const isOtherOrigin = to.authority !== from.authority || to.scheme !== from.scheme;
  const dropped = new Set([
    'host',
    ...(becomesGet ? ['content-type', 'content-encoding', 'content-language', 'content-location'] : []),
    ...(isOtherOrigin && !keepAuthorization ? ['authorization', 'cookie'] : []),
  ]);
  return {
    method: becomesGet ? 'GET' : request.method,
    url: urlText(to),
    headers: request.headers.filter(({ name }) => !dropped.has(name.toLowerCase())),
    body: becomesGet ? Buffer.alloc(0) : request.body,
  };
}
