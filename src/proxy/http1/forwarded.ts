// Heads as they are forwarded: field lines as received, without hop-by-hop fields, with the framing and
// connection fields of the next hop (RFC 9110 section 7.6, RFC 9112 sections 3.2 and 9).
import { hasOption, trimmed } from '../../base/http-syntax.ts';
import { forwardedFields, joinedRanges } from '../../codec/http1/field-lines.ts';
import { type FieldScan } from '../../codec/http1/fields.ts';
import type { RequestHead } from '../../codec/http1/request-head.ts';
import type { ResponseHead } from '../../codec/http1/response-head.ts';
import { http3Offer } from '../shared/http3-offer.ts';

/** The form in which the body of a response is forwarded, which may differ from how it arrived. */
export type BodyForm = 'as-is' | 'unchunked' | 'chunked';

/**
 * Returns the head that is sent upstream. `path`: the target in origin form; `authority` replaces a Host that
 * does not name the origin (RFC 9112 section 3.2.2), null keeps it.
 */
export function upstreamHead(head: RequestHead, path: string, authority: string | null): string {
  const { fields, raw } = head;
  const upgrading = asksUpgrade(head);
  const unchanged =
    fields.dropped.length === 0 && authority === null && path === head.target && head.minor === 1;
  if (unchanged) return raw;
  const dropped = upgrading ? withoutUpgradeLines(head) : fields.dropped;
  const host = authority === null ? '' : `Host: ${authority}\r\n`;
  const start = `${head.method} ${path} HTTP/1.1\r\n`;
  // A Connection field that also named other fields was dropped as a whole.
  const end = upgrading && !isPlainUpgrade(fields) ? 'Connection: Upgrade\r\n\r\n' : '\r\n';
  if (authority === null) return start + forwardedFields(raw, head.fieldsStart, dropped) + end;
  if (fields.hostStart < 0) return start + host + forwardedFields(raw, head.fieldsStart, dropped) + end;
  return start + replacedHost(head, dropped, host) + end;
}

/** Writes the new Host line in the place of the old one. */
function replacedHost(head: RequestHead, dropped: readonly number[], host: string): string {
  const { raw, fieldsStart, fields } = head;
  const split = dropped.findIndex((offset, index) => index % 2 === 0 && offset > fields.hostStart);
  const before = split < 0 ? dropped : dropped.slice(0, split);
  const after = split < 0 ? [] : dropped.slice(split);
  const ahead = forwardedFields(`${raw.slice(0, fields.hostStart)}\r\n`, fieldsStart, before);
  return ahead + host + forwardedFields(raw, fields.hostEnd, after);
}

/**
 * Returns true when the client asks for another protocol that may be forwarded; h2c is not (RFC 9113 section
 * 3.1).
 */
export function asksUpgrade(head: RequestHead): boolean {
  const { upgrade, connection } = head.fields;
  return (
    upgrade !== null &&
    head.minor === 1 &&
    hasOption(connection, 'upgrade') &&
    !/(?:^|,)\s*h2c\s*(?:,|$)/i.test(upgrade)
  );
}

/** Keeps the two fields of an upgrade: Connection only when it names nothing else. */
function withoutUpgradeLines({ raw, fields }: RequestHead): number[] {
  const plain = isPlainUpgrade(fields);
  const keptLines: number[] = [];
  for (let i = 0; i < fields.dropped.length; i += 2) {
    const start = fields.dropped[i] ?? 0;
    const end = fields.dropped[i + 1] ?? 0;
    const name = raw.slice(start, raw.indexOf(':', start)).toLowerCase();
    if (name === 'upgrade' || (name === 'connection' && plain)) continue;
    keptLines.push(start, end);
  }
  return keptLines;
}

/** Returns true when Connection names nothing but the upgrade. */
function isPlainUpgrade({ connection }: FieldScan): boolean {
  return connection.split(',').every((option) => ['upgrade', 'keep-alive'].includes(trimmed(option)));
}

/** Returns the form in which a body is forwarded to a client of HTTP/1.`minor`. */
export function bodyForm(head: ResponseHead, minor: 0 | 1): BodyForm {
  // RFC 9112 section 6.1: a transfer coding never goes to HTTP/1.0, even without a body.
  if (head.fields.chunked && minor === 0) return 'unchunked';
  if (head.framing.type === 'close' && minor === 1) return 'chunked';
  return 'as-is';
}

/**
 * Returns the head of the response without hop-by-hop fields, as the flow keeps it and the client gets it. A
 * response that has no body loses the fields that would announce one.
 */
export function clientHead(
  head: ResponseHead,
  form: BodyForm,
  connection: 'close' | 'keep-alive' | null,
): string {
  const { raw, fieldsStart } = head;
  const offer = head.fields.altSvc === null ? null : http3Offer(raw, head.fields);
  const framing = lessFraming(head, form);
  const dropped = offer === null ? framing : joinedRanges(framing, offer.dropped);
  const added =
    (offer?.added ?? '') +
    (form === 'chunked' ? 'Transfer-Encoding: chunked\r\n' : '') +
    (connection === null ? '' : `Connection: ${connection}\r\n`);
  if (dropped === head.fields.dropped && added === '' && head.minor === 1) return head.endToEnd;
  const line = head.minor === 1 ? raw.slice(0, fieldsStart) : `HTTP/1.1${raw.slice(8, fieldsStart)}`;
  return `${line}${forwardedFields(raw, fieldsStart, dropped)}${added}\r\n`;
}

function lessFraming(head: ResponseHead, form: BodyForm): readonly number[] {
  const { raw, fields, fieldsStart, status } = head;
  const bodiless = status < 200 || status === 204;
  if (form !== 'unchunked' && !(bodiless && (fields.chunked || fields.contentLength >= 0)))
    return fields.dropped;
  const dropped: number[] = [];
  for (let at = fieldsStart, next = 0; at < raw.length - 2; at = next) {
    next = raw.indexOf('\r\n', at) + 2;
    const name = raw.slice(at, raw.indexOf(':', at)).toLowerCase();
    const framing = name === 'transfer-encoding' || (bodiless && name === 'content-length');
    if (framing || isDropped(fields, at)) dropped.push(at, next);
  }
  return dropped;
}

function isDropped(fields: FieldScan, at: number): boolean {
  return fields.dropped.some((offset, index) => index % 2 === 0 && offset === at);
}

/** Returns a 101 with the fields that name the new protocol, which are hop-by-hop but its very content. */
export function switchingHead(head: ResponseHead): string {
  const { raw, fields, fieldsStart } = head;
  const dropped = fields.dropped.filter((_, index) => {
    const start = fields.dropped[index - (index % 2)] ?? 0;
    const name = raw.slice(start, raw.indexOf(':', start)).toLowerCase();
    return name !== 'connection' && name !== 'upgrade';
  });
  return `HTTP/1.1${raw.slice(8, fieldsStart)}${forwardedFields(raw, fieldsStart, dropped)}\r\n`;
}
