// The thread that scans: batches of sockets come in, the names of their apps go out with what the scan cost.
import { parentPort } from 'node:worker_threads';
import { type AppNames, type AppScan, type ClientSocket, type ScanResult } from './scan.ts';

// Only this system's way is loaded: a thread's memory counts.
const SCANS: Partial<Record<NodeJS.Platform, () => Promise<AppScan>>> = {
  linux: async () => (await import('./linux.ts')).linuxScan(),
  darwin: async () => (await import('./macos.ts')).macosScan(),
  win32: async () => (await import('./windows.ts')).windowsScan(),
};

const nobody: AppScan = (sockets) => sockets.map(() => null);
const scan = (await SCANS[process.platform]?.()) ?? nobody;

// A scan meets many files that it may not read, and collecting a stack for each is most of what that costs.
Error.stackTraceLimit = 0;

parentPort?.on('message', (sockets: readonly ClientSocket[]) => {
  void scanSockets(sockets).then((result) => parentPort?.postMessage(result));
});

async function scanSockets(sockets: readonly ClientSocket[]): Promise<ScanResult> {
  const start = performance.now();
  const names = await namesOf(sockets);
  return { names, elapsed: performance.now() - start };
}

async function namesOf(sockets: readonly ClientSocket[]): Promise<AppNames> {
  try {
    return await scan(sockets);
  } catch {
    return nobody(sockets);
  }
}
