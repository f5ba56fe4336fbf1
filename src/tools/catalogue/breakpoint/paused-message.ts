// Paused messages as users see them.
import { textOfOctets } from '../../../base/octets.ts';
import { decodeTextBody } from '../../../flow/text-body.ts';
import { decodeBody } from '../../../flow/decode.ts';
import type { HeaderLines, InterceptedExchange, InterceptedResponse } from '../../../proxy/hooks.ts';
import type { PausedBody, PausedHeader, PausedRequest, PausedResponse } from '../../paused/index.ts';
import { urlText } from '../../rules/patterns/url.ts';
import { headerValue } from '../../rules/fields.ts';

export function pausedRequest({ request }: InterceptedExchange, body: Buffer): PausedRequest {
  const { method, target, path, fields } = request;
  return { method, url: urlText(target, path), headers: headersOf(fields), body: pausedBody(fields, body) };
}

/** Returns a request that has already been sent, with its captured body. */
export async function pausedSentRequest(exchange: InterceptedExchange): Promise<PausedRequest> {
  const sent = exchange.flow.request;
  const body = sent === null ? Buffer.alloc(0) : (await decodeBody(sent, Infinity)).bytes;
  return pausedRequest(exchange, body);
}

export function pausedResponse({ status, fields }: InterceptedResponse, body: Buffer): PausedResponse {
  return { status, headers: headersOf(fields), body: pausedBody(fields, body) };
}

function headersOf(fields: HeaderLines): readonly PausedHeader[] {
  return fields.map(([name, value]) => ({ name, value: textOfOctets(value) }));
}

function pausedBody(fields: HeaderLines, bytes: Buffer): PausedBody {
  if (bytes.length === 0) return '';
  return decodeTextBody(bytes, headerValue(fields, 'content-type')) ?? { base64: bytes.toString('base64') };
}
