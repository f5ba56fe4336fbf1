// The commands of the traffic screen, for the keyboard and the palette.
import { Download, FolderOpen, ListFilter, PanelLeft, Save, SlidersHorizontal } from 'lucide-react';
import { memo } from 'react';
import { useCommands, useCommandSource, type Command } from '../../../commands/index.ts';
import { count } from '../../../state/actions.ts';
import { pausedList, toolList } from '../../../state/app.ts';
import { IdSet } from '../../../state/id-set.ts';
import { isViewer } from '../../../state/mode.ts';
import { useResource } from '../../../state/resource.ts';
import { useSelected, useStore } from '../../../state/store.ts';
import type { Traffic } from '../model/rows.ts';
import { contentSearch, stopSearch } from '../model/search.ts';
import { isDetailOpen, selection, selectNone } from '../model/selection.ts';
import { dialog } from './dialogs.ts';
import { foundRequests } from './found-requests.ts';
import { exportRequests } from './export.ts';
import { changeCommands, readCommands, type ToolName } from './request-commands.ts';
import { chooseViewFile, exportView } from './view-file.ts';
import { chooseFiles, focusFilter, saveCurrentFilter, toggleSidebar } from './screen-actions.ts';

const GROUP = 'traffic';

export const TrafficCommands = memo(function TrafficCommands({ rows }: Pick<Traffic, 'rows'>) {
  const { ids: selected, cursor } = useStore(selection);
  useResource(pausedList);
  const { value: tools } = useResource(toolList);
  const isOpen = useStore(isDetailOpen);
  const isSearching = useSelected(contentSearch, ({ state }) => state === 'searching');
  useCommands([
    ...(cursor === null ? unavailableCommands(tools ?? []) : chosenCommands(selected, cursor, tools ?? [])),
    ...SCREEN_COMMANDS,
    ...exportCommands(selected, rows),
    ...(isSearching
      ? [escape(stopSearch)]
      : isOpen
        ? [escape(() => isDetailOpen.set(false))]
        : cursor !== null
          ? [escape(selectNone)]
          : []),
  ]);
  useCommandSource(foundRequests);
  return null;
});

function chosenCommands(ids: IdSet, cursor: number, tools: readonly ToolName[]): readonly Command[] {
  return [...(isViewer ? [] : changeCommands(ids, cursor, tools)), ...readCommands(ids, cursor)];
}

/** The same while no request is chosen. */
function unavailableCommands(tools: readonly ToolName[]): readonly Command[] {
  return chosenCommands(IdSet.none, 0, tools).map((command) => ({
    ...command,
    heading: 'Chosen requests',
    why: 'Choose a request first',
  }));
}

function escape(run: () => void): Command {
  return { id: 'traffic.back', title: 'Back', group: GROUP, keys: 'escape', inPalette: false, run };
}

const OPEN_FILE: Command = {
  id: 'traffic.open',
  title: 'Open file',
  group: GROUP,
  icon: FolderOpen,
  keys: 'mod+o',
  run: chooseFiles,
};

const SCREEN_COMMANDS: readonly Command[] = [
  { id: 'traffic.filter', title: 'Filter', group: GROUP, icon: ListFilter, keys: '/', run: focusFilter },
  {
    id: 'traffic.saveFilter',
    title: 'Save filter',
    group: GROUP,
    icon: SlidersHorizontal,
    keys: 'mod+d',
    inFields: true,
    run: saveCurrentFilter,
  },
  ...(isViewer ? [] : [OPEN_FILE]),
  {
    id: 'traffic.save',
    title: 'Save session',
    group: GROUP,
    icon: Save,
    run: () => void exportRequests(null, 'session'),
  },
  { id: 'traffic.exportView', title: 'Export saved filters and columns', group: GROUP, run: exportView },
  {
    id: 'traffic.importView',
    title: 'Import saved filters and columns',
    group: GROUP,
    run: chooseViewFile,
  },
  {
    id: 'traffic.sidebar',
    title: 'Show or hide sources',
    group: GROUP,
    icon: PanelLeft,
    keys: '[',
    run: toggleSidebar,
  },
  {
    id: 'traffic.detail',
    title: 'Show or hide detail',
    group: GROUP,
    keys: ']',
    run: () => isDetailOpen.update((isOpen) => !isOpen),
  },
];

function exportCommands(selected: IdSet, rows: Traffic['rows']): readonly Command[] {
  const exportThese = (ids: Iterable<number>): void => dialog.set({ type: 'export', ids: [...ids] });
  return [
    {
      id: 'traffic.export',
      title: selected.size === 0 ? 'Export all shown' : `Export ${count(selected.size, 'request')}`,
      group: GROUP,
      icon: Download,
      keys: 'mod+e',
      run: () => exportThese(selected.size === 0 ? rows.ids : selected),
    },
    {
      id: 'traffic.exportAll',
      title: 'Export all shown',
      group: GROUP,
      icon: Download,
      keys: 'mod+shift+e',
      run: () => exportThese(rows.ids),
    },
  ];
}
