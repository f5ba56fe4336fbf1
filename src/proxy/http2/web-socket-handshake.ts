// Translates the handshake of a WebSocket over HTTP/2 (RFC 8441) into that of HTTP/1.1 (RFC 6455 section 4):
// the proxy creates the key and checks the response to it.
import { randomBytes } from 'node:crypto';
import { fieldValue, type FlatFields } from '../../codec/flat-fields.ts';
import { asHttp1Request } from '../../codec/http2/request.ts';
import { acceptanceOf } from '../../codec/websocket/accept.ts';
import type { UpstreamRequest } from '../../net/upstream-exchange.ts';
import type { HeaderLines } from '../hooks.ts';
import { linesOf } from '../exchange/header-lines.ts';

/** The server's acceptance of our key: HTTP/2 has neither a key nor its acceptance (RFC 8441 section 5). */
const ACCEPT: ReadonlySet<string> = new Set(['sec-websocket-accept']);

/**
 * Fields that the proxy writes itself: the key; and no body follows, which a server would otherwise look for
 * in the next request.
 */
const REWRITTEN: ReadonlySet<string> = new Set(['sec-websocket-key', 'content-length', 'expect']);

export interface Handshake {
  /** The request for a server of HTTP/1.1. */
  readonly head: string;
  readonly lines: HeaderLines;
  /** Returns true when the fields of the response accept the handshake. */
  accepts(fields: FlatFields): boolean;
  /**
   * Returns the fields of the response for the HTTP/2 client: without the acceptance of our key, and with one of the
   * client's own key if it sent one. Node.js sends a key and requires its acceptance.
   */
  forClient(fields: FlatFields): string[];
}

export function handshake(sending: UpstreamRequest): Handshake {
  const key = randomBytes(16).toString('base64');
  const accept = acceptanceOf(key);
  const own = fieldValue(sending.fields, 'sec-websocket-key');
  const acceptance = own === undefined ? [] : ['sec-websocket-accept', acceptanceOf(own)];
  const offered = ['connection', 'Upgrade', 'upgrade', 'websocket', 'sec-websocket-key', key];
  const fields = [...withoutNames(sending.fields, REWRITTEN), ...offered];
  const head = asHttp1Request({ ...sending, method: 'GET', fields }, false);
  return {
    head,
    lines: linesOf(head),
    accepts: (fields) => fieldValue(fields, 'sec-websocket-accept') === accept,
    forClient: (fields) => [...withoutNames(fields, ACCEPT), ...acceptance],
  };
}

function withoutNames(fields: FlatFields, names: ReadonlySet<string>): string[] {
  return fields.filter((_, index) => !names.has(fields[index - (index % 2)] ?? ''));
}
