// What plug-ins read in a request, and add to it.
import type { SignableRequest } from '../contract.ts';
import { percentEncode, formDecode, toByteString } from './byte-strings.ts';

/** In place of the header of that name, if there is one; `value` is sent as UTF-8. */
export function withHeader(request: SignableRequest, name: string, value: string): SignableRequest {
  return withHeaderBytes(request, name, toByteString(value));
}

/** As `withHeader`; `value` holds one char per byte. */
export function withHeaderBytes(request: SignableRequest, name: string, value: string): SignableRequest {
  const lower = name.toLowerCase();
  const others = request.headers.filter((each) => each.name.toLowerCase() !== lower);
  return { ...request, headers: [...others, { name, value }] };
}

/** Behind what the query holds already; names and values are encoded. */
export function withQuery(
  request: SignableRequest,
  parameters: readonly (readonly [name: string, value: string])[],
): SignableRequest {
  if (parameters.length === 0) return request;
  const added = parameters.map((pair) => pair.map((text) => percentEncode(toByteString(text))).join('='));
  return { ...request, url: `${request.url}${request.url.includes('?') ? '&' : '?'}${added.join('&')}` };
}

/** Without the parameters that are so named: what a plug-in adds is not to stand there twice. */
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

/** Names and values of a form without some of them, as they stand. */
export function removeFromForm(form: string, names: ReadonlySet<string>): string {
  const remaining = form.split('&').filter((part) => !names.has(formDecode(part.split('=', 1)[0] ?? '')));
  return remaining.join('&');
}

/** Of the first header of that name; `lowerName` in lower case. */
export function headerOf(
  { headers }: Pick<SignableRequest, 'headers'>,
  lowerName: string,
): string | undefined {
  return headers.find(({ name }) => name.toLowerCase() === lowerName)?.value;
}

export interface Target {
  readonly scheme: string;
  /** As Host says. */
  readonly authority: string;
  readonly host: string;
  /** The scheme's own where none is named. */
  readonly port: string;
  /** Without the query. */
  readonly path: string;
  /** Without `?`. */
  readonly query: string;
}

/** Where a request goes, as the server will see it. */
export function targetOf(request: SignableRequest): Target {
  const [, scheme = '', urlAuthority = '', path = '', query = ''] = URL_PARTS.exec(request.url) ?? [];
  const authority = headerOf(request, 'host') ?? urlAuthority;
  const [, host = '', port] = /^(\[[^\]]*\]|[^:]*)(?::(\d+))?$/.exec(authority) ?? [];
  return {
    ...{ scheme, authority, path: path === '' ? '/' : path, query },
    host: host.toLowerCase(),
    port: port ?? (scheme === 'https' ? '443' : '80'),
  };
}

const URL_PARTS = /^(https?):\/\/([^/?]*)([^?]*)(?:\?(.*))?$/s;

/** Path and query, as in the request line. */
export function requestTarget(request: SignableRequest): string {
  const { path, query } = targetOf(request);
  return request.url.includes('?') ? `${path}?${query}` : path;
}

/** Of a body: its media type in lower case, without parameters; empty where none is said. */
export function mediaType(request: SignableRequest): string {
  return (headerOf(request, 'content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
}
