// The commands for the selected requests, for the keyboard and the palette.
import {
  CirclePause,
  Columns2,
  Copy,
  MessageSquare,
  Palette,
  Pencil,
  Pin,
  Repeat,
  RotateCw,
  Trash2,
} from 'lucide-react';
import { count, deleteFlows } from '../../../state/actions.ts';
import type { IdSet } from '../../../state/id-set.ts';
import type { Command } from '../../../commands/index.ts';
import { toolIcon } from '../../../parts/index.ts';
import { codeFormats } from '../model/code-formats.ts';
import { compared } from '../model/compared.ts';
import { dialog } from './dialogs.ts';
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

export interface ToolName {
  readonly tool: string;
  readonly title: string;
  readonly exampleRule: unknown;
}

type Define = (id: string, title: string, rest: Pick<Command, 'run'> & Partial<Command>) => Command;

function commandsOf(ids: IdSet, cursor: number): Define {
  const heading = ids.size > 1 ? count(ids.size, 'request') : `Request ${cursor}`;
  return (id, title, rest) => ({ id: `traffic.${id}`, title, group: 'chosen', heading, ...rest });
}

/** Returns the commands that send, change or remove requests. */
export function changeCommands(ids: IdSet, cursor: number, tools: readonly ToolName[]): readonly Command[] {
  const command = commandsOf(ids, cursor);
  const edit = (): void => dialog.set({ type: 'edit', id: cursor });
  const repeat = (): void => dialog.set({ type: 'repeat', ids: [...ids] });
  const breakHere = (): void => void makeRule(cursor, 'breakpoint', 'Breakpoint');
  const deletion = ids.size > 1 ? `Delete ${count(ids.size, 'request')}` : 'Delete';
  return [
    command('replay', 'Replay', { icon: RotateCw, keys: 'r', run: () => void replayAll([...ids]) }),
    command('edit', 'Edit and replay', { icon: Pencil, keys: 'e', run: edit }),
    command('repeat', 'Repeat', { icon: Repeat, keys: 'shift+r', run: repeat }),
    command('break', 'Break on this endpoint', { icon: CirclePause, keys: 'b', run: breakHere }),
    ...ruleCommands(command, cursor, tools),
    command('pin', 'Pin or unpin', { icon: Pin, keys: 'p', run: () => void togglePins([...ids]) }),
    ...[...COLORS, 'none' as const].map((color, index) =>
      command(`color.${color}`, color === 'none' ? 'Remove color' : `Color ${color}`, {
        icon: Palette,
        keys: String((index + 1) % 8),
        run: () => void setColor([...ids], color),
      }),
    ),
    command('comment', ids.size > 1 ? 'Comment on them' : 'Comment', {
      icon: MessageSquare,
      run: () => dialog.set({ type: 'comment', ids: [...ids] }),
    }),
    command('delete', deletion, {
      icon: Trash2,
      keys: ['backspace', 'delete'],
      run: () => void deleteFlows([...ids]),
    }),
  ];
}

function ruleCommands(command: Define, cursor: number, tools: readonly ToolName[]): readonly Command[] {
  return tools
    .filter(({ exampleRule }) => exampleRule !== null)
    .map(({ tool, title }) =>
      command(`rule.${tool}`, `Make rule: ${title}`, {
        icon: toolIcon(tool),
        ...(TOOL_KEYS[tool] !== undefined && { keys: `m ${TOOL_KEYS[tool]}` }),
        run: () => draftRule(cursor, tool),
      }),
    );
}

/** Returns the commands that change nothing, which a viewer has too. */
export function readCommands(ids: IdSet, cursor: number): readonly Command[] {
  const command = commandsOf(ids, cursor);
  const [a = 0, b = 0] = [ids.at(0), ids.at(1)];
  const compare = (): void => compared.set({ a, b });
  return [
    command('compare', 'Compare two', {
      icon: Columns2,
      keys: 'c',
      run: compare,
      ...(ids.size !== 2 && { why: 'Choose two requests' }),
    }),
    command('url', 'Copy URL', { icon: Copy, keys: 'mod+c', run: () => copyUnlessSelected([...ids]) }),
    ...codeFormats.map(([format, label]) =>
      command(`code.${format}`, `Copy as ${label}`, {
        icon: Copy,
        ...(format === 'curl' && { keys: 'y' }),
        run: () => void copyCode([...ids], format),
      }),
    ),
  ];
}

/** Copies the URLs, or the text that is selected on the page. */
function copyUnlessSelected(ids: readonly number[]): void {
  const text = getSelection()?.toString() ?? '';
  if (text === '') void copyUrls(ids);
  else void navigator.clipboard.writeText(text);
}
