// The contract between the app look-up and the scan of each operating system.

/** A TCP connection from the server's point of view: the client's IP address and port, and our own. */
export interface ClientSocket {
  readonly clientAddress: string;
  readonly clientPort: number;
  readonly proxyAddress: string;
  readonly proxyPort: number;
}

/** Farther parents of a process are not looked for. */
export const MAX_PARENTS = 12;

/** A running program. */
export interface App {
  /** The name by which people know it. */
  readonly name: string;
  /**
   * Identifies the process: its id, and on Linux `@` and its start, so that no other process has the same text while
   * the system runs.
   */
  readonly process: string;
  /** The processes that it descends from, the nearest first; absent where the system does not tell. */
  readonly parents?: readonly string[];
}

/** Returns true for this process. */
export function isThisProcess({ process: id }: App): boolean {
  return id === String(process.pid) || id.startsWith(`${process.pid}@`);
}

/** The app of each socket, in the order given; null where none was found. */
export type FoundApps = readonly (App | null)[];

/** Finds the apps of a batch of sockets. May throw. */
export type AppScan = (sockets: readonly ClientSocket[]) => FoundApps | Promise<FoundApps>;

/** The result of a scan: the apps, and how long it took, in ms. */
export interface ScanResult {
  readonly apps: FoundApps;
  readonly elapsed: number;
}
