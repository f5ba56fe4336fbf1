// The head of an HTTP/2 response (RFC 9113 section 8.3.2), parsed strictly.
import { isConnectionSpecific, type FlatFields } from './fields.ts';

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

/** Parses `raw` as decoded from HPACK. `ended`: no body follows. */
export function readHttp2Response(raw: string[], ended: boolean): Http2Response | MalformedResponse {
  if (raw[0] !== ':status') return malformed('it does not begin with a status');
  const text = raw[1] ?? '';
  const status = /^[1-9]\d\d$/.test(text) ? Number(text) : 0;
  if (status === 0) return malformed(`its status is ${JSON.stringify(text.slice(0, 20))}`);
  if (status === 101) return malformed('it switches protocols (101), which HTTP/2 has not');
  if (status < 200 && ended) return malformed(`${status} ends its stream`);
  let contentLength = -1;
  for (let at = 2; at < raw.length; at += 2) {
    const name = raw[at] ?? '';
    if (name.charCodeAt(0) === COLON) return malformed(`it has ${name} in the wrong place`);
    if (isConnectionSpecific(name)) return malformed(`it has the field ${name}, which HTTP/2 forbids`);
    if (name !== 'content-length') continue;
    const value = raw[at + 1] ?? '';
    if (contentLength >= 0 || !/^\d{1,15}$/.test(value)) return malformed('Content-Length is not one length');
    contentLength = Number(value);
  }
  return { type: 'response', status, fields: raw.slice(2), contentLength };
}

const COLON = 58;

function malformed(reason: string): MalformedResponse {
  return { type: 'malformed', reason };
}
