// Looks up which app opened a connection, as soon as it is accepted. A short wait for the result lets short-lived
// clients be found before they exit.
import type net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import type { Client } from '../../flow/client.ts';
import type { FlowStore } from '../../flow/store.ts';
import type { AppLookup } from '../../system/apps/index.ts';

/**
 * A look-up takes about 5 ms. The first one waits for its worker thread to start, which may take longer on a busy
 * machine.
 */
const WAIT_MS = 500;
/** With more pending look-ups than this, requests do not wait for theirs. */
const MAX_PENDING_LOOKUPS = 4;

export interface Identification {
  readonly identify: (client: Client, socket: net.Socket) => void;
  /** Waits for the look-up, at most WAIT_MS; null when there is nothing to wait for. */
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
        // Flows that were shown without their app are shown again with it.
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
