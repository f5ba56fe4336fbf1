// The common part of decoders for nested, self-describing binary formats: limits on depth and number of values, and
// reading consecutive values.
import { ByteReader, type ByteError } from './byte-reader.ts';
import { MAX_NODES, type TreeNode } from './tree.ts';

export interface ValueTrees {
  /** One node for each of the consecutive values. */
  readonly nodes: readonly TreeNode[];
  readonly error: ByteError | null;
}

const MAX_DEPTH = 64;

export abstract class TreeReader extends ByteReader {
  #nodes = 0;

  /** Reads all values up to the first error. */
  values(): ValueTrees {
    const nodes: TreeNode[] = [];
    while (this.remaining > 0 && this.error === null) {
      const node = this.value(String(nodes.length), 0);
      if (node !== null) nodes.push(node);
    }
    return { nodes, error: this.error };
  }

  /** Returns null, with an error, when there is no value; of a broken container, the readable part. */
  protected value(label: string, depth: number): TreeNode | null {
    const start = this.at;
    if (this.#nodes >= MAX_NODES) return this.stopAtBound(start, `more than ${MAX_NODES} values`);
    if (depth > MAX_DEPTH) return this.stopAtBound(start, `more than ${MAX_DEPTH} values inside each other`);
    this.#nodes += 1;
    const at = this.take(1);
    const node = at < 0 ? null : this.typed(this.bytes[at]!, depth);
    return node === null ? null : { ...node, label, offset: start, size: this.at - start };
  }

  /** Reads the value whose first byte has been taken. */
  protected abstract typed(first: number, depth: number): TreeNode | null;
}
