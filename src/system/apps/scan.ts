// The contract between the app look-up and the scan of each operating system.

/** A TCP connection from the server's point of view: the client's IP address and port, and our own. */
export interface ClientSocket {
  readonly clientAddress: string;
  readonly clientPort: number;
  readonly proxyAddress: string;
  readonly proxyPort: number;
}

/** The app of each socket, in the order given; null where none was found. */
export type AppNames = readonly (string | null)[];

/** Finds the apps of a batch of sockets. May throw. */
export type AppScan = (sockets: readonly ClientSocket[]) => AppNames | Promise<AppNames>;

/** The result of a scan: the names, and how long it took, in ms. */
export interface ScanResult {
  readonly names: AppNames;
  readonly elapsed: number;
}
