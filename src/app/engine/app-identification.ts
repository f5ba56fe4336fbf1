// Which app opened a connection: asked as soon as it is accepted, and waited for a moment where a client
// would otherwise have its answer and be gone before it was found.
import type net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../../flow/client.ts';
import type { FlowStore } from '../../flow/store.ts';
import type { AppLookup } from '../../system/apps/index.ts';

/** A look-up takes about 5 ms; the first waits for its thread to start, which a busy machine may delay. */
const WAIT_MS = 500;
/** With more connections than this coming in at once, names are not worth the wait. */
const MAX_PENDING_LOOKUPS = 4;

export interface Identification {
  readonly identify: (client: Client, socket: net.Socket) => void;
  /** Bounded; null when there is nothing to wait for. */
  readonly identified: (client: Client) => Promise<void> | null;
}

export function identification(apps: AppLookup, flows: FlowStore): Identification {
  let pendingLookups = 0;
  return {
    identify(client, socket) {
      pendingLookups += 1;
      client.identify(apps.find(endpoints(client, socket), () => !socket.destroyed));
      void client.identified.then(() => {
        pendingLookups -= 1;
        // Flows that were shown without their app are shown anew.
        if (client.app !== null) for (const flow of flows.ofClient(client)) flows.update(flow);
      });
    },
    identified(client) {
      if (client.isIdentified || pendingLookups > MAX_PENDING_LOOKUPS) return null;
      return Promise.race([client.identified, delay(WAIT_MS, undefined, { ref: false })]);
    },
  };
}

function endpoints(client: Client, socket: net.Socket): Parameters<AppLookup['find']>[0] {
  return {
    clientAddress: client.address,
    clientPort: client.port,
    proxyAddress: socket.localAddress ?? '',
    proxyPort: socket.localPort ?? 0,
  };
}
