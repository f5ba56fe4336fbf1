// The proxy: clients come in on one port, whatever they speak, and every exchange becomes a flow. What it
// needs from above is handed in: who answers for us, which hosts to decrypt, whose certificates to show.
import type { Duplex } from 'node:stream';
import type { LocalHandler } from '../base/local-http.ts';
import type { CaptureBudget } from '../flow/capture-budget.ts';
import type { Client } from '../flow/client.ts';
import type { Flow } from '../flow/flow.ts';
import type { FlowStore } from '../flow/store.ts';
import { systemResolver, type Resolver } from '../net/dns.ts';
import { Pool } from '../net/pool.ts';
import type { ProxyContext } from './context.ts';
import { ClientConnection } from './http1/client-connection.ts';
import { listen, type Identify } from './listener.ts';
import { replay } from './replay.ts';
import { loopGuard } from './self.ts';
import { LeafServers, type LeafServersOptions } from './tls/leaf-servers.ts';
import type { Way } from './way.ts';

export interface ProxyOptions {
  /** Address to listen on. */
  readonly host: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly flows: FlowStore;
  readonly captures: CaptureBudget;
  readonly local: LocalHandler;
  readonly decrypt: ProxyContext['decrypt'];
  readonly identify: Identify;
  readonly identified: ProxyContext['identified'];
  readonly leafFor: LeafServersOptions['leafFor'];
  /** Told each line of TLS key material of both sides, in SSLKEYLOGFILE format. */
  readonly keylog: ((line: Buffer) => void) | null;
  /** Milliseconds to reach an origin, TLS included. */
  readonly connectTimeoutMs: number;
  readonly resolve?: Resolver;
}

export interface Proxy {
  readonly address: string;
  readonly port: number;
  /** Sends a captured request again, as it was sent; resolves with the new, finished flow. */
  replay(flow: Flow): Promise<Flow>;
  close(): Promise<void>;
}

/** Rejects with the system's error when the port cannot be had. */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const ports = new Set<number>();
  const isOwnPort = (port: number): boolean => ports.has(port);
  const pool = new Pool({
    timeoutMs: options.connectTimeoutMs,
    alpn: ['http/1.1'],
    keylog: options.keylog,
    resolve: options.resolve ?? systemResolver,
    guard: loopGuard(isOwnPort),
  });
  const context: ProxyContext = {
    flows: options.flows,
    pool,
    leaves: new LeafServers({ leafFor: options.leafFor, keylog: options.keylog }),
    local: options.local,
    decrypt: options.decrypt,
    identified: options.identified,
    captures: options.captures,
    isOwnPort,
    serve: (stream: Duplex, client: Client, way: Way, first?: Buffer) =>
      new ClientConnection(stream, client, way, context).start(first),
    connections: new Set(),
  };
  const listening = await listen(options.host, options.port, context, options.identify);
  ports.add(listening.port);
  return {
    address: listening.address,
    port: listening.port,
    replay: (flow) => replay(flow, context),
    close: async () => {
      await listening.close();
      pool.close();
    },
  };
}
