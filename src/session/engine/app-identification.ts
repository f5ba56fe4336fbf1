// Looks up the app behind a connection as soon as the connection is accepted. A short wait for the result makes it
// possible to identify short-lived clients before they exit.
import type net from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { productName } from '../../base/product.ts';
import type { Client } from '../../flow/client.ts';
import type { FlowStore } from '../../flow/store.ts';
import { isThisProcess, type App, type AppLookup } from '../../system/apps/index.ts';

/** A look-up takes about 3 ms, however many connections it is for. */
const WAIT_MS = 500;
/** The first one waits for its worker thread to start, which takes longer on a busy machine. */
const FIRST_WAIT_MS = 3000;
export interface Identification {
  readonly identify: (client: Client, socket: net.Socket) => void;
  /** Waits for the look-up, for a bounded time; null when there is nothing to wait for. */
  readonly identified: (client: Client) => Promise<void> | null;
}

export function identification(apps: AppLookup, flows: FlowStore): Identification {
  let waitMs = FIRST_WAIT_MS;
  return {
    identify(client, socket) {
      client.identify(apps.find(endpoints(client, socket), () => !socket.destroyed).then(named));
      void client.identified.then(() => {
        waitMs = WAIT_MS;
        // Flows that were already shown without their app are shown again with it.
        if (client.app !== null) for (const flow of flows.ofClient(client)) flows.update(flow);
      });
    },
    identified(client) {
      if (client.isIdentified) return null;
      return Promise.race([client.identified, delay(waitMs, undefined, { ref: false })]);
    },
  };
}

/** Returns the app; for this process, which sends requests of the API client, not its program Node but the product. */
function named(app: App | null): App | null {
  return app !== null && isThisProcess(app) ? { ...app, name: productName } : app;
}

function endpoints(client: Client, socket: net.Socket): Parameters<AppLookup['find']>[0] {
  return {
    clientAddress: client.address,
    clientPort: client.port,
    proxyAddress: socket.localAddress ?? '',
    proxyPort: socket.localPort ?? 0,
  };
}
