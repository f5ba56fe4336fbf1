// The entries of a menu as commands, so that what a menu can do the keyboard and the palette can do too.
import type { Command } from '../commands/index.ts';
import type { MenuEntry } from './menu.tsx';

interface Base extends Pick<Command, 'group' | 'heading'> {
  /** Begins the ids of the commands. */
  readonly id: string;
}

/** Returns a command for each entry that can be chosen now, also of submenus: `Copy as: cURL`. */
export function menuCommands(entries: readonly MenuEntry[], base: Base, path = ''): readonly Command[] {
  return entries.flatMap((entry): readonly Command[] => {
    if (typeof entry === 'string' || 'heading' in entry || entry.disabled === true) return [];
    const { label, icon, keys, entries: below, onSelect } = entry;
    const title = `${path}${label.replace('…', '')}`;
    const commands = below === undefined ? [] : menuCommands(below, base, `${title}: `);
    if (onSelect === undefined) return commands;
    const { id, ...rest } = base;
    const run = (): void => onSelect();
    return [
      { ...rest, id: `${id}.${title}`, title, ...(icon && { icon }), ...(keys && { keys }), run },
      ...commands,
    ];
  });
}
