// Error responses on streams, and the flows of malformed requests.
import { productName } from '../../base/product.ts';
import { ProxyError } from '../../base/errors.ts';
import { STATUS_CODES } from '../../base/status-codes.ts';
import { ERROR_CODE } from '../../codec/http2/error-codes.ts';
import { fieldLines, fieldValue, type FlatFields } from '../../codec/flat-fields.ts';
import { isOurs } from '../../codec/http2/fields.ts';
import type { Http2Stream } from '../../codec/http2/stream.ts';
import type { Client } from '../../flow/client.ts';
import { Message } from '../../flow/message.ts';
import { FlowRecorder } from '../../flow/recorder.ts';
import type { ProxyContext } from '../shared/context.ts';
import { readNamed } from '../shared/named-target.ts';
import type { RequestDestination } from '../shared/request-destination.ts';
import { respond } from './respond.ts';

const PAGE = Object.entries({
  'content-type': 'text/plain; charset=utf-8',
  'cache-control': 'no-store',
  'x-content-type-options': 'nosniff',
}).flat();

/** Sends the status of `error` and a short page, or resets the stream when a response cannot be sent. */
export function refuse(stream: Http2Stream, error: ProxyError): void {
  if (stream.headSent || error.status === 0) {
    stream.reset(ERROR_CODE.NO_ERROR);
    return;
  }
  const { status } = error;
  const body = Buffer.from(
    `${status} ${STATUS_CODES[status] ?? 'Error'}\n\n${error.message}\n\n${productName}\n`,
  );
  respond(stream, status, [...PAGE, 'content-length', String(body.length)]);
  stream.write(body);
  stream.end();
  // Nobody reads the rest of the request (RFC 9113 section 8.1).
  if (!stream.remoteEnded) stream.reset(ERROR_CODE.NO_ERROR);
}

/** Records a malformed request, as far as its control data name a target. */
export function recordMalformed(
  destination: RequestDestination,
  client: Client,
  context: ProxyContext,
  raw: FlatFields,
  reason: string,
): void {
  if (destination.type !== 'origin') return;
  const method = fieldValue(raw, ':method') ?? '?';
  const fields = raw.filter((_, index) => {
    const name = raw[index - (index % 2)] ?? '';
    return !name.startsWith(':') && !isOurs(name);
  });
  // The malformed part may be a line end.
  const [path, ...lines] = [fieldValue(raw, ':path') ?? '/', ...fields].map((text) =>
    text.replace(/[\0\r\n]/g, ' '),
  );
  const text = `${method} ${path ?? ''} HTTP/2\r\n${fieldLines(lines)}\r\n`;
  const target = readNamed(destination.target, fieldValue(raw, ':authority') ?? '');
  const message = new Message(text, context.captures);
  const { decrypted } = destination;
  const flow = context.flows.create({ client, method, target, request: message, decrypted });
  context.flows.add(flow);
  new FlowRecorder(flow, context.flows).finish(new ProxyError('BAD_REQUEST', reason));
}
