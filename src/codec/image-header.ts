// Detects the format of an image by its first bytes, and reads its size from the header alone.
import { latin1 } from '../base/bytes.ts';

export interface ImageHeader {
  /** Such as `image/png`. */
  readonly mime: string;
  /** In pixels; null when the header does not say, or is truncated. */
  readonly width: number | null;
  readonly height: number | null;
}

/** Returns null for bytes that are not a known image. */
export function imageHeader(bytes: Uint8Array): ImageHeader | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (const { mime, starts, size } of FORMATS) {
    if (!starts(bytes)) continue;
    const found = size(view, bytes);
    return { mime, width: found?.width ?? null, height: found?.height ?? null };
  }
  return null;
}

interface Size {
  readonly width: number;
  readonly height: number;
}

interface Format {
  readonly mime: string;
  readonly starts: (bytes: Uint8Array) => boolean;
  readonly size: (view: DataView, bytes: Uint8Array) => Size | null;
}

const FORMATS: readonly Format[] = [
  {
    mime: 'image/png',
    starts: (bytes) => isAt(bytes, 0, '\x89PNG\r\n\x1a\n'),
    size: (view) => (view.byteLength < 24 ? null : { width: view.getUint32(16), height: view.getUint32(20) }),
  },
  { mime: 'image/jpeg', starts: (bytes) => isAt(bytes, 0, '\xff\xd8\xff'), size: jpegSize },
  {
    mime: 'image/gif',
    starts: (bytes) => isAt(bytes, 0, 'GIF87a') || isAt(bytes, 0, 'GIF89a'),
    size: (view) =>
      view.byteLength < 10 ? null : { width: view.getUint16(6, true), height: view.getUint16(8, true) },
  },
  { mime: 'image/webp', starts: (bytes) => isAt(bytes, 0, 'RIFF') && isAt(bytes, 8, 'WEBP'), size: webpSize },
  {
    mime: 'image/avif',
    starts: (bytes) => isAt(bytes, 4, 'ftyp') && /^avi[fs]/.test(latin1(bytes, 8, 12)),
    size: heifSize,
  },
  {
    mime: 'image/heic',
    starts: (bytes) => isAt(bytes, 4, 'ftyp') && /^(?:hei|hev|mif)/.test(latin1(bytes, 8, 12)),
    size: heifSize,
  },
  {
    mime: 'image/x-icon',
    starts: (bytes) => isAt(bytes, 0, '\0\0\x01\0') && (bytes[4] ?? 0) > 0,
    size: iconSize,
  },
  { mime: 'image/bmp', starts: (bytes) => isAt(bytes, 0, 'BM') && bytes.length >= 14, size: bitmapSize },
  {
    mime: 'image/svg+xml',
    starts: (bytes) => svgTag(bytes) !== null,
    size: (_, bytes) => svgSize(svgTag(bytes) ?? ''),
  },
];

function isAt(bytes: Uint8Array, offset: number, text: string): boolean {
  return latin1(bytes, offset, offset + text.length) === text;
}

/** Reads the size from the frame header SOFn (ITU T.81 annex B). */
function jpegSize(view: DataView, bytes: Uint8Array): Size | null {
  let at = 2;
  while (at + 9 < bytes.length && bytes[at] === 0xff) {
    const marker = bytes[at + 1]!;
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);
    if (isFrame) return { height: view.getUint16(at + 5), width: view.getUint16(at + 7) };
    // Skips fill bytes, and markers without a length.
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || (marker >= 0xd0 && marker <= 0xd8)) at += 2;
    else at += 2 + Math.max(2, view.getUint16(at + 2));
  }
  return null;
}

/** Reads the size of simple lossy, lossless and extended files (RFC 9649). */
function webpSize(view: DataView, bytes: Uint8Array): Size | null {
  if (bytes.length < 30) return null;
  switch (latin1(bytes, 12, 16)) {
    case 'VP8 ':
      return { width: view.getUint16(26, true) & 0x3fff, height: view.getUint16(28, true) & 0x3fff };
    case 'VP8L': {
      const bits = view.getUint32(21, true);
      return { width: (bits & 0x3fff) + 1, height: ((bits >> 14) & 0x3fff) + 1 };
    }
    case 'VP8X':
      return { width: uint24(view, 24) + 1, height: uint24(view, 27) + 1 };
    default:
      return null;
  }
}

function uint24(view: DataView, at: number): number {
  return view.getUint16(at, true) | (view.getUint8(at + 2) << 16);
}

/** Reads the largest `ispe` in meta/iprp/ipco (ISO 23008-12); smaller ones are thumbnails and tiles. */
function heifSize(view: DataView): Size | null {
  const properties = box(
    view,
    box(view, box(view, { start: 0, end: view.byteLength }, 'meta', 4), 'iprp', 0),
    'ipco',
    0,
  );
  let largest: Size | null = null;
  for (const { start } of boxes(view, properties).filter(({ type }) => type === 'ispe')) {
    if (start + 12 > view.byteLength) break;
    const size = { width: view.getUint32(start + 4), height: view.getUint32(start + 8) };
    if (size.width > (largest?.width ?? 0)) largest = size;
  }
  return largest;
}

interface Range {
  readonly start: number;
  readonly end: number;
}

const MAX_BOXES = 1000;

function boxes(view: DataView, range: Range | null): (Range & { readonly type: string })[] {
  const found: (Range & { readonly type: string })[] = [];
  if (range === null) return found;
  for (let at = range.start; at + 8 <= range.end && found.length < MAX_BOXES;) {
    const size = view.getUint32(at);
    if (size < 8) break;
    const type = String.fromCharCode(...[4, 5, 6, 7].map((offset) => view.getUint8(at + offset)));
    found.push({ type, start: at + 8, end: Math.min(at + size, range.end) });
    at += size;
  }
  return found;
}

/** Returns the content of a box, after `skip` bytes of version and flags. */
function box(view: DataView, within: Range | null, type: string, skip: number): Range | null {
  const found = boxes(view, within).find((each) => each.type === type);
  return found === undefined ? null : { start: found.start + skip, end: found.end };
}

/** Reads the size of the largest picture in the file; 0 stands for 256. */
function iconSize(view: DataView): Size | null {
  let largest: Size | null = null;
  const count = view.byteLength < 6 ? 0 : Math.min(view.getUint16(4, true), 64);
  for (let at = 6; at + 16 <= view.byteLength && at < 6 + count * 16; at += 16) {
    const size = { width: view.getUint8(at) || 256, height: view.getUint8(at + 1) || 256 };
    if (size.width > (largest?.width ?? 0)) largest = size;
  }
  return largest;
}

/**
 * Reads the size. The oldest header has 12 bytes and 16-bit numbers; a negative height means that rows start at the
 * top.
 */
function bitmapSize(view: DataView): Size | null {
  if (view.byteLength < 26) return null;
  if (view.getUint32(14, true) === 12)
    return { width: view.getUint16(18, true), height: view.getUint16(20, true) };
  return { width: Math.abs(view.getInt32(18, true)), height: Math.abs(view.getInt32(22, true)) };
}

/** Bytes of a document in which the root element is searched for. */
const MAX_PROLOGUE_BYTES = 4096;

/** Returns the start tag of the root element when that is `svg`. */
function svgTag(bytes: Uint8Array): string | null {
  const text = latin1(bytes, 0, MAX_PROLOGUE_BYTES).replace(/^\xef\xbb\xbf/, '');
  if (!/^\s*</.test(text)) return null;
  return (
    /^(?:\s|<\?[^>]*>|<!--(?:(?!-->)[^])*-->|<!DOCTYPE(?:[^>[]|\[[^\]]*\])*>)*(<svg[\s>][^>]*)/i.exec(
      text,
    )?.[1] ?? null
  );
}

function svgSize(tag: string): Size | null {
  const width = attribute(tag, 'width');
  const height = attribute(tag, 'height');
  if (width !== null && height !== null) return { width, height };
  const match = /\sviewBox\s*=\s*["']\s*[-\d.eE]+[\s,]+[-\d.eE]+[\s,]+([\d.eE]+)[\s,]+([\d.eE]+)/.exec(tag);
  const [w, h] = [Number(match?.[1]), Number(match?.[2])];
  return Number.isFinite(w) && Number.isFinite(h) ? { width: w, height: h } : null;
}

/** Parses an attribute in pixels; null for percentages and other units. */
function attribute(tag: string, name: string): number | null {
  const match = new RegExp(`\\s${name}\\s*=\\s*["']\\s*(\\d{1,7}(?:\\.\\d{1,6})?)(?:px)?\\s*["']`).exec(tag);
  return match === null ? null : Number(match[1]);
}
