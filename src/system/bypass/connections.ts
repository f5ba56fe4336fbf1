// The contract between the search for programs that bypass the proxy and the readers of each system's connections.

/** A connection that a program of this computer has opened. */
export interface Connection {
  readonly pid: number;
  /** The name by which people know the program; null when it may not be inspected. */
  readonly app: string | null;
  readonly protocol: 'tcp' | 'udp';
  /** The other end. */
  readonly address: string;
  readonly port: number;
  /** True when the program was started with a variable that names the proxy; null when that cannot be seen. */
  readonly hasVariable: boolean | null;
}

export interface Connections {
  /** Those to ports 80 and 443, and to the port of the proxy. */
  readonly opened: readonly Connection[];
  /** Processes that listen on the port of the proxy. */
  readonly proxies: ReadonlySet<number>;
}

/** The ports of web servers. */
export const WEB_PORTS: ReadonlySet<number> = new Set([80, 443]);

/** The port on which HTTP/3 is served, over UDP. */
export const QUIC_PORT = 443;
