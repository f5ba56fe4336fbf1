// Reads the head of a response as it arrives. An invalid head with only one possible meaning is rewritten in the
// standard form, and then parsed as strictly as any other. A head that two parsers could read differently stays a
// violation: more than one length, a line end or a fold that hides a framing field, bare CR, NUL. Requests are never
// repaired.
import { trimmed } from '../../base/http-syntax.ts';
import { printable, violation, type Violation } from './fields.ts';
import { headEnd, MAX_RESPONSE_HEAD_BYTES, oddByteViolation } from './head-end.ts';
import { RepairLog, type Repair } from './repair.ts';
import { frames, repairedLines, withoutControls } from './repaired-lines.ts';
import { readResponseHead, type ResponseHead } from './response-head.ts';

export interface ReceivedHead {
  readonly type: 'received';
  /** A repaired one is as if it had been written so, and never keeps the connection: nothing more on it is trusted. */
  readonly head: ResponseHead;
  /** Offset behind the head, as received. */
  readonly end: number;
  readonly repairs: readonly Repair[];
}

const CR = 13;
const LF = 10;
const NO_REPAIRS: readonly Repair[] = [];

/**
 * Reads the head of a response to `method` at `at`; null when more bytes are needed. `searched` is the offset up to
 * which earlier calls have searched for the end.
 */
export function receivedHead(
  bytes: Buffer,
  at: number,
  method: string,
  searched = at,
): ReceivedHead | Violation | null {
  const end = headEnd(bytes, Math.max(at, searched - 3));
  if (end < 0 || end - at > MAX_RESPONSE_HEAD_BYTES) return repairedHead(bytes, at, method, searched);
  const head = readResponseHead(bytes.toString('latin1', at, end), method);
  if (head.type === 'violation') return repairedHead(bytes, at, method, at);
  return { type: 'received', head, end, repairs: NO_REPAIRS };
}

/** Reads a head that is not valid as it stands, or not complete. */
function repairedHead(
  bytes: Buffer,
  at: number,
  method: string,
  searched: number,
): ReceivedHead | Violation | null {
  if (!'HTTP/'.startsWith(bytes.toString('latin1', at, at + 5).toUpperCase()))
    return violation(400, 'it does not start with an HTTP/1 status line');
  const from = Math.max(at, searched - 2);
  const end = lenientEnd(bytes, from);
  if ((end < 0 ? bytes.length : end) - at > MAX_RESPONSE_HEAD_BYTES)
    return violation(431, `the head is longer than ${MAX_RESPONSE_HEAD_BYTES} bytes`);
  if (end < 0) return oddByteViolation(bytes.toString('latin1', from));
  const log = new RepairLog();
  const text = repairedText(bytes.toString('latin1', at, end), log);
  if (typeof text !== 'string') return text;
  const head = readResponseHead(text, method);
  if (head.type === 'violation') return head;
  return { type: 'received', head: { ...head, keepAlive: false }, end, repairs: log.list() };
}

/** Returns the offset behind the first empty line, where any line may end in LF alone; -1 when it is missing. */
function lenientEnd(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(LF, from); at >= 0; at = bytes.indexOf(LF, at + 1)) {
    if (bytes[at + 1] === LF) return at + 2;
    if (bytes[at + 1] === CR && bytes[at + 2] === LF) return at + 3;
  }
  return -1;
}

/** A line without its end. */
interface Line {
  readonly text: string;
  /** True when it ended in LF alone. */
  readonly isBare: boolean;
}

function repairedText(raw: string, log: RepairLog): string | Violation {
  const lines = raw
    .split('\n')
    .slice(0, -1)
    .map((line): Line => {
      const isBare = !line.endsWith('\r');
      return { text: isBare ? line : line.slice(0, -1), isBare };
    });
  const hidden = behindBareLineFeed(lines);
  if (hidden !== null) return violation(400, `a bare LF stands before ${hidden}`);
  if (lines.some(({ isBare }) => isBare)) log.add('bare-line-feed');
  const [start = '', ...rest] = lines.map(({ text }) => text);
  const fields = repairedLines(rest.slice(0, -1), log);
  if (!Array.isArray(fields)) return fields;
  const framed = withoutIdentity(withOneLength(fields, log), log);
  return [repairedStatusLine(start, log), ...framed, '', ''].join('\r\n');
}

/**
 * Returns what frames the message behind a bare LF; null for nothing. RFC 9110 section 5.5 lets recipients read such a
 * byte as a space, so that its line goes on. Where all lines end so, that would leave no message.
 */
function behindBareLineFeed(lines: readonly Line[]): string | null {
  if (lines.slice(1).every(({ isBare }) => isBare)) return null;
  const found = lines.find(({ text }, index) => lines[index - 1]?.isBare === true && frames(text));
  return found === undefined ? null : found.text === '' ? 'the end of the head' : 'a framing field';
}

/** RFC 9112 section 4: by words. RFC 9110 section 2.5: a higher minor version is read as the highest known one. */
const STATUS_LINE = /^(http\/1\.(\d)[ \t]+(\d{3}))(?:[ \t]+(.*))?$/i;
const VALID_START = /^HTTP\/1\.[01] \d{3}(?: |$)/;

function repairedStatusLine(line: string, log: RepairLog): string {
  const repaired = withoutControls(line, 'the reason phrase', log);
  const [, start, minor, status, reason = ''] = STATUS_LINE.exec(repaired) ?? [];
  if (start === undefined || VALID_START.test(repaired)) return repaired;
  log.add('status-line', printable(start));
  return `HTTP/1.${minor === '0' ? 0 : 1} ${status} ${reason}`;
}

/** RFC 9112 section 6.3: the same length more than once is that length. */
function withOneLength(fields: string[], log: RepairLog): string[] {
  const values = valuesOf(fields, 'content-length').flatMap((value) => value.split(',').map(trimmed));
  const [length = ''] = values;
  const isUsual = values.length <= 1 && length.length <= MAX_LENGTH_DIGITS;
  if (isUsual || !values.every((value) => value === length && /^\d+$/.test(value))) return fields;
  log.add('content-length');
  return [...withoutField(fields, 'content-length'), `Content-Length: ${length.replace(/^0+(?=\d)/, '')}`];
}

/** The digits that the strict parser reads. */
const MAX_LENGTH_DIGITS = 15;

/** Without chunked, the body ends with the connection whatever the coding is called (RFC 9112 section 6.3). */
function withoutIdentity(fields: string[], log: RepairLog): string[] {
  const codings = valuesOf(fields, 'transfer-encoding');
  const isIdentity = codings.length === 1 && codings[0]!.toLowerCase() === 'identity';
  if (!isIdentity || valuesOf(fields, 'content-length').length > 0) return fields;
  log.add('transfer-encoding');
  return withoutField(fields, 'transfer-encoding');
}

function valuesOf(fields: readonly string[], name: string): string[] {
  return fields.filter(isNamed(name)).map((line) => trimmed(line.slice(line.indexOf(':') + 1)));
}

function withoutField(fields: readonly string[], name: string): string[] {
  const isIt = isNamed(name);
  return fields.filter((line) => !isIt(line));
}

function isNamed(name: string): (line: string) => boolean {
  return (line) => line.slice(0, line.indexOf(':')).toLowerCase() === name;
}
