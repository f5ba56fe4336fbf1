// The states of an exchange, from the tools' verdict on its request to its end.
import type { UpstreamExchange } from '../../net/upstream-exchange.ts';
import type { RequestForwarder } from './request-forwarder.ts';
import type { ResponseForwarder } from './response-forwarder.ts';

export type ExchangeState =
  /** The app of the client is being identified, or the tools are deciding about the request. */
  | { readonly type: 'deciding' }
  /** A synthetic response is sent as soon as the request has been read. */
  | { readonly type: 'reading-request'; readonly respond: () => void }
  | { readonly type: 'connecting' }
  | Requesting
  | Responding
  /** The response has been sent in full and the server still reads the request. */
  | (Omit<Responding, 'type'> & { readonly type: 'uploading' })
  /** A tool keeps the client waiting until it leaves. */
  | { readonly type: 'blackholed'; readonly reason: string }
  /** The connection speaks another protocol; a relay ends the flow. */
  | { readonly type: 'upgraded' }
  | { readonly type: 'finished' };

/** The request is being sent. */
interface Requesting {
  readonly type: 'requesting';
  readonly upstream: UpstreamExchange;
  /** Null when the response is synthetic. */
  readonly request: RequestForwarder | null;
}

/** The response is being sent. */
interface Responding extends Omit<Requesting, 'type'> {
  readonly type: 'responding';
  readonly response: ResponseForwarder;
}

export const DECIDING: ExchangeState = { type: 'deciding' };
export const CONNECTING: ExchangeState = { type: 'connecting' };
export const UPGRADED: ExchangeState = { type: 'upgraded' };
export const FINISHED: ExchangeState = { type: 'finished' };
