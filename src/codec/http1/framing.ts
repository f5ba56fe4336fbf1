// How the body of an HTTP/1 message ends.

/** RFC 9112 section 6.3; `close`: with the connection. */
export type Framing =
  | { readonly type: 'none' }
  | { readonly type: 'length'; readonly length: number }
  | { readonly type: 'chunked' }
  | { readonly type: 'close' };

export const NO_BODY: Framing = { type: 'none' };
