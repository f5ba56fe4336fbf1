// The contract between the code that watches a command and the samplers of each operating system.

/** A TCP connection that a process of the command has opened. */
export interface CommandConnection {
  readonly pid: number;
  /** The name by which people know the program; null when it may not be inspected. */
  readonly app: string | null;
  /** The other end. */
  readonly address: string;
  readonly port: number;
}

export interface CommandSampler {
  /** Milliseconds between two samples, so that they cost next to nothing. */
  readonly maxPauseMs: number;
  /** Resolves with the connections of the command that are new since the last sample. `pid`: its process. Never rejects. */
  sample(pid: number): Promise<readonly CommandConnection[]>;
}
