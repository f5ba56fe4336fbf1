// The interface between a client's connection and the exchanges on it.
import type { Duplex } from 'node:stream';
import type { ProxyError } from '../../base/errors.ts';
import type { Client } from '../../flow/client.ts';
import type { NetworkTarget } from '../../flow/flow.ts';
import type { ConnectionOwner } from '../../net/connection-owner.ts';
import type { OriginPool } from '../../net/origin-pool.ts';
import type { ProxyContext } from '../shared/context.ts';
import type { RequestDestination } from '../shared/request-destination.ts';

/** The exchange that serves the request in progress. */
export interface ActiveExchange {
  /** True while bytes from the client belong to its request. */
  readonly wantsBody: boolean;
  /** Starts the exchange, after the part of the body that arrived with the head. */
  start(): void;
  /**
   * Takes body bytes from offset `at`; returns the offset behind those that belong to this request. `read`:
   * the bytes are a whole read of the socket that nobody else uses.
   */
  requestBytes(bytes: Buffer, at: number, read?: boolean): number;
  /** Called when the client has sent everything; it may still read. */
  clientEnded(): void;
  clientLeft(): void;
  clientDrained(): void;
  stop(): void;
}

export type AbortMode = 'close' | 'reset';

/** The target of a request, and the text that named it. */
export interface PreviousTarget {
  /** True when an absolute target named it. */
  readonly absolute: boolean;
  /** `scheme://authority` of an absolute target, else the Host field. */
  readonly named: string;
  readonly target: NetworkTarget;
  /** The spelling for a Host field. */
  readonly authority: string;
  readonly pool: OriginPool;
}

/** The connection of the client, as its exchanges use it. */
export interface ClientHandle {
  readonly client: Client;
  readonly context: ProxyContext;
  readonly destination: RequestDestination;
  readonly connectionOwner: ConnectionOwner;
  /** True when the requests arrive inside TLS. */
  readonly secure: boolean;
  /** The target of the previous request: flows of one connection share it as long as it stays the same. */
  previous: PreviousTarget | null;
  /**
   * Writes to the client; false when the client takes bytes more slowly than we send. Text is latin1.
   * `written` is called when the data is no longer needed.
   */
  write(data: Buffer | string, written?: () => void): boolean;
  pause(): void;
  resume(): void;
  /** Hands over the stream for another protocol, with the bytes that were read ahead put back. */
  detach(): Duplex;
  sendError(error: ProxyError, keep: boolean, method: string): void;
  /**
   * Ends the exchange: the connection reads the next request, or closes. `abort`: how it ends when the
   * response is incomplete; a client that would take its end for the end of the body gets a reset.
   */
  exchangeFinished(exchange: ActiveExchange, keep: boolean, abort: AbortMode | null): void;
}
