// Removes offers of HTTP/3 from Alt-Svc (RFC 7838): a client that accepted one would leave for QUIC unseen.
// The rest of the field stays.
import { withoutHttp3 } from '../../codec/alt-svc.ts';
import { trimmed } from '../../base/http-syntax.ts';
import { type FieldScan } from '../../codec/http1/fields.ts';

/** Maximum length of a field in a note. */
const MAX_SHOWN_CHARS = 300;

export interface Http3Offer {
  /** Pairs of offsets of the lines that are dropped. */
  readonly dropped: readonly number[];
  /** The lines that replace them. */
  readonly added: string;
  /** The note for the flow. */
  readonly note: string;
}

/**
 * Returns the changes to the head; null when it offers none. `raw`: the head that `fields` were read from.
 */
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
    const withoutOffer = withoutHttp3(value);
    if (withoutOffer === value) continue;
    dropped.push(start, end);
    values.push(value);
    if (withoutOffer !== null) added += `${raw.slice(start, colon)}: ${withoutOffer}\r\n`;
  }
  return dropped.length === 0 ? null : { dropped, added, note: http3Note(values.join(', ')) };
}

/** Returns the note about an Alt-Svc field that lost its offer of HTTP/3. */
export function http3Note(value: string): string {
  const shown = value.length > MAX_SHOWN_CHARS ? `${value.slice(0, MAX_SHOWN_CHARS)}…` : value;
  return `Alt-Svc was ${shown}: HTTP/3 was taken out, so that the client does not leave for QUIC, which is not captured`;
}
