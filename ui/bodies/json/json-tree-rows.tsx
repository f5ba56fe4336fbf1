// The rows of a JSON tree that are in sight, and the line below them.
import { Copy, Route } from 'lucide-react';
import type { ReactNode } from 'react';
import { countText } from '../../format/measures.ts';
import { Button, IconButton, PointerMenu } from '../../parts/index.ts';
import shared from '../../parts/content.module.css';
import { RestRow, TreeRow } from './json-tree-row.tsx';
import css from './json-tree.module.css';
import type { OpenedJson } from './json-messages.ts';
import type { JsonTreeState } from './use-json-tree.ts';
import type { ValueAction } from './value-actions.ts';

interface TreeRowsProps {
  readonly tree: JsonTreeState;
  readonly opened: OpenedJson;
  readonly label: string;
  /** Gets the element that scrolls. */
  readonly box: (element: HTMLElement | null) => void;
  readonly actions?: readonly ValueAction[];
}

/** The rows in sight. */
export function TreeRows({ tree, opened, label, box, actions = [] }: TreeRowsProps) {
  const { lines, rowAt, rowCount, cursor } = tree;
  const idOf = (row: number): string => `${label} ${row}`.replaceAll(' ', '-');
  const drawn = Array.from({ length: lines.end - lines.first }, (_, at) => lines.first + at);
  return (
    <PointerMenu
      entries={() => [
        { label: 'Copy value', icon: Copy, keys: 'mod+c', onSelect: () => tree.copy('value') },
        { label: 'Copy path', icon: Route, keys: 'mod+shift+c', onSelect: () => tree.copy('path') },
        ...actions.map(({ label: title, icon, run }) => ({
          label: title,
          icon,
          onSelect: () => runAtCursor(tree, run),
        })),
      ]}
    >
      <div
        className={shared['scroll']}
        ref={box}
        role="tree"
        data-values={opened.valueCount}
        tabIndex={0}
        aria-label={label}
        aria-activedescendant={drawn.includes(cursor) ? idOf(cursor) : undefined}
        onKeyDown={tree.onKeyDown}
      >
        <div className={shared['virtual']} role="presentation" style={{ height: lines.height }}>
          {drawn.map((index) => {
            const row = rowAt(index);
            const top = lines.topOf(index);
            if (index >= rowCount) return <RestRow key="rest" top={top} text={opened.rest} />;
            return row === undefined ? null : (
              <TreeRow
                key={index}
                id={idOf(index)}
                row={row}
                top={top}
                isCursor={index === cursor}
                onPress={() => {
                  tree.setCursor(index);
                  if (row.isOpen !== null) tree.toggle(index);
                }}
                onMenu={() => tree.setCursor(index)}
              />
            );
          })}
        </div>
      </div>
    </PointerMenu>
  );
}

interface TreeFootProps extends Pick<TreeRowsProps, 'tree' | 'opened' | 'actions'> {
  /** Further controls. */
  readonly children?: ReactNode;
}

/** The path of the value at the cursor, ways to copy it, and how much there is. */
export function TreeFoot({ tree, opened, actions = [], children }: TreeFootProps) {
  return (
    <div className={css['foot']}>
      <span className={css['path']} title={tree.path}>
        {tree.path}
      </span>
      <IconButton
        icon={Route}
        size="small"
        label="Copy path"
        keys="mod+shift+c"
        onClick={() => tree.copy('path')}
      />
      <IconButton
        icon={Copy}
        size="small"
        label="Copy value"
        keys="mod+c"
        onClick={() => tree.copy('value')}
      />
      {children}
      {actions.map(({ label, run }) => (
        <Button key={label} size="small" onClick={() => runAtCursor(tree, run)}>
          {label}
        </Button>
      ))}
      <span className={css['notes']}>
        {[`${countText(opened.valueCount)} values`, ...opened.notes].join(' · ')}
      </span>
    </div>
  );
}

function runAtCursor({ rowAt, cursor, path }: JsonTreeState, run: ValueAction['run']): void {
  const row = rowAt(cursor);
  if (row !== undefined) run({ path, kind: row.kind, text: row.text, isCut: row.cutSize !== null });
}
