// The parts that an exchange is made of.
import type { Client } from '../../flow/client.ts';
import type { Flow } from '../../flow/flow.ts';
import type { ConnectionOwner } from '../../net/connection-owner.ts';
import type { OriginPool } from '../../net/origin-pool.ts';
import type { ProxyContext } from '../shared/context.ts';
import type { ExchangeHook } from '../hooks.ts';
import type { ClientSide } from './client-side.ts';
import type { ReceivedRequest } from './editable-request.ts';

export interface ExchangeOptions {
  /** The tools that intercept the exchange; null for none. */
  readonly hook: ExchangeHook | null;
  readonly side: ClientSide;
  readonly context: ProxyContext;
  readonly client: Client;
  /** The connection on which the client sent the request. */
  readonly connectionOwner: ConnectionOwner;
  readonly flow: Flow;
  readonly received: ReceivedRequest;
  /** Connections to the target, unless a tool redirects the request. */
  readonly pool: OriginPool;
  /** The client's version of HTTP. */
  readonly version: 1 | 2;
  /** True when the server is assumed to speak HTTP/2 in plain text (RFC 9113 section 3.3). */
  readonly priorKnowledge: boolean;
}
