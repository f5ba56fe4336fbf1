// What a client's connection and the exchanges on it know of each other.
import type { Duplex } from 'node:stream';
import type { ProxyError } from '../../base/errors.ts';
import type { Client } from '../../flow/client.ts';
import type { FlowTarget } from '../../flow/flow.ts';
import type { OriginPool } from '../../net/origin-pool.ts';
import type { ProxyContext } from '../context.ts';
import type { RequestDestination } from '../request-destination.ts';

/** What answers the request in progress. */
export interface ActiveExchange {
  /** Whether bytes from the client still belong to its request. */
  readonly wantsBody: boolean;
  /** Called once, after the part of the body that came with the head. */
  start(): void;
  /**
   * Takes body bytes from offset `at`; returns the offset behind those that belong to this request. `read`: the
   * bytes are a whole read of the socket, which nobody else has.
   */
  requestBytes(bytes: Buffer, at: number, read?: boolean): number;
  /** The client has sent everything, and may still read. */
  clientEnded(): void;
  clientLeft(): void;
  clientDrained(): void;
  stop(): void;
}

export type AbortMode = 'close' | 'reset';

/** Where a request of a connection went, and how it named that. */
export interface PreviousTarget {
  /** Whether it stood in an absolute target. */
  readonly absolute: boolean;
  /** `scheme://authority` of an absolute target, else the Host field. */
  readonly named: string;
  readonly target: FlowTarget;
  /** How it is spelled in a Host field. */
  readonly authority: string;
  readonly pool: OriginPool;
}

/** The client's side of an exchange. */
export interface ClientHandle {
  readonly client: Client;
  readonly context: ProxyContext;
  readonly destination: RequestDestination;
  /** Whether the requests arrive inside TLS. */
  readonly secure: boolean;
  /** What the request before was for: flows of one connection share it as long as it stays the same. */
  previous: PreviousTarget | null;
  /** False when the client takes bytes more slowly than we send. Text is latin1. `written`: the data is no longer needed. */
  write(data: Buffer | string, written?: () => void): boolean;
  pause(): void;
  resume(): void;
  /** Gives the bare stream away, with what was read ahead put back: it speaks something else now. */
  detach(): Duplex;
  sendError(error: ProxyError, keep: boolean, method: string): void;
  /**
   * Goes on with the next request, or closes. `cut`: how the connection ends when the response is incomplete;
   * a client that would take its end for the end of the body is told by a reset.
   */
  exchangeFinished(exchange: ActiveExchange, keep: boolean, abort: AbortMode | null): void;
}
