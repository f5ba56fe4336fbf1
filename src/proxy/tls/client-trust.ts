// Knows which clients trust our certificate: those that have sent something inside our TLS. Some clients open several
// connections at once, keep the first that is ready, and close the others without a byte (Go and browsers do): that is
// no refusal.
import { setTimeout as delay } from 'node:timers/promises';
import type tls from 'node:tls';
import { Lru } from '../../base/lru.ts';
import type { Client } from '../../flow/client.ts';
import type { FlowStore } from '../../flow/store.ts';

/** Time that a client has to send something on another connection that it has opened. */
const WAIT_MS = 1000;
const CHECK_MS = 20;
const MAX_REMEMBERED = 1000;
/** Flows of the past among which a request of the same client to the same host is looked for. */
const MAX_FLOWS_SEARCHED = 500;

/** A connection on which a client is shown our certificate. Times are those of `performance.now()`. */
export interface ShownConnection {
  readonly host: string;
  readonly client: Client;
  /** Null for a client that cannot be told from others. */
  readonly key: string | null;
  readonly openedMs: number;
  /** Set when the handshake is complete. */
  secured: tls.TLSSocket | null;
}

export class ClientTrust {
  readonly #flows: FlowStore;
  readonly #open = new Map<string, Set<ShownConnection>>();
  /** When a client has last closed a connection on which it had sent something. */
  readonly #closedMs = new Lru<string, number>(MAX_REMEMBERED);

  constructor(flows: FlowStore) {
    this.#flows = flows;
  }

  /** Notes that this client connects to `host`; call it before the handshake, and `closed` at the end. */
  opened(host: string, client: Client): ShownConnection {
    const key = client.keyWith(host);
    const connection: ShownConnection = { host, client, key, openedMs: performance.now(), secured: null };
    if (key === null) return connection;
    const others = this.#open.get(key);
    if (others === undefined) this.#open.set(key, new Set([connection]));
    else others.add(connection);
    return connection;
  }

  /** May be called again. */
  closed(connection: ShownConnection): void {
    const { key } = connection;
    if (key === null) return;
    const open = this.#open.get(key);
    if (open?.delete(connection) !== true) return;
    if (open.size === 0) this.#open.delete(key);
    if (hasSent(connection)) this.#closedMs.set(key, performance.now());
  }

  /**
   * Resolves with true when the client of this closed connection has sent something to the same host inside our TLS: in
   * a flow that is kept, or on a parallel connection. Waits up to a second while other connections are open. The answer
   * is unknown for an unidentified process on this machine.
   */
  async trusts({ host, client, key, openedMs }: ShownConnection): Promise<boolean> {
    if (key === null) return false;
    if (this.#hasFlow(host, client)) return true;
    for (let waitedMs = 0; ; waitedMs += CHECK_MS) {
      if ((this.#closedMs.get(key) ?? -Infinity) >= openedMs) return true;
      const open = this.#open.get(key);
      if (open === undefined) return false;
      if ([...open].some(hasSent)) return true;
      if (waitedMs >= WAIT_MS) return false;
      await delay(CHECK_MS, undefined, { ref: false });
    }
  }

  #hasFlow(host: string, { process, address }: Client): boolean {
    return this.#flows
      .newest(MAX_FLOWS_SEARCHED)
      .some(
        ({ decrypted, target, client }) =>
          decrypted && target.host === host && client.process === process && client.address === address,
      );
  }
}

function hasSent({ secured }: ShownConnection): boolean {
  return secured !== null && secured.bytesRead > 0;
}
