// The exchange of a prepared request as test scripts see it.
import { decodeBody } from '../../requests/http/decode-body.ts';
import { readReceivedHead } from '../../requests/http/received-head.ts';
import type { ProtocolExchange } from '../../requests/response.ts';
import type { LoadResponse } from './load-connection.ts';
import type { PreparedRequest } from './prepared-request.ts';

/** Builds the exchange. Rejects with an Error when the body does not match the response's Content-Encoding. */
export async function testedExchange(
  { method, body: sentBody, seen }: PreparedRequest,
  { status, head, bytes, body }: LoadResponse,
  timeMs: number,
): Promise<ProtocolExchange> {
  const { reason, httpVersion, headers, coding } = parsed(head, status);
  const received = body ?? Buffer.alloc(0);
  return {
    originalRequest: seen.original,
    response: {
      status,
      reason,
      httpVersion,
      headers,
      body: coding === '' ? received : await decodeBody(received, coding),
      size: bytes,
      timeMs,
      trailers: [],
      messages: [],
    },
    url: seen.original.url,
    sent: { method, headers: seen.headers, body: sentBody },
  };
}

interface ParsedHead extends ReturnType<typeof readReceivedHead> {
  readonly text: string;
  /** The value of Content-Encoding; empty for none. */
  readonly coding: string;
}

/** The head before, which most responses repeat. */
let last: ParsedHead | null = null;

function parsed(text: string, status: number): ParsedHead {
  if (last?.text === text) return last;
  const head = readReceivedHead(text, status);
  const coding = head.headers.find(({ name }) => name.toLowerCase() === 'content-encoding')?.value ?? '';
  return (last = { text, ...head, coding });
}
