// Domain names in DNS messages (RFC 1035 sections 3.1 and 4.1.4).

const MAX_NAME_BYTES = 255;
const POINTER = 0xc0;
const DOT = '.';

export interface ReadName {
  /** In lower case, labels joined by dots; bytes that are no letter, digit, hyphen or underscore as `\ddd`. */
  readonly text: string;
  /** The offset behind the name. */
  readonly end: number;
}

/**
 * Reads the name at an offset; null when it is invalid. A pointer may only point backwards, so that reading
 * terminates.
 */
export function readName(bytes: Buffer, from: number): ReadName | null {
  const labels: string[] = [];
  let at = from;
  let end = -1;
  let earliest = from;
  let length = 0;
  for (;;) {
    const size = bytes[at];
    if (size === undefined) return null;
    if ((size & POINTER) === POINTER) {
      if (at + 1 >= bytes.length) return null;
      const target = bytes.readUInt16BE(at) & 0x3fff;
      if (end < 0) end = at + 2;
      if (target >= earliest) return null;
      earliest = target;
      at = target;
      continue;
    }
    if (size > 63 || at + 1 + size > bytes.length) return null;
    at += 1;
    if (size === 0) return { text: labels.join(DOT), end: end < 0 ? at : end };
    length += size + 1;
    if (length > MAX_NAME_BYTES) return null;
    labels.push(labelText(bytes.subarray(at, at + size)));
    at += size;
  }
}

function labelText(label: Buffer): string {
  return label
    .toString('latin1')
    .toLowerCase()
    .replace(/[^a-z0-9_-]/g, (char) => `\\${String(char.charCodeAt(0)).padStart(3, '0')}`);
}
