// The result of parsing a run of bytes: the complete messages, and the end.

export interface Read {
  /** Offsets of the end of the head and of the message. */
  readonly headEnd: number;
  readonly end: number;
  /** Method and target, or status. */
  readonly start: string;
  /** Payload as latin1. */
  readonly body: string;
  /** True when the connection can carry another message. */
  readonly keepAlive: boolean;
}

export type Ending =
  /** The bytes end between two messages, or after the last one of the connection. */
  | { readonly type: 'clean' }
  /** The bytes end within a message. */
  | { readonly type: 'partial' }
  | { readonly type: 'refused'; readonly reason: string };

export interface Outcome {
  readonly messages: readonly Read[];
  readonly ending: Ending;
}

/** The parsed messages: requests, or responses to requests of `method`. */
export type Direction =
  | { readonly type: 'request' }
  | { readonly type: 'response'; readonly method: 'GET' | 'HEAD' };
