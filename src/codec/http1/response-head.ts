// The head of an HTTP/1 response (RFC 9112 sections 4 to 6), from a latin1 string that ends with the
// empty line. An upstream is as hostile as a client: what is ambiguous is a fault.
import { NO_BODY, type Framing } from './framing.ts';
import { fault, hasOption, scanFields, type Fault, type FieldScan } from './fields.ts';

export interface ResponseHead {
  readonly type: 'response';
  /** As received, through the empty line. */
  readonly raw: string;
  readonly status: number;
  readonly minor: 0 | 1;
  readonly fields: FieldScan;
  readonly fieldsStart: number;
  readonly framing: Framing;
  /** Whether the connection can carry another exchange. */
  readonly keepAlive: boolean;
}

const CHUNKED: Framing = { type: 'chunked' };
const UNTIL_CLOSE: Framing = { type: 'close' };

/** Version, space, three digits, then a reason of visible bytes, space and tab, which may be absent. */
const STATUS_LINE = /^HTTP\/1\.([01]) ([1-9]\d\d)(?: ([\t\x20-\x7e\x80-\xff]*))?\r\n/;

/** Reads the head that answers a request of `method`, which decides whether a body follows. */
export function readResponseHead(raw: string, method: string): ResponseHead | Fault {
  const line = STATUS_LINE.exec(raw);
  if (line === null) return fault(400, 'the response does not start with an HTTP/1 status line');
  const status = Number(line[2]);
  const minor = line[1] === '1' ? 1 : 0;
  const fieldsStart = line[0].length;
  const fields = scanFields(raw, fieldsStart);
  if (fields.type === 'fault') return fields;
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
  };
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
  // RFC 9110 8.6 forbids these on 204: a peer that sends them may send the body too.
  if (status === 204 && (fields.contentLength > 0 || fields.chunked)) return false;
  // RFC 9112 6.1: chunked in HTTP/1.0 is read, then the connection is closed.
  if (minor === 0) return !fields.chunked && hasOption(fields.connection, 'keep-alive');
  return !hasOption(fields.connection, 'close');
}
