// What plug-ins read in a request, and add to it.
import type { SignableRequest } from '../contract.ts';
import { encodedOctets, formDecoded, octetsOf } from './byte-strings.ts';

/** In place of the header of that name, if there is one; `value` is sent as UTF-8. */
export function withHeader(request: SignableRequest, name: string, value: string): SignableRequest {
  return withOctets(request, name, octetsOf(value));
}

/** As `withHeader`; `value` holds one char per byte. */
export function withOctets(request: SignableRequest, name: string, value: string): SignableRequest {
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
  const added = parameters.map((pair) => pair.map((text) => encodedOctets(octetsOf(text))).join('='));
  return { ...request, url: `${request.url}${request.url.includes('?') ? '&' : '?'}${added.join('&')}` };
}

/** Without the parameters that are so named: what a plug-in adds is not to stand there twice. */
export function withoutQuery(request: SignableRequest, names: ReadonlySet<string>): SignableRequest {
  const { url } = request;
  const at = url.indexOf('?');
  if (at < 0) return request;
  const all = url.slice(at + 1);
  const left = formWithout(all, names);
  if (left === all) return request;
  return { ...request, url: left === '' ? url.slice(0, at) : `${url.slice(0, at + 1)}${left}` };
}

/** Names and values of a form without some of them, as they stand. */
export function formWithout(form: string, names: ReadonlySet<string>): string {
  const kept = form.split('&').filter((part) => !names.has(formDecoded(part.split('=', 1)[0] ?? '')));
  return kept.join('&');
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
  const [, scheme = '', named = '', path = '', query = ''] = URL_PARTS.exec(request.url) ?? [];
  const authority = headerOf(request, 'host') ?? named;
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
