// Parses the head of an HTTP/1 response (RFC 9112 sections 4 to 6) from a latin1 string that ends with the empty line.
// An upstream is as hostile as a client: ambiguous framing is a violation.
import { forwardedFields } from './field-lines.ts';
import { NO_BODY, type Framing } from './framing.ts';
import { hasOption } from '../../base/http-syntax.ts';
import { violation, scanFields, VALUE_TABLE, type Violation, type FieldScan } from './fields.ts';

export interface ResponseHead {
  readonly type: 'response';
  /** As received, through the empty line. */
  readonly raw: string;
  readonly status: number;
  readonly minor: 0 | 1;
  readonly fields: FieldScan;
  readonly fieldsStart: number;
  readonly framing: Framing;
  /** True when the connection can carry another exchange. */
  readonly keepAlive: boolean;
  /** The head without hop-by-hop fields. */
  readonly endToEnd: string;
  /** True when the body may be a stream of messages, which seldom has a length. */
  readonly mayStream: boolean;
}

const SPACE = 32;
const ZERO = 48;
const CR = 13;
const LF = 10;

const CHUNKED: Framing = { type: 'chunked' };
const UNTIL_CLOSE: Framing = { type: 'close' };

/** Offsets in a status line: the minor version, the status, and the reason. */
const MINOR_AT = 7;
const STATUS_AT = 9;
const REASON_AT = 12;

/** Parses the head of the response to a request. `method` decides whether a body follows. */
export function readResponseHead(raw: string, method: string): ResponseHead | Violation {
  const minor = raw.charCodeAt(MINOR_AT) - ZERO;
  const status = readStatus(raw);
  const fieldsStart = statusLineEnd(raw);
  if ((minor !== 0 && minor !== 1) || status < 0 || fieldsStart < 0)
    return violation(400, 'the response does not start with an HTTP/1 status line');
  const fields = scanFields(raw, fieldsStart);
  if (fields.type === 'violation') return fields;
  const framing = responseFraming(status, method, fields);
  return {
    type: 'response',
    raw,
    status,
    minor,
    fields,
    fieldsStart,
    framing,
    keepAlive: keeps(minor, status, fields, framing),
    endToEnd: fields.dropped.length === 0 ? raw : withoutLines(raw, fieldsStart, fields.dropped),
    mayStream: framing.type !== 'length' || raw.includes('event-stream'),
  };
}

function withoutLines(raw: string, fieldsStart: number, dropped: readonly number[]): string {
  return `${raw.slice(0, fieldsStart)}${forwardedFields(raw, fieldsStart, dropped)}\r\n`;
}

/** Returns the three digits between `HTTP/1.x ` and a space or the end of the line; -1 when malformed. */
function readStatus(raw: string): number {
  if (!raw.startsWith('HTTP/1.') || raw.charCodeAt(STATUS_AT - 1) !== SPACE) return -1;
  let status = 0;
  for (let at = STATUS_AT; at < REASON_AT; at += 1) {
    const digit = raw.charCodeAt(at) - ZERO;
    if (!(digit >= 0 && digit <= 9)) return -1;
    status = status * 10 + digit;
  }
  return status < 100 ? -1 : status;
}

/** Returns the offset behind the CRLF of the line; -1 when the reason has invalid characters or the end is missing. */
function statusLineEnd(raw: string): number {
  let at = REASON_AT;
  let code = raw.charCodeAt(at);
  if (code !== SPACE && code !== CR) return -1;
  while (VALUE_TABLE[code] === 1) code = raw.charCodeAt(++at);
  return code === CR && raw.charCodeAt(at + 1) === LF ? at + 2 : -1;
}

function responseFraming(status: number, method: string, fields: FieldScan): Framing {
  if (method === 'HEAD' || status < 200 || status === 204 || status === 304) return NO_BODY;
  if (fields.chunked) return CHUNKED;
  if (fields.contentLength >= 0)
    return fields.contentLength === 0 ? NO_BODY : { type: 'length', length: fields.contentLength };
  return UNTIL_CLOSE;
}

function keeps(minor: 0 | 1, status: number, fields: FieldScan, framing: Framing): boolean {
  if (framing.type === 'close') return false;
  // RFC 9110 section 8.6 forbids these on 204: a peer that sends them may send the body too.
  if (status === 204 && (fields.contentLength > 0 || fields.chunked)) return false;
  // RFC 9112 section 6.1: chunked in HTTP/1.0 is decoded, then the connection is closed.
  if (minor === 0) return !fields.chunked && hasOption(fields.connection, 'keep-alive');
  return !hasOption(fields.connection, 'close');
}
