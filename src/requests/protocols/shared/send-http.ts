// Sends a request over HTTP/1.1 or HTTP/2.
import type { ProtocolContext, ProtocolRequest } from '../contract.ts';
import { encodeBody } from '../../http/body.ts';
import { sendRequest } from '../../http/exchange.ts';
import { buildUrl } from '../../http/url.ts';
import type { ProtocolExchange } from '../../response.ts';

/** Sends the request over HTTP, whatever its type. */
export async function sendHttp(
  { method, url, headers: named, body, auth, settings }: ProtocolRequest<unknown>,
  context: ProtocolContext,
): Promise<ProtocolExchange> {
  const target = buildUrl(url);
  const { bytes, contentType, headers } = await encodeBody(body, named, context.resolveFile);
  return sendRequest({ method, url: target, headers, body: bytes, contentType, auth, settings }, context);
}
