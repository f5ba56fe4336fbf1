// The contract between the look-up and each operating system's way of finding who owns a socket.

/** A TCP connection as its server sees it: the client's IP address and port, and its own. */
export interface ClientSocket {
  readonly clientAddress: string;
  readonly clientPort: number;
  readonly proxyAddress: string;
  readonly proxyPort: number;
}

/** The app behind each socket, in the order asked; null where none was found. */
export type AppNames = readonly (string | null)[];

/** Finds the apps of one batch. It may throw. */
export type AppScan = (sockets: readonly ClientSocket[]) => AppNames | Promise<AppNames>;

/** The answer to a batch: its names, and how long finding them took, in ms. */
export interface ScanResult {
  readonly names: AppNames;
  readonly elapsed: number;
}
