// Values of a binary format as a tree that every interface can show.

export interface TreeNode {
  /** Name, key or index within the parent. */
  readonly label: string;
  /** The type in terms of the format, such as `uint 16`. */
  readonly kind: string;
  /** Null when only the children have content. */
  readonly value: string | null;
  /** In bytes; null when the value has no bytes of its own. */
  readonly offset: number | null;
  readonly size: number | null;
  /** Other interpretations and remarks. */
  readonly notes: readonly string[];
  readonly children: readonly TreeNode[];
}

/** Maximum number of values of one tree. */
export const MAX_NODES = 20_000;
/** Maximum number of characters of one value. A note counts the omitted ones. */
export const MAX_VALUE_CHARS = 10_000;

export function cutValue(value: string): string {
  if (value.length <= MAX_VALUE_CHARS) return value;
  return `${value.slice(0, MAX_VALUE_CHARS)} [${value.length - MAX_VALUE_CHARS} chars left out]`;
}

/** Creates a node with defaults. */
export function treeNode(node: Partial<TreeNode> & Pick<TreeNode, 'label' | 'kind'>): TreeNode {
  return { value: null, offset: null, size: null, notes: [], children: [], ...node };
}
