// The result of a parser on a run of bytes: the complete messages, and how it ends.

export interface Read {
  /** Offsets behind the head and behind the message. */
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
  /** The bytes end between two messages, or behind the last that the connection carries. */
  | { readonly type: 'clean' }
  /** The bytes end within a message. */
  | { readonly type: 'partial' }
  | { readonly type: 'refused'; readonly reason: string };

export interface Outcome {
  readonly messages: readonly Read[];
  readonly ending: Ending;
}

/** Requests, or the responses to a request of `method`. */
export type Direction =
  { readonly type: 'request' } | { readonly type: 'response'; readonly method: 'GET' | 'HEAD' };
