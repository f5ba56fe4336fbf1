// Splits a multipart body into parts (RFC 2046 section 5.1, RFC 7578 for forms). Errors are reported, and the intact
// parts are returned.
import { latin1, latin1Bytes, decodeUtf8 } from '../base/bytes.ts';
import { unescaped } from './urlencoded.ts';

export interface PartHeader {
  readonly name: string;
  readonly value: string;
}

export interface Part {
  readonly headers: readonly PartHeader[];
  /** Name of the field by Content-Disposition; null when absent. */
  readonly name: string | null;
  readonly filename: string | null;
  /** Offset of the content, in bytes. */
  readonly offset: number;
  readonly size: number;
}

export interface Multipart {
  readonly parts: readonly Part[];
  /** The errors, with their offsets in bytes. */
  readonly errors: readonly { readonly offset: number; readonly reason: string }[];
  /** True when there are more parts than are read. */
  readonly hasMore: boolean;
  /** Number of bytes before the first part and after the last. */
  readonly preamble: number;
  readonly epilogue: number;
}

const MAX_PARTS = 1000;
const MAX_HEADERS = 100;
const MAX_HEADER_CHARS = 16 * 1024;
/** RFC 2046 allows 70; some senders use more. */
const MAX_BOUNDARY_CHARS = 200;

/** Returns the boundary in a Content-Type; null when absent or unusable. */
export function boundaryOf(contentType: string): string | null {
  const match = /;\s*boundary\s*=\s*(?:"((?:[^"\\]|\\.){1,200})"|([^\s;"]+))/i.exec(contentType);
  const boundary = match?.[1]?.replace(/\\(.)/g, '$1') ?? match?.[2] ?? '';
  return boundary === '' || boundary.length > MAX_BOUNDARY_CHARS ? null : boundary;
}

export function readMultipart(bytes: Uint8Array, boundary: string): Multipart {
  return new MultipartReader(latin1(bytes), `--${boundary}`).read();
}

interface Delimiter {
  /** Start of the line end before the boundary, which belongs to it. */
  readonly start: number;
  readonly at: number;
  /** Offset behind the line of the boundary. */
  readonly end: number;
  readonly closes: boolean;
}

class MultipartReader {
  readonly #text: string;
  readonly #mark: string;
  readonly #parts: Part[] = [];
  readonly #errors: { offset: number; reason: string }[] = [];
  #hasMore = false;

  constructor(text: string, mark: string) {
    this.#text = text;
    this.#mark = mark;
  }

  read(): Multipart {
    const first = this.#delimiter(0);
    if (first === null) {
      this.#report(0, `the boundary ${JSON.stringify(this.#mark)} was not found at the start of a line`);
      return { parts: [], errors: this.#errors, preamble: this.#text.length, epilogue: 0, hasMore: false };
    }
    const last = this.#readParts(first);
    const epilogue = last.closes ? this.#text.length - last.end : 0;
    const hasMore = this.#hasMore;
    return { parts: this.#parts, errors: this.#errors, preamble: first.start, epilogue, hasMore };
  }

  /** Returns the delimiter at which reading ended. */
  #readParts(first: Delimiter): Delimiter {
    let before = first;
    while (!before.closes) {
      if (this.#parts.length === MAX_PARTS) {
        this.#hasMore = true;
        return before;
      }
      const next = this.#delimiter(before.end);
      const end = next?.start ?? this.#text.length;
      this.#part(before.end, Math.max(before.end, end));
      if (next === null) {
        this.#report(this.#text.length, 'the closing boundary is missing');
        return before;
      }
      before = next;
    }
    return before;
  }

  /** Finds the first delimiter from `from` on, which is the start of a line. */
  #delimiter(from: number): Delimiter | null {
    const text = this.#text;
    for (let at = text.indexOf(this.#mark, from); at >= 0; at = text.indexOf(this.#mark, at + 1)) {
      const isLineStart = at === from || text[at - 1] === '\n';
      const line = isLineStart ? this.#restOfLine(at + this.#mark.length) : null;
      if (line === null) continue;
      const lineEnd = at === from ? 0 : text[at - 2] === '\r' ? 2 : 1;
      if (lineEnd === 1) this.#report(at - 1, 'a line ends in LF alone before a boundary');
      return { start: Math.max(from, at - lineEnd), at, ...line };
    }
    return null;
  }

  /** Reads what follows the boundary on its line: `--`, padding; null when other text follows. */
  #restOfLine(from: number): { readonly end: number; readonly closes: boolean } | null {
    REST_OF_LINE.lastIndex = from;
    const match = REST_OF_LINE.exec(this.#text);
    if (match === null) return null;
    return { end: from + match[0].length, closes: match[1] !== undefined };
  }

  #part(start: number, end: number): void {
    const { headers, at } = this.#headers(start, end);
    const disposition = headers.find(({ name }) => name.toLowerCase() === 'content-disposition')?.value ?? '';
    this.#parts.push({
      headers,
      name: parameter(disposition, 'name'),
      filename: parameter(disposition, 'filename'),
      offset: at,
      size: end - at,
    });
  }

  #headers(start: number, end: number): { readonly headers: PartHeader[]; readonly at: number } {
    const headers: PartHeader[] = [];
    let at = start;
    while (at < end && at - start < MAX_HEADER_CHARS && headers.length < MAX_HEADERS) {
      const found = this.#text.indexOf('\n', at);
      const lineEnd = found < 0 || found >= end ? end : found;
      const line = this.#text.slice(at, lineEnd).replace(/\r$/, '');
      const next = Math.min(lineEnd + 1, end);
      if (line === '') return { headers, at: next };
      this.#headerLine(line, at, headers);
      at = next;
    }
    this.#report(
      start,
      at < end ? 'the headers of a part are too long' : 'the headers of a part are not terminated',
    );
    return { headers, at };
  }

  #headerLine(line: string, at: number, headers: PartHeader[]): void {
    const last = headers.at(-1);
    if (/^[ \t]/.test(line) && last !== undefined) {
      headers[headers.length - 1] = { name: last.name, value: `${last.value} ${asText(line.trim())}` };
      return;
    }
    const colon = line.indexOf(':');
    if (colon < 1) this.#report(at, 'a header of a part has no name');
    headers.push({
      name: line.slice(0, Math.max(0, colon)).trim(),
      value: asText(line.slice(colon + 1).trim()),
    });
  }

  #report(offset: number, reason: string): void {
    // Each kind of error is reported once.
    if (!this.#errors.some((error) => error.reason === reason)) this.#errors.push({ offset, reason });
  }
}

const REST_OF_LINE = /(--)?[ \t]*(?:\r?\n|$)/y;

function asText(text: string): string {
  return decodeUtf8(latin1Bytes(text)) ?? text;
}

/**
 * Decodes a parameter: RFC 8187 for `name*`; browsers percent-encode quotes and line ends in names (RFC 7578 section
 * 2).
 */
function parameter(disposition: string, name: string): string | null {
  const extended = new RegExp(`;\\s*${name}\\*\\s*=\\s*([\\w-]+)'[^']*'([^;\\s]+)`, 'i').exec(disposition);
  if (extended !== null) return extendedValue(extended[1]!, extended[2]!);
  const match = new RegExp(`;\\s*${name}\\s*=\\s*(?:"((?:[^"\\\\]|\\\\.)*)"|([^;\\s"]+))`, 'i').exec(
    disposition,
  );
  if (match === null) return null;
  // Only quotes and backslashes are unescaped: some senders write Windows paths as they are.
  return (match[1]?.replace(/\\(["\\])/g, '$1') ?? match[2]!).replace(/%(22|0D|0A)/gi, unescaped);
}

function extendedValue(charset: string, value: string): string {
  const bytes = latin1Bytes(unescaped(value));
  try {
    return new TextDecoder(charset).decode(bytes);
  } catch {
    return value;
  }
}
