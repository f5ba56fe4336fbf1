// Readers for HTTP/1 bodies (RFC 9112 sections 6 and 7): they find the end of the body and its payload.
import { asRead, type BodyReader, type OnRepairs, type PayloadSink } from './body-reader.ts';
import { ChunkedReader } from './chunked-body.ts';
import type { Framing } from './framing.ts';

/**
 * Returns the reader of a body. `repaired` is for responses: it is called for each invalid but unambiguous part.
 * Without it such a part is a violation.
 */
export function bodyReader(framing: Framing, repaired: OnRepairs | null = null): BodyReader {
  switch (framing.type) {
    case 'none':
      return EMPTY;
    case 'length':
      return new LengthReader(framing.length);
    case 'chunked':
      return new ChunkedReader(repaired);
    case 'close':
      return UNTIL_CLOSE;
  }
}

const EMPTY: BodyReader = {
  framed: false,
  done: true,
  violation: null,
  trailers: '',
  wire: asRead,
  read: (_, at) => at,
};

const UNTIL_CLOSE: BodyReader = {
  framed: false,
  done: false,
  violation: null,
  trailers: '',
  wire: asRead,
  read(bytes, at, payload) {
    payload(bytes, at, bytes.length);
    return bytes.length;
  },
};

class LengthReader implements BodyReader {
  readonly framed = false;
  readonly violation = null;
  readonly trailers = '';
  readonly wire = asRead;
  #remaining: number;

  constructor(length: number) {
    this.#remaining = length;
  }

  get done(): boolean {
    return this.#remaining === 0;
  }

  read(bytes: Buffer, at: number, payload: PayloadSink): number {
    const end = Math.min(bytes.length, at + this.#remaining);
    this.#remaining -= end - at;
    if (end > at) payload(bytes, at, end);
    return end;
  }
}
