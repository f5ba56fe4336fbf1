// Decodes CBOR (RFC 8949) into a tree, with indefinite lengths and tags. Bounded in depth and in the number of values.
import { toHex, decodeUtf8 } from '../base/bytes.ts';
import { cutValue, treeNode, type TreeNode } from './tree.ts';
import { TreeReader, type ValueTrees } from './tree-reader.ts';

const MAX_HEX_BYTES = 4096;
const BREAK = 0xff;
/** The additional information that marks an indefinite length. */
const INDEFINITE = 31;
const TAGS: ReadonlyMap<bigint, string> = new Map([
  [0n, 'date and time'],
  [1n, 'epoch time'],
  [2n, 'unsigned bignum'],
  [3n, 'negative bignum'],
  [4n, 'decimal fraction'],
  [24n, 'encoded CBOR'],
  [32n, 'URI'],
  [37n, 'UUID'],
  [55799n, 'CBOR'],
]);

/** Decodes a value, or a sequence of values (RFC 8742). */
export function readCbor(bytes: Uint8Array): ValueTrees {
  return new CborReader(bytes).values();
}

class CborReader extends TreeReader {
  protected override typed(first: number, depth: number): TreeNode | null {
    const major = first >> 5;
    const info = first & 0x1f;
    if (major === 7) return this.#simple(info);
    const argument = this.#argument(major, info);
    if (argument === null) return null;
    switch (major) {
      case 0:
        return leaf('unsigned', String(argument));
      case 1:
        return leaf('negative', String(-1n - argument));
      case 2:
      case 3:
        return this.#string(major === 2 ? 'bytes' : 'text', argument, depth);
      case 4:
        return this.#array(argument, depth);
      case 5:
        return this.#map(argument, depth);
      default:
        return this.#tagged(argument, depth);
    }
  }

  /** Reads an argument: -1 for an indefinite length; null, with an error, when it is malformed. */
  #argument(major: number, info: number): bigint | null {
    if (info < 24) return BigInt(info);
    if (info < 28) return this.uint((1 << (info - 24)) as 1 | 2 | 4 | 8);
    if (info === INDEFINITE && major >= 2 && major <= 5) return -1n;
    return this.refuse(this.at - 1, `additional information ${info} has no meaning here`);
  }

  #string(kind: 'bytes' | 'text', length: bigint, depth: number): TreeNode | null {
    if (length < 0n) return this.#chunks(kind, depth);
    const at = this.take(Number(length));
    if (at < 0) return null;
    const bytes = this.bytes.subarray(at, this.at);
    if (kind === 'bytes') {
      const notes = bytes.length > MAX_HEX_BYTES ? [`${bytes.length - MAX_HEX_BYTES} bytes left out`] : [];
      return leaf(kind, toHex(bytes.subarray(0, MAX_HEX_BYTES)), notes);
    }
    const text = decodeUtf8(bytes);
    if (text !== null) return leaf(kind, cutValue(text));
    return leaf(kind, cutValue(new TextDecoder().decode(bytes)), ['the text is not UTF-8']);
  }

  #chunks(kind: 'bytes' | 'text', depth: number): TreeNode {
    const children = this.#until((index) => this.value(String(index), depth + 1));
    if (children.some((child) => child.kind !== kind))
      this.refuse(this.at, `a part of ${kind} is something else`);
    const value = cutValue(children.map((child) => child.value ?? '').join(''));
    return treeNode({ label: '', kind: `${kind} in parts`, value, children });
  }

  #array(length: bigint, depth: number): TreeNode {
    const item = (index: number): TreeNode | null => this.value(String(index), depth + 1);
    const children = length < 0n ? this.#until(item) : this.#times(length, item);
    return treeNode({ label: '', kind: 'array', value: `${children.length} values`, children });
  }

  #map(length: bigint, depth: number): TreeNode {
    const pair = (): TreeNode | null => {
      const key = this.value('key', depth + 1);
      const value = key === null ? null : this.value(key.value ?? '', depth + 1);
      if (key === null || value === null) return null;
      return key.kind.startsWith('text')
        ? value
        : { ...value, notes: [...value.notes, `the key is ${key.kind}`] };
    };
    const children = length < 0n ? this.#until(pair) : this.#times(length, pair);
    return treeNode({ label: '', kind: 'map', value: `${children.length} pairs`, children });
  }

  #times(length: bigint, next: (index: number) => TreeNode | null): TreeNode[] {
    const children: TreeNode[] = [];
    for (let index = 0; index < length && this.error === null; index += 1) {
      const child = next(index);
      if (child !== null) children.push(child);
    }
    return children;
  }

  /** Reads items up to the break that ends an indefinite length. */
  #until(next: (index: number) => TreeNode | null): TreeNode[] {
    const children: TreeNode[] = [];
    while (this.error === null) {
      if (this.bytes[this.at] === BREAK) {
        this.at += 1;
        break;
      }
      const child = next(children.length);
      if (child !== null) children.push(child);
    }
    return children;
  }

  #tagged(tag: bigint, depth: number): TreeNode | null {
    const name = TAGS.get(tag);
    const inner = this.value('', depth + 1);
    if (inner === null) return null;
    const kind = name === undefined ? `tag ${tag}` : `tag ${tag}, ${name}`;
    return treeNode({ label: '', kind, value: reading(tag, inner), children: [inner] });
  }

  #simple(info: number): TreeNode | null {
    switch (info) {
      case 20:
        return leaf('boolean', 'false');
      case 21:
        return leaf('boolean', 'true');
      case 22:
        return leaf('null', 'null');
      case 23:
        return leaf('undefined', 'undefined');
      case 25:
      case 26:
      case 27:
        return this.#float(info);
      case INDEFINITE:
        return this.refuse(this.at - 1, 'a break stands where nothing is open');
      default:
        return this.#otherSimple(info);
    }
  }

  #otherSimple(info: number): TreeNode | null {
    if (info < 24) return leaf('simple', String(info));
    if (info > 24) return this.refuse(this.at - 1, `additional information ${info} has no meaning here`);
    const value = this.uint(1);
    return value === null ? null : leaf('simple', String(value));
  }

  #float(info: number): TreeNode | null {
    const width = (1 << (info - 24)) as 2 | 4 | 8;
    const at = this.take(width);
    if (at < 0) return null;
    const value =
      width === 2
        ? half(this.view.getUint16(at))
        : width === 4
          ? this.view.getFloat32(at)
          : this.view.getFloat64(at);
    return leaf(
      `float ${width * 8}`,
      Object.is(value, -0) ? '-0' : String(width === 4 ? Number(value.toPrecision(8)) : value),
    );
  }
}

/** Decodes a half-precision float (RFC 8949 appendix D). */
function half(bits: number): number {
  const exponent = (bits >> 10) & 0x1f;
  const mantissa = bits & 0x3ff;
  const sign = bits & 0x8000 ? -1 : 1;
  if (exponent === 0) return sign * mantissa * 2 ** -24;
  if (exponent === 31) return mantissa === 0 ? sign * Infinity : NaN;
  return sign * (mantissa + 1024) * 2 ** (exponent - 25);
}

/** The last time that a Date can hold, in ms. */
const LAST_DATE = 8.64e15;
/** Maximum number of hexadecimal digits that are converted to decimal. */
const MAX_BIG_DIGITS = 2000;

/** Returns the meaning of a tagged value; null when the tag adds nothing. */
function reading(tag: bigint, { kind, value }: TreeNode): string | null {
  if (tag === 1n && /^(?:unsigned|negative|float)/.test(kind)) {
    const milliseconds = Number(value) * 1000;
    return Math.abs(milliseconds) <= LAST_DATE ? new Date(milliseconds).toISOString() : null;
  }
  if ((tag !== 2n && tag !== 3n) || kind !== 'bytes' || value === null || value.length > MAX_BIG_DIGITS)
    return null;
  const big = value === '' ? 0n : BigInt(`0x${value}`);
  return String(tag === 2n ? big : -1n - big);
}

function leaf(kind: string, value: string, notes: readonly string[] = []): TreeNode {
  return treeNode({ label: '', kind, value, notes });
}
