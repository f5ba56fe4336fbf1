// The head of an HTTP/2 response (RFC 9113 section 8.3.2), parsed strictly.
import { readLength } from '../http1/fields.ts';
import type { FlatFields } from '../flat-fields.ts';
import { isConnectionSpecific } from './fields.ts';

export interface Http2Response {
  readonly type: 'response';
  readonly status: number;
  /** Fields without `:status`. */
  readonly fields: FlatFields;
  /** Value of Content-Length; -1 without one. */
  readonly contentLength: number;
}

/** A malformed response, which is never forwarded. */
export interface MalformedResponse {
  readonly type: 'malformed';
  readonly reason: string;
}

/** Parses `raw` as decoded from HPACK. With `ended`, no body follows. */
export function readHttp2Response(raw: string[], ended: boolean): Http2Response | MalformedResponse {
  if (raw[0] !== ':status') return malformed('it does not begin with a status');
  const text = raw[1] ?? '';
  const status = readStatus(text);
  if (status === 0) return malformed(`its status is ${JSON.stringify(text.slice(0, 20))}`);
  if (status === 101) return malformed('it switches protocols (101), which HTTP/2 has not');
  if (status < 200 && ended) return malformed(`${status} ends its stream`);
  let contentLength = -1;
  for (let at = 2; at < raw.length; at += 2) {
    const name = raw[at] ?? '';
    if (name.charCodeAt(0) === COLON) return malformed(`it has ${name} in the wrong place`);
    if (isConnectionSpecific(name)) return malformed(`it has the field ${name}, which HTTP/2 forbids`);
    if (name !== 'content-length') continue;
    if (contentLength >= 0) return malformed('Content-Length is not one length');
    contentLength = readLength(raw[at + 1] ?? '');
    if (contentLength < 0) return malformed('Content-Length is not one length');
  }
  return { type: 'response', status, fields: raw.slice(2), contentLength };
}

const COLON = 58;
const ZERO = 48;

/** Three digits, of which the first is not 0; 0 for anything else. */
function readStatus(text: string): number {
  let status = 0;
  for (let at = 0; at < text.length; at += 1) {
    const digit = text.charCodeAt(at) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return 0;
    status = status * 10 + digit;
  }
  return text.length === 3 && status >= 100 ? status : 0;
}

function malformed(reason: string): MalformedResponse {
  return { type: 'malformed', reason };
}
