// The protocol of `http` requests: HTTP/1.1 and HTTP/2.
import { z } from 'zod';
import { defineProtocol, type ProtocolContext, type ProtocolRequest } from './contract.ts';
import type { ProtocolExchange } from '../response.ts';
import { encodeBody } from '../http/body.ts';
import { sendRequest } from '../http/exchange.ts';
import { buildUrl } from '../http/url.ts';

export const http = defineProtocol({ type: 'http', schema: z.unknown(), send: sendHttp });

/** Sends the request over HTTP, whatever its type. */
export async function sendHttp(
  { method, url, headers: named, body, auth, settings }: ProtocolRequest<unknown>,
  context: ProtocolContext,
): Promise<ProtocolExchange> {
  const target = buildUrl(url);
  const { bytes, contentType, headers } = await encodeBody(body, named, context.resolveFile);
  return sendRequest({ method, url: target, headers, body: bytes, contentType, auth, settings }, context);
}
