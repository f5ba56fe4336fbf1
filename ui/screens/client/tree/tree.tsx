// The tree of collections. It is one stop for the tab key; arrows move, typing finds, and rows can be dragged.
import { useVirtualizer } from '@tanstack/react-virtual';
import { useRef, type DragEvent, type MouseEvent } from 'react';
import { PointerMenu } from '../../../parts/index.ts';
import { useStore } from '../../../state/store.ts';
import { useGitLetters } from '../git/index.ts';
import { placed, rename } from '../model/steps.ts';
import { openTab } from '../model/tabs.ts';
import { opened, query, renaming, select, selected } from '../model/tree-state.ts';
import { unsaved, type TreeObject } from '../model/workspace.ts';
import { treeRows, type TreeRow } from './rows.ts';
import { activate, moveCursor, rowMenu } from './tree-actions.ts';
import { TreeRowView } from './tree-row.tsx';
import css from './tree.module.css';
import { useDrop } from './use-drop.ts';
import { useTreeKeys } from './use-tree-keys.ts';

const ROW = 26;

export function Tree({ tree }: { readonly tree: readonly TreeObject[] }) {
  const [keys, renamed, dirty] = [useStore(selected), useStore(renaming), useStore(unsaved)];
  const letters = useGitLetters();
  const element = useRef<HTMLDivElement>(null);
  const rows = useRows(tree);
  const cursor = rows.findIndex(({ key }) => key === keys.at(-1));
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => element.current?.parentElement ?? null,
    estimateSize: () => ROW,
    overscan: 20,
  });
  const onKeyDown = useTreeKeys(rows, cursor, (to, isExtending = false) => {
    moveCursor(rows, to, isExtending);
    virtual.scrollToIndex(Math.max(0, Math.min(rows.length - 1, to)));
  });
  const { drop, ...dropHandlers } = useDrop(rows);
  return (
    <PointerMenu entries={rowMenu}>
      <div
        ref={element}
        role="tree"
        aria-label="Collections"
        aria-multiselectable
        aria-activedescendant={cursor === -1 ? undefined : `tree-${rows[cursor]!.key}`}
        tabIndex={0}
        className={css['tree']}
        data-workspace-tree
        style={{ height: virtual.getTotalSize() }}
        onKeyDown={onKeyDown}
        onFocus={() => {
          if (cursor === -1 && rows.length > 0) select(rows[0]!.key);
        }}
        {...dropHandlers}
      >
        {virtual.getVirtualItems().map(({ index, start }) => {
          const row = rows[index]!;
          return (
            <TreeRowView
              key={row.key}
              row={row}
              top={start}
              isSelected={keys.includes(row.key)}
              isCursor={index === cursor}
              isUnsaved={dirty.has(row.key)}
              letter={letters.get(row.key) ?? null}
              isRenaming={renamed === row.key}
              drop={drop?.key === row.key ? drop.zone : null}
              onPress={(each, event) => press(rows, each, event)}
              onDouble={(each) => each.isOpen === null && openTab(each.key)}
              onRename={(each, name) => endRename(each, name, element.current)}
              onDrag={drag}
            />
          );
        })}
      </div>
    </PointerMenu>
  );
}

function useRows(tree: readonly TreeObject[]): readonly TreeRow[] {
  const openKeys = useStore(opened);
  const text = useStore(query);
  return treeRows(tree, new Set(openKeys), text);
}

/** Ends the editing of a name, null for one that stays as it is, and goes back to the tree. */
function endRename({ key }: TreeRow, name: string | null, tree: HTMLElement | null): void {
  renaming.set(null);
  tree?.focus();
  const found = placed(key);
  if (name !== null && found !== null) void rename(found, name);
}

/** Selects the row that the pointer is pressed on, and shows it; with Shift or mod it extends the selection. */
function press(rows: readonly TreeRow[], row: TreeRow, event: MouseEvent): void {
  if (event.button === 2) selectUnlessSelected(row);
  else if (event.shiftKey) moveCursor(rows, rows.indexOf(row), true);
  else if (event.metaKey || event.ctrlKey) select(row.key, true);
  else {
    select(row.key);
    activate(row, 'preview');
  }
}

function drag(row: TreeRow, event: DragEvent): void {
  selectUnlessSelected(row);
  event.dataTransfer.effectAllowed = 'move';
  event.dataTransfer.setData('text/plain', row.object.name);
}

function selectUnlessSelected({ key }: TreeRow): void {
  if (!selected.get().includes(key)) select(key);
}
