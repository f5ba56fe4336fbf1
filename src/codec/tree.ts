// Nested values of a binary format, as trees that any face can show.

export interface TreeNode {
  /** Its name, key or place in what holds it. */
  readonly label: string;
  /** What the format calls it, such as `uint 16`. */
  readonly kind: string;
  /** Null where only its children say something. */
  readonly value: string | null;
  /** In bytes; null where the value has no bytes of its own. */
  readonly offset: number | null;
  readonly size: number | null;
  /** Other readings, and what is odd about it. */
  readonly notes: readonly string[];
  readonly children: readonly TreeNode[];
}

/** Most values that one tree has. */
export const MAX_NODES = 20_000;
/** Most chars of one value; what is left out is said. */
export const MAX_VALUE_CHARS = 10_000;

export function cutValue(value: string): string {
  if (value.length <= MAX_VALUE_CHARS) return value;
  return `${value.slice(0, MAX_VALUE_CHARS)} [${value.length - MAX_VALUE_CHARS} chars left out]`;
}

/** A node with what most have. */
export function treeNode(node: Partial<TreeNode> & Pick<TreeNode, 'label' | 'kind'>): TreeNode {
  return { value: null, offset: null, size: null, notes: [], children: [], ...node };
}
