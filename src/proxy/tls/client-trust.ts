// Knows which clients trust our certificate: those that have sent something inside our TLS. Some clients open several
// connections at once, keep the first that is ready, and close the others without a byte (Go and browsers do): that is
// no refusal.
import { setTimeout as delay } from 'node:timers/promises';
import type tls from 'node:tls';
import { Lru } from '../../base/lru.ts';
import type { Client } from '../../flow/client.ts';

/** Time that a client has to send something on another connection that it has opened. */
const WAIT_MS = 1000;
const CHECK_MS = 20;
/** Other apps of a device, which has one identity, may not trust us. */
const REMEMBERED_MS = 300_000;
const MAX_REMEMBERED = 1000;

/** A connection on which a client is shown our certificate. */
export interface ShownConnection {
  /** Set when the handshake is complete. */
  secured: tls.TLSSocket | null;
  /** Has to be called at its end; may be called again. */
  closed(): void;
}

export class ClientTrust {
  readonly #open = new Map<string, Set<ShownConnection>>();
  /** When a client has last closed a connection on which it had sent something, on the clock of `performance.now()`. */
  readonly #trusted = new Lru<string, number>(MAX_REMEMBERED);

  /** Notes that this client connects to `host`; call it before the handshake. */
  opened(host: string, client: Client): ShownConnection {
    const key = client.keyWith(host);
    const connection: ShownConnection = {
      secured: null,
      closed: () => {
        if (key !== null) this.#remove(key, connection);
      },
    };
    if (key === null) return connection;
    const others = this.#open.get(key);
    if (others === undefined) this.#open.set(key, new Set([connection]));
    else others.add(connection);
    return connection;
  }

  /**
   * Resolves with true when this client has sent something to `host` inside our TLS, for which it has a second while
   * other connections of it are open. It cannot be told of a process on this machine that is unknown.
   */
  async trusts(host: string, client: Client): Promise<boolean> {
    const key = client.keyWith(host);
    if (key === null) return false;
    for (let waitedMs = 0; ; waitedMs += CHECK_MS) {
      if (performance.now() - (this.#trusted.get(key) ?? -Infinity) < REMEMBERED_MS) return true;
      const open = this.#open.get(key);
      if (open === undefined) return false;
      if ([...open].some(hasSent)) return true;
      if (waitedMs >= WAIT_MS) return false;
      await delay(CHECK_MS, undefined, { ref: false });
    }
  }

  #remove(key: string, connection: ShownConnection): void {
    const open = this.#open.get(key);
    if (open?.delete(connection) !== true) return;
    if (open.size === 0) this.#open.delete(key);
    if (hasSent(connection)) this.#trusted.set(key, performance.now());
  }
}

function hasSent({ secured }: ShownConnection): boolean {
  return secured !== null && secured.bytesRead > 0;
}
