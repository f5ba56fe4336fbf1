// The states of a client's HTTP/1 connection.
import type { ActiveExchange } from './contract.ts';

export type ConnectionState =
  /** The next request is being read, or waited for. */
  | { readonly type: 'reading' }
  /** The destination of a request, or the app behind a refused one, is being looked up; nothing more is read until then. */
  | { readonly type: 'routing' }
  | { readonly type: 'serving'; readonly exchange: ActiveExchange }
  /** Our side has ended; what the client still sends is read and dropped for a while. */
  | { readonly type: 'lingering' }
  /** The connection is gone, or its stream has been handed over. */
  | { readonly type: 'closed' };

export const READING: ConnectionState = { type: 'reading' };
export const ROUTING: ConnectionState = { type: 'routing' };
export const LINGERING: ConnectionState = { type: 'lingering' };
export const CLOSED: ConnectionState = { type: 'closed' };
