// Functions that read a request and add credentials to it.
import type { SignableRequest } from '../contract.ts';
import { percentEncode, formDecode, toByteString } from './byte-strings.ts';

/** Sets a header and replaces any of the same name. The value is sent as UTF-8. */
export function withHeader(request: SignableRequest, name: string, value: string): SignableRequest {
  return withHeaderBytes(request, name, toByteString(value));
}

/** Like `withHeader`, for a value with one char per byte. */
export function withHeaderBytes(request: SignableRequest, name: string, value: string): SignableRequest {
  const lower = name.toLowerCase();
  const others = request.headers.filter((each) => each.name.toLowerCase() !== lower);
  return { ...request, headers: [...others, { name, value }] };
}

/** Appends parameters to the query; names and values are percent-encoded. */
export function withQuery(
  request: SignableRequest,
  parameters: readonly (readonly [name: string, value: string])[],
): SignableRequest {
  if (parameters.length === 0) return request;
  const added = parameters.map((pair) => pair.map((text) => percentEncode(toByteString(text))).join('='));
  return { ...request, url: `${request.url}${request.url.includes('?') ? '&' : '?'}${added.join('&')}` };
}

/** Removes parameters, so that the ones a plug-in adds do not appear twice. */
export function withoutQuery(request: SignableRequest, names: ReadonlySet<string>): SignableRequest {
  const { url } = request;
  const queryStart = url.indexOf('?');
  if (queryStart < 0) return request;
  const all = url.slice(queryStart + 1);
  const remaining = removeFromForm(all, names);
  if (remaining === all) return request;
  return {
    ...request,
    url: remaining === '' ? url.slice(0, queryStart) : `${url.slice(0, queryStart + 1)}${remaining}`,
  };
}

/** Removes names and their values from a form. The rest stays as it is. */
export function removeFromForm(form: string, names: ReadonlySet<string>): string {
  const remaining = form.split('&').filter((part) => !names.has(formDecode(part.split('=', 1)[0] ?? '')));
  return remaining.join('&');
}

/** Returns the value of the first header with this name; `lowerName` is in lower case. */
export function headerOf(
  { headers }: Pick<SignableRequest, 'headers'>,
  lowerName: string,
): string | undefined {
  return headers.find(({ name }) => name.toLowerCase() === lowerName)?.value;
}

export interface SignableUrl {
  readonly scheme: string;
  /** The authority as in the Host header. */
  readonly authority: string;
  readonly host: string;
  /** The port; the default of the scheme when none is given. */
  readonly port: string;
  /** The path without the query. */
  readonly path: string;
  /** The query without `?`. */
  readonly query: string;
}

/** Returns the parts of the URL as the server will see them. */
export function signableUrl(request: SignableRequest): SignableUrl {
  const [, scheme = '', urlAuthority = '', path = '', query = ''] = URL_PARTS.exec(request.url) ?? [];
  const authority = headerOf(request, 'host') ?? urlAuthority;
  const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(authority) ?? [];
  return {
    scheme,
    authority,
    path: path === '' ? '/' : path,
    query,
    host: host.toLowerCase(),
    port: port ?? (scheme === 'https' ? '443' : '80'),
  };
}

const URL_PARTS = /^(https?):\/\/([^/?]*)([^?]*)(?:\?(.*))?$/s;

/** Returns path and query, as in the request line. */
export function requestTarget(request: SignableRequest): string {
  const { path, query } = signableUrl(request);
  return request.url.includes('?') ? `${path}?${query}` : path;
}

/** Returns the media type of the body in lower case, without parameters; empty when it is not declared. */
export function mediaType(request: SignableRequest): string {
  return (headerOf(request, 'content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
}
