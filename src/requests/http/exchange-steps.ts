// The steps of the exchanges that a request makes on the wire, for whoever watches it being sent.
import type { TlsDetails } from '../../base/tls-details.ts';
import type { ConnectionTiming } from '../../net/connecting-socket.ts';
import type { HeaderField } from '../auth/contract.ts';
import type { StoredBody } from '../response.ts';

export interface HttpResponse {
  readonly status: number;
  readonly reason: string;
  readonly httpVersion: string;
  readonly headers: readonly HeaderField[];
  /** The body as received, with its content coding; its beginning where `file` has all of it. */
  readonly body: Buffer;
  readonly file: StoredBody | null;
  /** Milliseconds from the start of the request to the end of the response. */
  readonly timeMs: number;
  /** The headers that were sent, including those that were added. */
  readonly sent: readonly HeaderField[];
}

/** The reason for an exchange: the request itself, what followed from it, a token for it, or a script's request. */
export type ExchangePurpose = 'request' | 'redirect' | 'challenge' | 'token' | 'script';

/** The origin of a header. `default`: this program adds it to every such request. */
export type HeaderSource = 'typed' | 'auth' | 'cookie jar' | 'default';

export interface SourcedHeader extends HeaderField {
  readonly source: HeaderSource;
}

/** A step of one exchange, in this order. `H`: its headers. */
export type ExchangeStep<H extends HeaderField = SourcedHeader> =
  | {
      readonly type: 'begun';
      readonly method: string;
      readonly url: string;
      readonly headers: readonly H[];
      readonly bodySize: number;
    }
  | {
      readonly type: 'connected';
      /** `address:port` of the peer. */
      readonly address: string;
      readonly tls: TlsDetails | null;
      /** Null when the connection was open already. */
      readonly timing: ConnectionTiming | null;
    }
  | { readonly type: 'sent' }
  | {
      readonly type: 'head';
      readonly status: number;
      readonly reason: string;
      readonly httpVersion: string;
      readonly headers: readonly HeaderField[];
    }
  /** Bytes of the body so far. */
  | { readonly type: 'body'; readonly received: number }
  | { readonly type: 'ended'; readonly received: number; readonly timeMs: number }
  /** `partial`: what had arrived of the response. */
  | { readonly type: 'failed'; readonly error: Error; readonly partial: HttpResponse | null };

/** Called before an exchange. The function that it returns receives the steps of the exchange. */
export type WatchExchange = (purpose: ExchangePurpose) => (step: ExchangeStep) => void;

/** The headers of a request at each point of its way, the earliest first. */
export interface HeaderStages {
  readonly typed: readonly HeaderField[];
  readonly withDefaults: readonly HeaderField[];
  readonly signed: readonly HeaderField[];
}

/** Returns a header with its origin: the first point at which the request has it. */
export function sourced(header: HeaderField, stages: HeaderStages): SourcedHeader {
  const { name, value } = header;
  const isIn = (stage: keyof HeaderStages): boolean =>
    stages[stage].some((each) => each.name === name && each.value === value);
  const added = /^cookie$/i.test(name) ? 'cookie jar' : 'default';
  if (isIn('typed')) return { ...header, source: 'typed' };
  // The user name and password of a URL.
  if (isIn('withDefaults')) return { ...header, source: /^authorization$/i.test(name) ? 'auth' : 'default' };
  return { ...header, source: isIn('signed') ? 'auth' : added };
}
