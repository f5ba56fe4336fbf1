// Messages as somebody sees them while they are held.
import { decodeTextBody } from '../../../flow/text-body.ts';
import { decodeBody } from '../../../flow/decode.ts';
import type { HeaderLines, InterceptedExchange, InterceptedResponse } from '../../../proxy/hooks.ts';
import type { PausedBody, PausedHeader, PausedRequest, PausedResponse } from '../../paused/index.ts';
import { urlText } from '../../rules/patterns/url.ts';
import { lineValue } from '../../rules/fields.ts';

export function shownRequest({ request }: InterceptedExchange, body: Buffer): PausedRequest {
  const { method, target, path, fields } = request;
  return { method, url: urlText(target, path), headers: headersOf(fields), body: shownBody(fields, body) };
}

/** A request that has been sent: its body is what has been captured of it. */
export async function shownSentRequest(exchange: InterceptedExchange): Promise<PausedRequest> {
  const sent = exchange.flow.request;
  const body = sent === null ? Buffer.alloc(0) : (await decodeBody(sent, Infinity)).bytes;
  return shownRequest(exchange, body);
}

export function shownResponse({ status, fields }: InterceptedResponse, body: Buffer): PausedResponse {
  return { status, headers: headersOf(fields), body: shownBody(fields, body) };
}

function headersOf(fields: HeaderLines): readonly PausedHeader[] {
  return fields.map(([name, value]) => ({ name, value }));
}

function shownBody(fields: HeaderLines, bytes: Buffer): PausedBody {
  if (bytes.length === 0) return '';
  return decodeTextBody(bytes, lineValue(fields, 'content-type')) ?? { base64: bytes.toString('base64') };
}
