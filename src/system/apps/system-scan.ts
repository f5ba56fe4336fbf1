// The scan of this operating system, with the time that it takes.
import type { SocketDiag } from './linux-diag.ts';
import type { AppScan, ClientSocket, FoundApps, ScanResult } from './scan.ts';

// Loads only the scan of this system, to save memory in each thread.
const SCANS: Partial<Record<NodeJS.Platform, (diag: SocketDiag | null) => Promise<AppScan>>> = {
  linux: async (diag) => (await import('./linux.ts')).linuxScan('/proc', diag),
  darwin: async () => (await import('./macos.ts')).macosScan(),
  win32: async () => (await import('./windows.ts')).windowsScan(),
};

const nobody: AppScan = (sockets) => sockets.map(() => null);

/** Scans a batch of sockets; never rejects. */
export type SystemScan = (sockets: readonly ClientSocket[]) => Promise<ScanResult>;

/**
 * Returns the scan of this system, or one that finds nothing on other systems. On Linux, `diag` asks for the sockets
 * when it is given.
 */
export async function systemScan(diag: SocketDiag | null = null): Promise<SystemScan> {
  const scan = (await SCANS[process.platform]?.(diag)) ?? nobody;
  const appsOf = async (sockets: readonly ClientSocket[]): Promise<FoundApps> => {
    try {
      return await scan(sockets);
    } catch {
      return nobody(sockets);
    }
  };
  return async (sockets) => {
    const start = performance.now();
    const apps = await appsOf(sockets);
    return { apps, elapsed: performance.now() - start };
  };
}
