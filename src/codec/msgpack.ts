// Decodes MessagePack (github.com/msgpack/msgpack, spec.md) into a tree: all formats, with extension types and
// timestamps. Bounded in depth and in the number of values.
import { toHex, decodeUtf8 } from '../base/bytes.ts';
import { cutValue, treeNode, type TreeNode } from './tree.ts';
import { TreeReader, type ValueTrees } from './tree-reader.ts';

/** Decodes a value, or a stream of values. */
export function readMsgpack(bytes: Uint8Array): ValueTrees {
  return new MsgpackReader(bytes).values();
}

class MsgpackReader extends TreeReader {
  protected override typed(type: number, depth: number): TreeNode | null {
    if (type <= 0x7f) return leaf('positive fixint', String(type));
    if (type <= 0x8f) return this.#map('fixmap', type & 0x0f, depth);
    if (type <= 0x9f) return this.#array('fixarray', type & 0x0f, depth);
    if (type <= 0xbf) return this.#text('fixstr', type & 0x1f);
    if (type >= 0xe0) return leaf('negative fixint', String(type - 0x100));
    return this.#named(type, depth);
  }

  #named(type: number, depth: number): TreeNode | null {
    switch (type) {
      case 0xc0:
        return leaf('nil', 'nil');
      case 0xc2:
        return leaf('false', 'false');
      case 0xc3:
        return leaf('true', 'true');
      case 0xca:
      case 0xcb:
        return this.#float(type);
      case 0xd0:
      case 0xd1:
      case 0xd2:
      case 0xd3:
        return this.#int(type);
      case 0xcc:
      case 0xcd:
      case 0xce:
      case 0xcf:
        return this.#uint(type);
      case 0xd4:
      case 0xd5:
      case 0xd6:
      case 0xd7:
      case 0xd8:
        return this.#extension(`fixext ${1 << (type - 0xd4)}`, 1 << (type - 0xd4));
      default:
        return this.#sized(type, depth);
    }
  }

  /** Reads a format whose length follows in one, two or four bytes. */
  #sized(type: number, depth: number): TreeNode | null {
    const found = SIZED.get(type);
    if (found === undefined) return this.refuse(this.at - 1, `0x${type.toString(16)} is never used`);
    const length = this.uint(found.width);
    if (length === null) return null;
    const name = `${found.family} ${found.width * 8}`;
    switch (found.family) {
      case 'bin':
        return this.#binary(name, Number(length));
      case 'ext':
        return this.#extension(name, Number(length));
      case 'str':
        return this.#text(name, Number(length));
      case 'array':
        return this.#array(name, Number(length), depth);
      case 'map':
        return this.#map(name, Number(length), depth);
    }
  }

  #uint(type: number): TreeNode | null {
    const width = (1 << (type - 0xcc)) as 1 | 2 | 4 | 8;
    const value = this.uint(width);
    return value === null ? null : leaf(`uint ${width * 8}`, String(value));
  }

  #int(type: number): TreeNode | null {
    const width = (1 << (type - 0xd0)) as 1 | 2 | 4 | 8;
    const value = this.uint(width);
    return value === null ? null : leaf(`int ${width * 8}`, String(BigInt.asIntN(width * 8, value)));
  }

  #float(type: number): TreeNode | null {
    const width = type === 0xca ? 4 : 8;
    const at = this.take(width);
    if (at < 0) return null;
    const value = width === 4 ? Number(this.view.getFloat32(at).toPrecision(8)) : this.view.getFloat64(at);
    return leaf(`float ${width * 8}`, Object.is(value, -0) ? '-0' : String(value));
  }

  #text(kind: string, length: number): TreeNode | null {
    const at = this.take(length);
    if (at < 0) return null;
    const bytes = this.bytes.subarray(at, at + length);
    const text = decodeUtf8(bytes);
    if (text !== null) return leaf(kind, cutValue(text));
    return leaf(kind, cutValue(new TextDecoder().decode(bytes)), ['the text is not UTF-8']);
  }

  #binary(kind: string, length: number): TreeNode | null {
    const at = this.take(length);
    return at < 0
      ? null
      : leaf(
          kind,
          cutValue(toHex(this.bytes.subarray(at, at + Math.min(length, MAX_HEX_BYTES)))),
          hexNotes(length),
        );
  }

  #extension(kind: string, length: number): TreeNode | null {
    const typeAt = this.take(1);
    const at = typeAt < 0 ? -1 : this.take(length);
    if (at < 0) return null;
    const type = this.view.getInt8(typeAt);
    const time = type === -1 ? this.#timestamp(at, length) : null;
    if (time !== null) return leaf(`timestamp ${length * 8}`, time);
    const hex = toHex(this.bytes.subarray(at, at + Math.min(length, MAX_HEX_BYTES)));
    return leaf(kind, cutValue(hex), [`extension type ${type}`, ...hexNotes(length)]);
  }

  /** Returns null for a length that is not that of a timestamp. */
  #timestamp(at: number, length: number): string | null {
    if (length === 4) return isoTime(BigInt(this.view.getUint32(at)), 0);
    if (length === 8) {
      const both = this.view.getBigUint64(at);
      return isoTime(both & 0x3ffffffffn, Number(both >> 34n));
    }
    return length === 12 ? isoTime(this.view.getBigInt64(at + 4), this.view.getUint32(at)) : null;
  }

  #array(kind: string, length: number, depth: number): TreeNode {
    const children: TreeNode[] = [];
    for (let index = 0; index < length && this.error === null; index += 1) {
      const child = this.value(String(index), depth + 1);
      if (child !== null) children.push(child);
    }
    return treeNode({ label: '', kind, value: `${length} values`, children });
  }

  #map(kind: string, length: number, depth: number): TreeNode {
    const children: TreeNode[] = [];
    for (let index = 0; index < length && this.error === null; index += 1) {
      const key = this.value('key', depth + 1);
      const value = key === null ? null : this.value(key.value ?? '', depth + 1);
      if (key === null || value === null) break;
      // Keys are usually strings; the type of others is shown.
      const isPlain = key.kind.includes('str');
      children.push(
        isPlain ? value : { ...value, notes: [...value.notes, `the key is of the format ${key.kind}`] },
      );
    }
    return treeNode({ label: '', kind, value: `${length} pairs`, children });
  }
}

type Family = 'bin' | 'ext' | 'str' | 'array' | 'map';

const SIZED: ReadonlyMap<number, { readonly family: Family; readonly width: 1 | 2 | 4 }> = new Map([
  [0xc4, { family: 'bin', width: 1 }],
  [0xc5, { family: 'bin', width: 2 }],
  [0xc6, { family: 'bin', width: 4 }],
  [0xc7, { family: 'ext', width: 1 }],
  [0xc8, { family: 'ext', width: 2 }],
  [0xc9, { family: 'ext', width: 4 }],
  [0xd9, { family: 'str', width: 1 }],
  [0xda, { family: 'str', width: 2 }],
  [0xdb, { family: 'str', width: 4 }],
  [0xdc, { family: 'array', width: 2 }],
  [0xdd, { family: 'array', width: 4 }],
  [0xde, { family: 'map', width: 2 }],
  [0xdf, { family: 'map', width: 4 }],
]);

const MAX_HEX_BYTES = 4096;

function hexNotes(length: number): string[] {
  return length > MAX_HEX_BYTES ? [`${length - MAX_HEX_BYTES} bytes left out`] : [];
}

function leaf(kind: string, value: string, notes: readonly string[] = []): TreeNode {
  return treeNode({ label: '', kind, value, notes });
}

/** The last time that a Date can hold, in ms. */
const LAST_DATE = 8_640_000_000_000_000n;

function isoTime(seconds: bigint, nanoseconds: number): string {
  const milliseconds = seconds * 1000n;
  if (milliseconds > LAST_DATE || milliseconds < -LAST_DATE || nanoseconds > 999_999_999)
    return `${seconds} s and ${nanoseconds} ns`;
  const fraction = nanoseconds === 0 ? '' : `.${String(nanoseconds).padStart(9, '0').replace(/0+$/, '')}`;
  return `${new Date(Number(milliseconds)).toISOString().slice(0, -5)}${fraction}Z`;
}
