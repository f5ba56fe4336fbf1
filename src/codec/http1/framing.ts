// The framing of an HTTP/1 body: it determines where the body ends.

/** By length or chunks, none, or until the connection closes (RFC 9112 section 6.3). */
export type Framing =
  | { readonly type: 'none' }
  | { readonly type: 'length'; readonly length: number }
  | { readonly type: 'chunked' }
  | { readonly type: 'close' };

export const NO_BODY: Framing = { type: 'none' };
