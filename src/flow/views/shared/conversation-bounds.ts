// Keeps conversations within bounds, and tells images from what is none.
import { fromBase64 } from '../../../base/bytes.ts';
import { imageHeader } from '../../../codec/image-header.ts';
import { MAX_CHARS } from '../contract.ts';
import type { Fact, Part } from '../../conversation.ts';

/** Maximum characters of all images, in Base64. */
const MAX_IMAGE_CHARS = 16_000_000;
const MAX_NAME = 200;
/** Bytes that tell an image. */
const HEADER_CHARS = 64 * 1024;

/** The bounds of one conversation, with a count of what is left out. */
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
    const declared = found[1] === '' ? 'image' : found[1]!;
    if (mime === null) return { type: 'other', kind: declared, text: 'these bytes are not an image' };
    if (base64.length > this.#imageChars)
      return { type: 'other', kind: declared, text: 'the image is too large' };
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
