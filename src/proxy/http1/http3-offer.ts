// Servers offer HTTP/3 in Alt-Svc (RFC 7838): a client that took the offer would be gone from here, to QUIC, without
// anybody seeing why. The offer is taken out of responses; what else the field holds stays.
import { withoutHttp3 } from '../../codec/alt-svc.ts';
import { trimmed, type FieldScan } from '../../codec/http1/fields.ts';

/** Longest part of a field that a note repeats. */
const MAX_SHOWN = 300;

export interface Http3Offer {
  /** Pairs of offsets: the lines that do not travel on. */
  readonly dropped: readonly number[];
  /** Lines in their place. */
  readonly added: string;
  /** For the flow. */
  readonly note: string;
}

/** Null when the head offers none. `raw` is the head that `fields` were read from. */
export function http3Offer(raw: string, { altSvc, dropped: hopLines }: FieldScan): Http3Offer | null {
  if (altSvc === null) return null;
  const dropped: number[] = [];
  const values: string[] = [];
  let added = '';
  for (let i = 0; i < altSvc.length; i += 2) {
    const start = altSvc[i] ?? 0;
    const end = altSvc[i + 1] ?? 0;
    if (hopLines.includes(start)) continue;
    const colon = raw.indexOf(':', start);
    const value = trimmed(raw.slice(colon + 1, end - 2));
    const kept = withoutHttp3(value);
    if (kept === value) continue;
    dropped.push(start, end);
    values.push(value);
    if (kept !== null) added += `${raw.slice(start, colon)}: ${kept}\r\n`;
  }
  return dropped.length === 0 ? null : { dropped, added, note: http3Note(values.join(', ')) };
}

/** What a flow says of an Alt-Svc field that lost its offer of HTTP/3. */
export function http3Note(value: string): string {
  const shown = value.length > MAX_SHOWN ? `${value.slice(0, MAX_SHOWN)}…` : value;
  return `Alt-Svc was ${shown}: HTTP/3 was taken out, so that the client does not leave for QUIC, which is not captured`;
}
