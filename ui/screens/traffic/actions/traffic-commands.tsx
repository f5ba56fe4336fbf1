// The commands of the traffic screen, for the keyboard and the palette.
import {
  CirclePause,
  Columns2,
  Copy,
  Download,
  FolderOpen,
  ListFilter,
  Palette,
  PanelLeft,
  Pencil,
  Pin,
  Repeat,
  RotateCw,
  Save,
  SlidersHorizontal,
  Trash2,
} from 'lucide-react';
import { memo } from 'react';
import { deleteFlows } from '../../../frame/actions.ts';
import { useCommands, useCommandSource, type Command } from '../../../frame/commands.ts';
import { toolIcon } from '../../../parts/index.ts';
import { pausedList, toolList } from '../../../state/app.ts';
import { useResource } from '../../../state/resource.ts';
import { useStore } from '../../../state/store.ts';
import { codeFormats } from '../model/code-formats.ts';
import type { Traffic } from '../model/rows.ts';
import { isDetailOpen, selection, selectNone } from '../model/selection.ts';
import { dialog } from './dialogs.ts';
import { foundRequests } from './found-requests.ts';
import { exportRequests } from './export.ts';
import { chooseFiles, focusFilter, saveCurrentFilter, toggleSidebar } from './screen-actions.ts';
import {
  COLORS,
  copyCode,
  copyUrls,
  draftRule,
  makeRule,
  replayAll,
  setColor,
  togglePins,
} from './request-actions.ts';

const GROUP = 'Traffic';
/** Letters that choose the tool after M. */
const TOOL_KEYS: Readonly<Record<string, string>> = {
  breakpoint: 'b',
  mapLocal: 'l',
  mapRemote: 'r',
  scripting: 's',
  blockList: 'x',
  allowList: 'a',
  networkConditions: 'n',
  dnsSpoofing: 'd',
  mockSets: 'm',
  alerts: 'e',
};

export const TrafficCommands = memo(function TrafficCommands({ rows }: Pick<Traffic, 'rows'>) {
  const { ids, cursor } = useStore(selection);
  useResource(pausedList);
  const { value: tools } = useResource(toolList);
  const selected = [...ids];
  const isOpen = useStore(isDetailOpen);
  useCommands([
    ...(cursor === null ? [] : requestCommands(selected, cursor, tools ?? [])),
    ...screenCommands(() => (selected.length > 1 ? selected : rows.map(({ id }) => id))),
    ...(isOpen ? [escape(() => isDetailOpen.set(false))] : cursor !== null ? [escape(selectNone)] : []),
  ]);
  useCommandSource(foundRequests);
  return null;
});

function escape(run: () => void): Command {
  return { id: 'traffic.back', title: 'Back', group: GROUP, keys: 'escape', inPalette: false, run };
}

interface ToolName {
  readonly tool: string;
  readonly title: string;
  readonly exampleRule: unknown;
}

function requestCommands(
  ids: readonly number[],
  cursor: number,
  tools: readonly ToolName[],
): readonly Command[] {
  const group = ids.length > 1 ? `${ids.length} requests` : `Request ${cursor}`;
  const command = (id: string, title: string, rest: Pick<Command, 'run'> & Partial<Command>): Command => {
    return { id: `traffic.${id}`, title, group, ...rest };
  };
  const [a = 0, b = 0] = ids;
  return [
    command('replay', 'Replay', { icon: RotateCw, keys: 'r', run: () => void replayAll(ids) }),
    command('edit', 'Edit and replay', {
      icon: Pencil,
      keys: 'e',
      run: () => dialog.set({ type: 'edit', id: cursor }),
    }),
    command('repeat', 'Repeat', {
      icon: Repeat,
      keys: 'shift+r',
      run: () => dialog.set({ type: 'repeat', ids }),
    }),
    ...(ids.length === 2
      ? [
          command('compare', 'Compare two', {
            icon: Columns2,
            keys: 'c',
            run: () => dialog.set({ type: 'compare', a, b }),
          }),
        ]
      : []),
    command('break', 'Break on this endpoint', {
      icon: CirclePause,
      keys: 'b',
      run: () => void makeRule(cursor, 'breakpoint', 'Breakpoint'),
    }),
    ...tools
      .filter(({ exampleRule }) => exampleRule !== null)
      .map(({ tool, title }) =>
        command(`rule.${tool}`, `Make rule: ${title}`, {
          icon: toolIcon(title),
          ...(TOOL_KEYS[tool] !== undefined && { keys: `m ${TOOL_KEYS[tool]}` }),
          run: () => draftRule(cursor, tool),
        }),
      ),
    command('url', 'Copy URL', { icon: Copy, keys: 'mod+c', run: () => copyUnlessSelected(ids) }),
    ...codeFormats.map(([format, label]) =>
      command(`code.${format}`, `Copy as ${label}`, {
        icon: Copy,
        ...(format === 'curl' && { keys: 'y' }),
        run: () => void copyCode(ids, format),
      }),
    ),
    command('pin', 'Pin or unpin', { icon: Pin, keys: 'p', run: () => void togglePins(ids) }),
    ...[...COLORS, 'none' as const].map((color, index) =>
      command(`color.${color}`, color === 'none' ? 'Remove color' : `Color ${color}`, {
        icon: Palette,
        keys: String((index + 1) % 8),
        run: () => void setColor(ids, color),
      }),
    ),
    command('delete', ids.length > 1 ? `Delete ${ids.length} requests` : 'Delete', {
      icon: Trash2,
      keys: ['backspace', 'delete'],
      run: () => void deleteFlows(ids),
    }),
  ];
}

/** Text that is selected on the page is copied as everywhere. */
function copyUnlessSelected(ids: readonly number[]): void {
  const text = getSelection()?.toString() ?? '';
  if (text === '') void copyUrls(ids);
  else void navigator.clipboard.writeText(text);
}

/** `exported`: returns the requests that an export is about. */
function screenCommands(exported: () => readonly number[]): readonly Command[] {
  return [
    { id: 'traffic.filter', title: 'Filter', group: GROUP, icon: ListFilter, keys: '/', run: focusFilter },
    {
      ...{ id: 'traffic.saveFilter', title: 'Save filter', group: GROUP, icon: SlidersHorizontal },
      ...{ keys: 'mod+d', inFields: true, run: saveCurrentFilter },
    },
    {
      id: 'traffic.open',
      title: 'Open file',
      group: GROUP,
      icon: FolderOpen,
      keys: 'mod+o',
      run: chooseFiles,
    },
    {
      ...{ id: 'traffic.save', title: 'Save session', group: GROUP, icon: Save },
      run: () => void exportRequests(null, 'session'),
    },
    {
      ...{ id: 'traffic.export', title: 'Export', group: GROUP, icon: Download, keys: 'mod+e' },
      run: () => dialog.set({ type: 'export', ids: exported() }),
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
      ...{ id: 'traffic.detail', title: 'Show or hide detail', group: GROUP, keys: ']' },
      run: () => isDetailOpen.update((isOpen) => !isOpen),
    },
  ];
}
