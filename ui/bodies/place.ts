// The place of a reader in a body, so that another view of it begins there: each view has positions of its own.
import { formatJson } from '../../src/codec/json-text.ts';
import { bodyText, type ViewContext } from '../../src/flow/views/contract.ts';
import { findPayload } from '../../src/flow/views/json.ts';

/**
 * A position in a view: a character of the text that `json` and `text` show, a byte of the body for `tree` and `hex`.
 * Other views begin at their start.
 */
export interface Place {
  readonly view: string;
  readonly position: number;
}

/** Asks the view that is shown where it is. */
export interface PlaceReader {
  readonly read: () => Place | null;
  /** Answers from now on; returns the function that stops it. */
  readonly offer: (read: () => Place | null) => () => void;
}

export function placeReader(): PlaceReader {
  let current: (() => Place | null) | null = null;
  return {
    read: () => current?.() ?? null,
    offer: (read) => {
      current = read;
      return () => {
        if (current === read) current = null;
      };
    },
  };
}

/** Returns the position in `view` that shows what `place` does. */
export function positionIn(view: string, place: Place, bytes: Uint8Array, context: ViewContext): number {
  if (place.view === view) return place.position;
  const body = new BodyPositions(bytes, context);
  return body.fromByte(view, body.toByte(place));
}

class BodyPositions {
  readonly #text: string;
  readonly #isCut: boolean;
  readonly #payload: { readonly start: number; readonly end: number };
  readonly #isLaidOut: boolean;
  /** The bytes of a byte order mark, which is no part of the text. */
  readonly #markBytes: number;

  constructor(bytes: Uint8Array, context: ViewContext) {
    const { text, isCut } = bodyText(bytes, context);
    this.#text = text;
    this.#markBytes = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf ? 3 : 0;
    this.#isCut = isCut;
    this.#payload = findPayload(text, isCut);
    this.#isLaidOut = this.#laidOut(this.#payload.end, Infinity).error === null;
  }

  toByte({ view, position }: Place): number {
    switch (view) {
      case 'json':
        return this.#bytesBefore(this.#isLaidOut ? this.#sourceOf(position) : position);
      case 'text':
        return this.#bytesBefore(position);
      default:
        return position;
    }
  }

  fromByte(view: string, byte: number): number {
    switch (view) {
      case 'json':
        return this.#isLaidOut ? this.#laidOutOf(this.#charAt(byte)) : this.#charAt(byte);
      case 'text':
        return this.#charAt(byte);
      default:
        return byte;
    }
  }

  #laidOut(end: number, max: number) {
    const { start } = this.#payload;
    const isPart = end < this.#payload.end;
    return formatJson(this.#text.slice(start, end), max, start === 0, isPart || this.#isCut);
  }

  /** The text that is laid out up to a position has used up the source up to the same place. */
  #sourceOf(position: number): number {
    return this.#payload.end - this.#laidOut(this.#payload.end, position).leftOut;
  }

  #laidOutOf(char: number): number {
    return this.#laidOut(Math.min(char, this.#payload.end), Infinity).text.length;
  }

  #bytesBefore(char: number): number {
    return this.#markBytes + new TextEncoder().encode(this.#text.slice(0, char)).length;
  }

  #charAt(byte: number): number {
    const bytes = new TextEncoder().encode(this.#text);
    return new TextDecoder().decode(bytes.subarray(0, Math.max(0, byte - this.#markBytes))).length;
  }
}
