// The worker thread that scans: it receives batches of sockets, and sends back their apps with the time it took.
import { parentPort } from 'node:worker_threads';
import { type FoundApps, type AppScan, type ClientSocket, type ScanResult } from './scan.ts';

// Loads only the scan of this system, since the memory of a thread counts.
const SCANS: Partial<Record<NodeJS.Platform, () => Promise<AppScan>>> = {
  linux: async () => (await import('./linux.ts')).linuxScan(),
  darwin: async () => (await import('./macos.ts')).macosScan(),
  win32: async () => (await import('./windows.ts')).windowsScan(),
};

const nobody: AppScan = (sockets) => sockets.map(() => null);
const scan = (await SCANS[process.platform]?.()) ?? nobody;

// A scan fails to open many files, and capturing a stack trace for each would be most of its cost.
Error.stackTraceLimit = 0;

parentPort?.on('message', (sockets: readonly ClientSocket[]) => {
  void scanSockets(sockets).then((result) => parentPort?.postMessage(result));
});

async function scanSockets(sockets: readonly ClientSocket[]): Promise<ScanResult> {
  const start = performance.now();
  const apps = await appsOf(sockets);
  return { apps, elapsed: performance.now() - start };
}

async function appsOf(sockets: readonly ClientSocket[]): Promise<FoundApps> {
  try {
    return await scan(sockets);
  } catch {
    return nobody(sockets);
  }
}
