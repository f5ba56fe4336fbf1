// A conversation as people read it: who said what, and each call of a tool together with its result.
import { imageHeader } from '../../../codec/image-header.ts';
import type { TokenUsage } from '../../../codec/ai/token-usage.ts';
import { fromBase64 } from '../../../base/bytes.ts';
import { MAX_CHARS } from '../contract.ts';

export type Fact = readonly [name: string, value: string];

export interface Conversation {
  /** The API or the protocol. */
  readonly title: string;
  /** The model; null where none is named. */
  readonly model: string | null;
  /** Settings of a call, headers of a session. */
  readonly facts: readonly Fact[];
  readonly turns: readonly Turn[];
  /** Null for a request, and for a protocol that counts nothing. */
  readonly figures: Figures | null;
}

export interface Turn {
  /** Such as `user`, in the words of the API. */
  readonly role: string;
  /** A remark on the role, such as the number of a message; may be empty. */
  readonly about: string;
  readonly parts: readonly Part[];
}

/** The result of a call is shown with it; one whose call is elsewhere stands alone. */
export type Part =
  | { readonly type: 'text' | 'thinking' | 'refusal' | 'error'; readonly text: string }
  | {
      readonly type: 'call';
      readonly name: string;
      /** The method, where the name is what it calls; may be empty. */
      readonly method: string;
      /** JSON as it was written; empty without arguments. */
      readonly arguments: string;
      /** Other parameters. */
      readonly facts: readonly Fact[];
      readonly result: Result | null;
    }
  | {
      readonly type: 'result';
      /** The call, as the result names it. */ readonly name: string;
      readonly result: Result;
    }
  /** An image whose bytes are one, whatever its type says; in Base64. */
  | { readonly type: 'image'; readonly mime: string; readonly base64: string }
  /** JSON with a title. */
  | { readonly type: 'json'; readonly title: string; readonly text: string }
  /** Entries of a list, such as tools, with what they say of themselves. */
  | {
      readonly type: 'entries';
      readonly title: string;
      readonly count: number;
      readonly entries: readonly Fact[];
    }
  | {
      readonly type: 'progress';
      readonly value: number;
      /** Null while it is not known. */ readonly total: number | null;
      readonly text: string;
    }
  /** Anything that is named only: a file, the address of an image. */
  | { readonly type: 'other'; readonly kind: string; readonly text: string };

export interface Result {
  readonly isError: boolean;
  readonly parts: readonly Part[];
}

/** The figures at the end of a response. */
export interface Figures {
  readonly tokens: TokenUsage;
  /** The reason why the model stopped, in the provider's words. */
  readonly finish: string | null;
  /** Milliseconds from the request to the first output; null where not known. */
  readonly firstTokenMs: number | null;
}

/** Maximum characters of all images, in Base64. */
const MAX_IMAGE_CHARS = 16_000_000;
const MAX_NAME = 200;
/** Bytes that tell an image. */
const HEADER_CHARS = 64 * 1024;

/** Keeps a conversation within bounds, and counts what is left out. */
export class Bounds {
  #chars = MAX_CHARS;
  #imageChars = MAX_IMAGE_CHARS;
  #parts: number;
  #leftOut = 0;
  #partsLeftOut = 0;

  constructor(maxParts: number) {
    this.#parts = maxParts;
  }

  text(value: string): string {
    const shown = value.slice(0, this.#chars);
    this.#chars -= shown.length;
    this.#leftOut += value.length - shown.length;
    return shown;
  }

  name(value: string): string {
    return value.length > MAX_NAME ? `${value.slice(0, MAX_NAME)}…` : value;
  }

  facts(list: readonly Fact[]): readonly Fact[] {
    return this.parts(list).map(([name, value]) => [this.name(name), this.text(value)]);
  }

  /** Returns as many parts as there may be. */
  parts<T>(list: readonly T[]): readonly T[] {
    const shown = list.slice(0, this.#parts);
    this.#parts -= shown.length;
    this.#partsLeftOut += list.length - shown.length;
    return shown;
  }

  /** Returns an image of a `data:` URL; what is none, and addresses, are named only. */
  image(source: string): Part {
    const found = /^data:([^;,]{0,100})(?:;[^,]{0,100})?,/.exec(source.slice(0, 300));
    if (found === null) return { type: 'other', kind: 'image', text: this.text(source) };
    const base64 = source.slice(found[0].length);
    const start = fromBase64(base64.slice(0, HEADER_CHARS));
    const mime = start === null ? null : (imageHeader(start)?.mime ?? null);
    const said = found[1] === '' ? 'image' : found[1]!;
    if (mime === null) return { type: 'other', kind: said, text: 'these bytes are not an image' };
    if (base64.length > this.#imageChars)
      return { type: 'other', kind: said, text: 'the image is too large' };
    this.#imageChars -= base64.length;
    return { type: 'image', mime, base64 };
  }

  notes(): readonly string[] {
    return [
      ...(this.#partsLeftOut > 0 ? [`${this.#partsLeftOut} parts are not shown`] : []),
      ...(this.#leftOut > 0 ? [`${this.#leftOut} chars are not shown`] : []),
    ];
  }
}
