// The head of a response as it was received, from a server or from a tool. Its fields are listed when a tool asks.
import { readLength } from '../../codec/http1/fields.ts';
import type { FlatFields, UnwrittenHead } from '../../codec/flat-fields.ts';
import { fieldValue } from '../../codec/flat-fields.ts';
import type { HeaderLines } from '../hooks.ts';
import { flatOf, linesOf, linesOfFlat, withoutHttp3Offers } from './header-lines.ts';

export interface ReceivedHead {
  readonly status: number;
  /** As in HTTP/2, whatever the server speaks. */
  readonly fields: FlatFields;
  /** True when no body follows. */
  readonly ended: boolean;
  readonly head: string | UnwrittenHead;
}

export class ReceivedResponse {
  readonly status: number;
  /** Such as `HTTP/1.1`. */
  readonly version: string;
  /** Empty in HTTP/2. */
  readonly reason: string;
  readonly ended: boolean;
  /** The whole head in the form of HTTP/1; null in HTTP/2, and where offers of HTTP/3 were taken out. */
  readonly text: string | null;
  /** In the form of HTTP/2, without offers of HTTP/3. */
  readonly flat: FlatFields;
  /** The offers of HTTP/3 that were taken out; null for none. */
  readonly http3Offers: string | null = null;
  /** Empty without one. */
  readonly contentType: string;
  /** Bytes; -1 where it is not announced. */
  readonly contentLength: number;
  readonly #head: string | UnwrittenHead;
  #fields: HeaderLines | null = null;

  constructor({ status, fields, ended, head }: ReceivedHead) {
    const [version, reason] = typeof head === 'string' ? versionAndReason(head) : HTTP2;
    this.status = status;
    this.version = version;
    this.reason = reason;
    this.ended = ended;
    this.contentType = fieldValue(fields, 'content-type') ?? '';
    this.#head = head;
    const offers =
      fieldValue(fields, 'alt-svc') === undefined ? null : withoutHttp3Offers(linesOfFlat(fields));
    if (offers !== null && offers.offered !== null) {
      this.http3Offers = offers.offered;
      this.flat = flatOf(offers.lines);
      this.text = null;
    } else {
      this.flat = fields;
      this.text = typeof head === 'string' ? head : null;
    }
    this.contentLength = readLength(fieldValue(fields, 'content-length') ?? '');
  }

  /** With the names as the server spells them. */
  get fields(): HeaderLines {
    const head = this.#head;
    return (this.#fields ??= withoutHttp3Offers(
      typeof head === 'string' ? linesOf(head) : linesOfFlat(head.fields),
    ).lines);
  }
}

/** A status line of HTTP/2 has no reason. */
const HTTP2 = ['HTTP/2', ''] as const;

function versionAndReason(head: string): readonly [version: string, reason: string] {
  const startLine = head.slice(0, head.indexOf('\r\n'));
  const version = startLine.startsWith('HTTP/') ? startLine.slice(0, startLine.indexOf(' ')) : 'HTTP/2';
  return [version, startLine.split(' ').slice(2).join(' ')];
}
