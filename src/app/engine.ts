// The engine: certificates, flows, app look-up and the proxy, put together. Every face starts it here.
import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { codeOf, messageOf } from '../base/errors.ts';
import type { LocalHandler } from '../base/local-http.ts';
import { openCertificateAuthority, type CertificateAuthority } from '../certs/index.ts';
import type { Flow } from '../flow/flow.ts';
import { CaptureBudget } from '../flow/capture-budget.ts';
import { FlowStore } from '../flow/store.ts';
import { upstreamTrust } from '../net/trust.ts';
import { startProxy, type Proxy } from '../proxy/index.ts';
import { startAppLookup, type AppLookup } from '../system/apps/index.ts';
import { identification } from './identification.ts';
import { decryptRule } from './decrypt.ts';
import { openKeylog, type Keylog } from './keylog.ts';

export interface EngineOptions {
  /** Data folder: root certificate, API token. */
  readonly home: string;
  /** 0 for any free port. */
  readonly port: number;
  readonly listenOnAllInterfaces: boolean;
  /** Patterns of hosts whose TLS is opened. */
  readonly sslProxyingHosts: readonly string[];
  /** Names of apps whose TLS is opened. */
  readonly sslProxyingApps: readonly string[];
  /** Most bytes kept of a body. */
  readonly maxCapturedBodyBytes: number;
  /** Most bytes of captured bodies in memory; past it they move to a private temporary file. */
  readonly memoryBudgetBytes: number;
  readonly tlsKeyLogPath: string | null;
  /** Milliseconds to reach an origin, TLS included. */
  readonly connectTimeoutMs: number;
  /** Makes what answers requests addressed to the proxy itself. */
  readonly local: (engine: Engine) => LocalHandler;
}

export interface Engine {
  readonly home: string;
  readonly flows: FlowStore;
  readonly ca: CertificateAuthority;
  /** Address and port listened on. */
  readonly address: string;
  readonly port: number;
  /** Names of the debugging tools that are on. */
  readonly activeTools: readonly string[];
  /** Sends a captured request again; resolves with the new, finished flow, rejects with the reason. */
  replay(flow: Flow): Promise<Flow>;
  close(): Promise<void>;
}

export const defaults = {
  port: 9090,
  listenOnAllInterfaces: false,
  maxCapturedBodyBytes: 10 * 1024 * 1024,
  memoryBudgetBytes: 256 * 1024 * 1024,
  connectTimeoutMs: 30_000,
} as const;

/** Rejects with an Error that names what could not be had: the port, the certificate, the key log. */
export async function startEngine(options: EngineOptions): Promise<Engine> {
  const ca = await openCertificateAuthority(options.home);
  const keylog = options.tlsKeyLogPath === null ? null : openKeylog(options.tlsKeyLogPath);
  const captures = new CaptureBudget({
    maxBodyBytes: options.maxCapturedBodyBytes,
    memoryBytes: options.memoryBudgetBytes,
    spillPath: join(options.home, `spill-${process.pid}-${randomUUID()}`),
  });
  const flows = new FlowStore(captures);
  const apps = startAppLookup();
  const parts: Parts = { ca, keylog, flows, captures, apps };
  try {
    return await listen(options, parts);
  } catch (error) {
    keylog?.close();
    await apps.close();
    throw error;
  }
}

interface Parts {
  readonly ca: CertificateAuthority;
  readonly keylog: Keylog | null;
  readonly flows: FlowStore;
  readonly captures: CaptureBudget;
  readonly apps: AppLookup;
}

async function listen(options: EngineOptions, { ca, keylog, flows, captures, apps }: Parts): Promise<Engine> {
  // The proxy is asked for an answer only once it listens, by when the handler has been made.
  let handler: LocalHandler | null = null;
  const local: LocalHandler = (request) =>
    handler === null ? Promise.reject(new Error('not started')) : handler(request);
  const proxy = await startProxy({
    host: options.listenOnAllInterfaces ? '0.0.0.0' : '127.0.0.1',
    port: options.port,
    flows,
    captures,
    local,
    decrypt: decryptRule({ hosts: options.sslProxyingHosts, apps: options.sslProxyingApps }),
    ...identification(apps, flows),
    leafFor: (names) => ca.leafFor(names),
    keylog: keylog?.write ?? null,
    connectTimeoutMs: options.connectTimeoutMs,
  }).catch((error: unknown) => {
    throw new Error(portFault(options.port, error), { cause: error });
  });
  const engine: Engine = {
    home: options.home,
    flows,
    ca,
    address: proxy.address,
    port: proxy.port,
    activeTools: [],
    replay: (flow) => proxy.replay(flow),
    close: () => close(proxy, { ca, keylog, flows, captures, apps }),
  };
  handler = options.local(engine);
  setImmediate(upstreamTrust);
  return engine;
}

async function close(proxy: Proxy, { apps, captures, keylog }: Parts): Promise<void> {
  await proxy.close();
  await apps.close();
  captures.close();
  keylog?.close();
}

function portFault(port: number, error: unknown): string {
  if (codeOf(error) === 'EADDRINUSE')
    return `port ${port} is in use by another program: stop it or choose another port with --port`;
  if (codeOf(error) === 'EACCES')
    return `port ${port} may not be used by this user: choose one above 1023 with --port`;
  return `cannot listen on port ${port}: ${messageOf(error)}`;
}
