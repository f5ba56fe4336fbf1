// The short page a client gets when an exchange failed before it had a response: plain text, since the
// reason may quote what a hostile peer sent.
import { productName } from '../../base/product.ts';
import { STATUS_CODES } from '../../base/status-codes.ts';

/** A whole HTTP/1.1 response; the connection is closed behind it when `close`. */
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
