// The receiver of what an upstream connection reads.

export interface ConnectionReader {
  /** Called with received bytes, which are valid during the call only. */
  bytes(bytes: Buffer): void;
  /** Called when the peer has sent everything. */
  ended(): void;
  /** Called when the connection is closed; `error` when it did not close cleanly. */
  closed(error: Error | null): void;
  drained(): void;
}

/** The reader of a connection whose socket has been handed over. */
export const IGNORED: ConnectionReader = {
  bytes: () => undefined,
  ended: () => undefined,
  closed: () => undefined,
  drained: () => undefined,
};
