// The headers that every request has, unless it names others.
import { version } from '../../base/product.ts';
import type { HeaderField, SignableRequest } from '../auth/contract.ts';
import { ACCEPTED_CODINGS } from './decode-body.ts';
import { urlText, type HttpUrl } from './url.ts';

interface Headless {
  readonly method: string;
  readonly url: HttpUrl;
  readonly headers: readonly HeaderField[];
  readonly body: Buffer;
  /** Null for none. */
  readonly contentType: string | null;
}

/** Adds headers that the request does not contain. */
export function withDefaultHeaders({ method, url, headers, body, contentType }: Headless): SignableRequest {
  const named = new Set(headers.map(({ name }) => name.toLowerCase()));
  const defaults: (readonly [string, string])[] = [
    ...(contentType === null ? [] : [['Content-Type', contentType] as const]),
    ...(url.userInfo === null ? [] : [['Authorization', basicOf(url.userInfo)] as const]),
    ['User-Agent', `proxyctl/${version}`],
    ['Accept', '*/*'],
    ['Accept-Encoding', ACCEPTED_CODINGS],
  ];
  const added = defaults
    .filter(([name]) => !named.has(name.toLowerCase()))
    .map(([name, value]) => ({ name, value }));
  return { method, url: urlText(url), headers: [...headers, ...added], body };
}

function basicOf({ username, password }: NonNullable<HttpUrl['userInfo']>): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
