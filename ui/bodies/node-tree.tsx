// The values of a binary format as a tree.
import { ChevronDown, ChevronRight } from 'lucide-react';
import { useState } from 'react';
import type { TreeNode } from '../../src/flow/views/index.ts';
import shared from '../parts/content.module.css';
import css from './tree.module.css';

interface FlatNode {
  readonly path: string;
  readonly level: number;
  readonly node: TreeNode;
}

/** The number of rows that are drawn. */
const MAX_ROWS = 3000;

export function NodeTree({ nodes, label }: { readonly nodes: readonly TreeNode[]; readonly label: string }) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set());
  const rows = flatNodes(nodes, closed);
  const toggle = (path: string): void =>
    setClosed((paths) => {
      const next = new Set(paths);
      if (!next.delete(path)) next.add(path);
      return next;
    });
  return (
    <div className={shared['scroll']}>
      <ul aria-label={label}>
        {rows.slice(0, MAX_ROWS).map(({ path, level, node }) => (
          <li key={path} className={css['nodeRow']} style={{ paddingLeft: 6 + level * 16 }}>
            {node.children.length > 0 ? (
              <button
                type="button"
                className={css['twist']}
                aria-label={node.label}
                aria-expanded={!closed.has(path)}
                onClick={() => toggle(path)}
              >
                {closed.has(path) ? <ChevronRight aria-hidden /> : <ChevronDown aria-hidden />}
              </button>
            ) : (
              <span className={css['twist']} />
            )}
            <span className={css['key']}>{node.label}</span>
            <span className={css['childCount']}>{node.kind}</span>
            {node.value !== null && <span className={css['string']}>{node.value}</span>}
            {node.notes.length > 0 && <span className={css['childCount']}>{node.notes.join(', ')}</span>}
          </li>
        ))}
      </ul>
      {rows.length > MAX_ROWS && (
        <p className={shared['hint']}>{rows.length - MAX_ROWS} more values are not shown.</p>
      )}
    </div>
  );
}

function flatNodes(nodes: readonly TreeNode[], closed: ReadonlySet<string>): readonly FlatNode[] {
  const rows: FlatNode[] = [];
  const add = (list: readonly TreeNode[], level: number, parent: string): void => {
    list.forEach((node, index) => {
      const path = `${parent}/${index}`;
      rows.push({ path, level, node });
      if (!closed.has(path)) add(node.children, level + 1, path);
    });
  };
  add(nodes, 0, '');
  return rows;
}
