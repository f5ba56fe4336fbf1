// Responds to the request for a tunnel, in the protocol that asked for it.
import type { Duplex } from 'node:stream';
import type { ProxyError } from '../../base/errors.ts';
import { errorPage } from '../shared/error-page.ts';

export interface TunnelResponder {
  established(stream: Duplex): void;
  /** Reports why there is no tunnel, and ends the stream. */
  refused(stream: Duplex, error: ProxyError): void;
}

/** For CONNECT in HTTP/1 (RFC 9110 section 9.3.6). */
export const connectResponder: TunnelResponder = {
  established: (stream) => void stream.write('HTTP/1.1 200 Connection Established\r\n\r\n'),
  refused: (stream, error) => {
    stream.end(errorPage(error.status, error.message, true, 'CONNECT'), 'latin1');
    stream.resume();
  },
};

/** For a connection that was redirected to us: it expects no response. */
export const silentResponder: TunnelResponder = {
  established: () => undefined,
  refused: (stream) => void stream.destroy(),
};
