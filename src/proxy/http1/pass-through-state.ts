// The states of an exchange that passes through, from its head to its end.
import type { Http1Transport } from '../../net/http1-upstream.ts';
import type { ResponseWriter } from './response-writer.ts';

export type PassThroughState =
  /** A connection to the server is being opened, for a retry perhaps. */
  | { readonly type: 'connecting' }
  /** The request is being sent, or has been. */
  | { readonly type: 'requesting'; readonly upstream: Http1Transport }
  | Responding
  /** The response is complete, and the server still reads the request. */
  | (Omit<Responding, 'type'> & { readonly type: 'uploading' })
  /** The connection speaks another protocol; a relay ends the flow. */
  | { readonly type: 'upgraded' }
  | { readonly type: 'finished' };

/** The response is being sent. */
interface Responding {
  readonly type: 'responding';
  readonly upstream: Http1Transport;
  readonly response: ResponseWriter;
}

export const CONNECTING: PassThroughState = { type: 'connecting' };
export const UPGRADED: PassThroughState = { type: 'upgraded' };
export const FINISHED: PassThroughState = { type: 'finished' };
