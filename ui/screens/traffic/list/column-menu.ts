// The menu entries that show and hide columns.
import type { MenuEntry } from '../../../parts/index.ts';
import { useStore } from '../../../state/store.ts';
import { columnOrder, columnsShown, isShown, orderedColumns, resetColumns } from '../model/column-choice.ts';

export function useColumnMenu(): readonly MenuEntry[] {
  const shown = useStore(columnsShown);
  const columns = orderedColumns(useStore(columnOrder));
  return [
    ...columns.map((column): MenuEntry => {
      const checked = isShown(column, shown);
      return {
        label: column.id === 'id' ? 'Number' : column.title,
        checked,
        keepOpen: true,
        onSelect: () => columnsShown.update((now) => ({ ...now, [column.id]: !checked })),
      };
    }),
    'separator',
    { label: 'As it was', onSelect: resetColumns },
  ];
}
