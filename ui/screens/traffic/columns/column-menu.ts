// The menu of the headings: moves a column, and shows and hides all of them.
import type { MenuEntry } from '../../../parts/index.ts';
import {
  columnsShown,
  columnOrder,
  isShown,
  moveColumn,
  orderedColumns,
  removeColumn,
  resetColumns,
  setShown,
} from '../model/column-choice.ts';
import { columnTitle, type Column } from '../model/columns.ts';

/** Returns the entries. `id`: the column at the pointer; null without one. */
export function columnMenu(visible: readonly Column[], id: string | null): readonly MenuEntry[] {
  const shown = columnsShown.get();
  return [
    ...columnEntries(visible, id),
    ...orderedColumns(columnOrder.get(), shown).map((column): MenuEntry => {
      const checked = isShown(column, shown);
      return {
        label: columnTitle(column),
        checked,
        keepOpen: true,
        onSelect: () => setShown(column, !isShown(column, columnsShown.get())),
      };
    }),
    'separator',
    { label: 'As it was', onSelect: resetColumns },
  ];
}

/** Returns the entries for the column at the pointer. */
function columnEntries(visible: readonly Column[], id: string | null): readonly MenuEntry[] {
  const at = visible.findIndex((column) => column.id === id);
  const column = visible[at];
  if (column === undefined) return [];
  const move = (label: string, to: Column | undefined): MenuEntry => ({
    label,
    disabled: to === undefined,
    onSelect: () => to !== undefined && moveColumn(column.id, to.id),
  });
  return [
    move('Move left', visible[at - 1]),
    move('Move right', visible[at + 1]),
    ...(column.content === null
      ? []
      : [{ label: `Remove ${column.title}`, onSelect: () => removeColumn(column.id) }]),
    'separator',
  ];
}
