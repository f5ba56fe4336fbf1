// The commands of the traffic screen, for the keyboard and the palette.
import { Download, FolderOpen, ListFilter, PanelLeft, Save, SlidersHorizontal } from 'lucide-react';
import { memo } from 'react';
import { useCommands, useCommandSource, type Command } from '../../../commands/index.ts';
import { menuCommands } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import { pausedList, settings, toolList } from '../../../state/app.ts';
import { IdSet } from '../../../state/id-set.ts';
import { flowTable } from '../../../state/flows.ts';
import { isViewer } from '../../../state/mode.ts';
import { useResource } from '../../../state/resource.ts';
import { useSelected, useStore } from '../../../state/store.ts';
import type { Traffic } from '../model/rows.ts';
import { contentSearch, stopSearch } from '../model/search.ts';
import { isDetailOpen, selection, selectNone } from '../model/selection.ts';
import { dialog } from './dialogs.ts';
import { foundRequests } from './found-requests.ts';
import { exportRequests } from './export.ts';
import { requestMenu } from './request-menu.ts';
import { chooseViewFile, exportView } from './view-file.ts';
import { chooseFiles, focusFilter, saveCurrentFilter, toggleSidebar } from './screen-actions.ts';

const GROUP = 'traffic';

export const TrafficCommands = memo(function TrafficCommands({ rows }: Pick<Traffic, 'rows'>) {
  const { ids: selected, cursor } = useStore(selection);
  // The entries of a request depend on them.
  useResource(pausedList);
  useResource(toolList);
  useResource(settings);
  const isOpen = useStore(isDetailOpen);
  const isSearching = useSelected(contentSearch, ({ state }) => state === 'searching');
  useCommands([
    ...requestCommands(selected),
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

function requestCommands(ids: IdSet): readonly Command[] {
  const last = ids.at(-1);
  if (last === undefined) return unavailableCommands();
  const heading = ids.size > 1 ? count(ids.size, 'request') : `Request ${last}`;
  return menuCommands(requestMenu(ids), { id: GROUP, group: 'chosen', heading });
}

/** Returns the same while no request is chosen: their keys are listed. */
function unavailableCommands(): readonly Command[] {
  const some = IdSet.of([flowTable.lastId]);
  const commands = menuCommands(requestMenu(some), {
    id: GROUP,
    group: 'chosen',
    heading: 'Chosen requests',
  });
  return commands.map((command) => ({ ...command, why: 'Choose a request first' }));
}

/** The commands that export all that is shown. What is selected is exported by its menu. */
function exportCommands(selected: IdSet, rows: Traffic['rows']): readonly Command[] {
  return [
    {
      id: 'traffic.exportAll',
      title: 'Export all shown',
      group: GROUP,
      icon: Download,
      keys: selected.size === 0 ? ['mod+e', 'mod+shift+e'] : 'mod+shift+e',
      run: () => dialog.set({ type: 'export', ids: [...rows.ids] }),
    },
  ];
}
