// Plain HTTP through an HTTP proxy: the request line names the origin, and the credentials for the proxy are
// added (RFC 9112 section 3.2.2). Done while the head is written, so that the captured head holds no
// credentials.
import { formatAuthority } from '../../codec/http1/target.ts';
import type { UpstreamProxy } from './proxy-route.ts';

/** Rewrites the first write of a request, which holds at least its start line. */
export type HeadRewrite = (first: Buffer | string) => Buffer | string;

export function absoluteForm(host: string, port: number, proxy: UpstreamProxy): HeadRewrite {
  const origin = `http://${formatAuthority(host, port, 'http')}`;
  const field = proxy.account === null ? '' : `Proxy-Authorization: ${basic(proxy.account)}\r\n`;
  const rewritten = (line: string): string => {
    const at = line.indexOf(' ') + 1;
    const target = line.slice(at);
    // OPTIONS * becomes a URL without a path (RFC 9112 section 3.2.4).
    return line.slice(0, at) + origin + (target.startsWith('* ') ? target.slice(1) : target) + field;
  };
  return (first) => {
    const end = first.indexOf('\r\n') + 2;
    if (typeof first === 'string') return rewritten(first.slice(0, end)) + first.slice(end);
    const line = Buffer.from(rewritten(first.toString('latin1', 0, end)), 'latin1');
    return Buffer.concat([line, first.subarray(end)]);
  };
}

/** Returns a Basic Authorization value in UTF-8 (RFC 7617). */
export function basic({ username, password }: NonNullable<UpstreamProxy['account']>): string {
  return `Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`;
}
