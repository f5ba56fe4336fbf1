// The error page for an exchange that failed before its response. It is plain text, since the reason may quote a
// hostile peer.
import { productName } from '../../base/product.ts';
import { STATUS_CODES } from '../../base/status-codes.ts';

/** Returns a whole HTTP/1.1 response. `close`: the connection closes after it. */
export function errorPage(status: number, reason: string, close: boolean, method: string): string {
  const phrase = STATUS_CODES[status] ?? 'Error';
  const body = Buffer.from(`${status} ${phrase}\n\n${reason}\n\n${productName}\n`).toString('latin1');
  const fields = [
    'Content-Type: text/plain; charset=utf-8',
    'Cache-Control: no-store',
    'X-Content-Type-Options: nosniff',
    `Content-Length: ${body.length}`,
    ...(close ? ['Connection: close'] : []),
  ];
  return `HTTP/1.1 ${status} ${phrase}\r\n${fields.join('\r\n')}\r\n\r\n${method === 'HEAD' ? '' : body}`;
}
