// Scans for long-running processes. They run on a worker thread, at most once every few seconds.
import { fresh } from '../../base/fresh-value.ts';
import { WorkerClient } from '../../base/worker-client.ts';
import type { BypassingApp } from './index.ts';

export interface BypassScanner {
  /** Resolves with the programs that bypass the proxy on this port. May be some seconds old. Never rejects. */
  apps(proxyPort: number): Promise<readonly BypassingApp[]>;
  close(): Promise<void>;
}

/** Milliseconds for which a scan counts. */
const AGE_MS = 5000;
/** Milliseconds after which the thread ends. */
const IDLE_MS = 30_000;

/** Returns a scanner, which starts its thread only for the first scan. */
export function bypassScanner(): BypassScanner {
  const client = new WorkerClient<number, readonly BypassingApp[]>(new URL('./worker.ts', import.meta.url), {
    name: 'bypass scan',
    env: process.env,
    idleMs: IDLE_MS,
    isBackground: true,
  });
  const scans = fresh(AGE_MS, async (port: number) => {
    const result = await client.request(() => port, { timeoutMs: 10_000 });
    return result.type === 'response' ? result.response : [];
  });
  return { apps: (port) => scans.get(port), close: () => client.close() };
}
