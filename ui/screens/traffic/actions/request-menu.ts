// The menu of one or more requests. The keyboard and the palette offer the same entries.
import {
  CirclePause,
  Columns2,
  Copy,
  Download,
  ListFilter,
  LockOpen,
  MessageSquare,
  Palette,
  Pencil,
  Pin,
  Repeat,
  RotateCw,
  Send,
  SlidersHorizontal,
  Trash2,
} from 'lucide-react';
import type { FlowSummary } from '../../../../src/session/methods/ui-types.ts';
import { count, deleteFlows } from '../../../state/actions.ts';
import { toolIcon, type MenuEntry } from '../../../parts/index.ts';
import { toolList } from '../../../state/app.ts';
import { flowTable } from '../../../state/flows.ts';
import type { IdSet } from '../../../state/id-set.ts';
import { go } from '../../../state/location.ts';
import { isViewer } from '../../../state/mode.ts';
import { codeFormats } from '../../../state/code-formats.ts';
import { compared } from '../model/compared.ts';
import { isTunnel, sendRefusal } from '../model/sendable.ts';
import { dialog } from './dialogs.ts';
import {
  COLORS,
  copyCode,
  copyMessageBody,
  copyUrls,
  draftRule,
  makeRule,
  replayAll,
  setColor,
  togglePins,
} from './request-actions.ts';
import { filterEntries, filterParts } from './filter-by.ts';
import { sslEntries } from './ssl-proxying.ts';

/** The letters that choose a tool after M. */
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

const ONE = 'Choose one request';
/** The requests that can be saved at once. */
const MAX_SAVED = 1000;

/** The set may be a million: it is listed when an entry is chosen. */
export function requestMenu(ids: IdSet): readonly MenuEntry[] {
  const flow = flowTable.find(ids.at(-1) ?? -1);
  if (flow === undefined) return [{ heading: 'No request is selected' }];
  if (isViewer) return readEntries(ids, flow);
  const one = ids.size === 1;
  const refusal = sendRefusal(flow);
  return [
    ...sendEntries(ids, flow.id, refusal),
    compareEntry(ids),
    'separator',
    { label: 'Copy as', icon: Copy, entries: copyEntries(ids, flow.id) },
    { label: 'Make rule', icon: SlidersHorizontal, disabled: !one && ONE, entries: ruleEntries(flow) },
    {
      label: 'Break on this endpoint',
      icon: CirclePause,
      keys: 'b',
      disabled: (!one && ONE) || (isTunnel(flow) && refusal),
      onSelect: () => void makeRule(flow.id, 'breakpoint', 'Breakpoint'),
    },
    sslEntry(flow),
    'separator',
    { label: 'Filter by', icon: ListFilter, entries: filterEntries(filterParts(flow)) },
    { label: 'Pin or unpin', icon: Pin, keys: 'p', onSelect: () => void togglePins([...ids]) },
    { label: 'Color', icon: Palette, entries: colorEntries(ids) },
    {
      label: 'Comment…',
      icon: MessageSquare,
      onSelect: () => dialog.set({ type: 'comment', ids: [...ids] }),
    },
    exportEntry(ids),
    'separator',
    {
      label: one ? 'Delete' : `Delete ${count(ids.size, 'request')}`,
      icon: Trash2,
      keys: ['backspace', 'delete'],
      danger: true,
      onSelect: () => void deleteFlows([...ids]),
    },
  ];
}

function sendEntries(ids: IdSet, id: number, refusal: string | false): readonly MenuEntry[] {
  return [
    {
      label: 'Replay',
      icon: RotateCw,
      keys: 'r',
      disabled: refusal,
      onSelect: () => void replayAll([...ids]),
    },
    {
      label: 'Edit in the client',
      icon: Pencil,
      keys: 'e',
      disabled: refusal || (ids.size !== 1 && ONE),
      onSelect: () => go('client', { from: String(id) }),
    },
    {
      label: 'Save to collection…',
      icon: Send,
      keys: 'shift+s',
      disabled: ids.size > MAX_SAVED && `Choose at most ${MAX_SAVED}`,
      onSelect: () => dialog.set({ type: 'save', ids: [...ids] }),
    },
    {
      label: 'Repeat…',
      icon: Repeat,
      keys: 'shift+r',
      disabled: refusal,
      onSelect: () => dialog.set({ type: 'repeat', ids: [...ids] }),
    },
  ];
}

function sslEntry(flow: FlowSummary): MenuEntry {
  const isPlain = !flow.url.startsWith('https:') && flow.state !== 'tunneled' && flow.method !== 'CONNECT';
  return { label: 'SSL proxying', icon: LockOpen, disabled: isPlain, entries: sslEntries(flow) };
}

/** Returns the entries that change nothing, the only ones that a viewer has. */
function readEntries(ids: IdSet, last: FlowSummary): readonly MenuEntry[] {
  return [
    compareEntry(ids),
    { label: 'Copy as', icon: Copy, entries: copyEntries(ids, last.id) },
    { label: 'Filter by', icon: ListFilter, entries: filterEntries(filterParts(last)) },
    exportEntry(ids),
  ];
}

function compareEntry(ids: IdSet): MenuEntry {
  const [a = 0, b = 0] = [ids.at(0), ids.at(1)];
  return {
    label: 'Compare two',
    icon: Columns2,
    keys: 'c',
    disabled: ids.size !== 2 && 'Choose two requests',
    onSelect: () => compared.set({ a, b }),
  };
}

function exportEntry(ids: IdSet): MenuEntry {
  return {
    label: ids.size === 1 ? 'Export…' : 'Export selected…',
    icon: Download,
    keys: 'mod+e',
    onSelect: () => dialog.set({ type: 'export', ids: [...ids] }),
  };
}

/** Returns the entries that copy. Bodies are those of the request `last`. */
export function copyEntries(ids: IdSet, last: number): readonly MenuEntry[] {
  return [
    { label: 'URL', keys: 'mod+c', onSelect: () => void copyUrls([...ids]) },
    { label: 'Request body', onSelect: () => void copyMessageBody(last, 'request') },
    { label: 'Response body', onSelect: () => void copyMessageBody(last, 'response') },
    'separator',
    ...codeFormats.map(([id, label]): MenuEntry => {
      return { label, ...(id === 'curl' && { keys: 'y' }), onSelect: () => void copyCode([...ids], id) };
    }),
  ];
}

/** Returns an entry for each tool with rules, which opens a draft that matches the request. */
export function ruleEntries({ id }: Pick<FlowSummary, 'id'>): readonly MenuEntry[] {
  const tools = toolList.store.get().value ?? [];
  return tools
    .filter(({ exampleRule }) => exampleRule !== null)
    .map(({ tool, title }): MenuEntry => {
      const key = TOOL_KEYS[tool];
      return {
        label: title,
        icon: toolIcon(tool),
        ...(key !== undefined && { keys: `m ${key}` }),
        onSelect: () => draftRule(id, tool),
      };
    });
}

function colorEntries(ids: IdSet): readonly MenuEntry[] {
  const entry = (color: (typeof COLORS)[number] | 'none', key: number): MenuEntry => {
    const label = color.charAt(0).toUpperCase() + color.slice(1);
    return { label, keys: String(key), onSelect: () => void setColor([...ids], color) };
  };
  return [...COLORS.map((color, index) => entry(color, index + 1)), entry('none', 0)];
}
