// The entries of a menu as commands, so that what a menu can do the keyboard and the palette can do too.
import type { Command } from '../commands/index.ts';
import type { MenuEntry } from './menu.tsx';

interface Base extends Pick<Command, 'group' | 'heading'> {
  /** Begins the ids of the commands. */
  readonly id: string;
}

/** Returns a command for each entry, also of submenus: `Copy as: cURL`. Entries that are off say why. */
export function menuCommands(entries: readonly MenuEntry[], base: Base, path = ''): readonly Command[] {
  return entries.flatMap((entry): readonly Command[] => {
    if (typeof entry === 'string' || 'heading' in entry) return [];
    const { label, icon, keys, disabled = false, entries: below, onSelect } = entry;
    const off = disabled === true ? 'Not for what is chosen' : disabled;
    const title = `${path}${label.replace('…', '')}`;
    const commands = (below === undefined ? [] : menuCommands(below, base, `${title}: `)).map((each) =>
      off === false ? each : { ...each, why: off },
    );
    if (onSelect === undefined) return commands;
    const { id, ...rest } = base;
    const run = (): void => onSelect();
    return [
      {
        ...rest,
        id: `${id}.${title}`,
        title,
        ...(icon && { icon }),
        ...(keys && { keys }),
        ...(off !== false && { why: off }),
        run,
      },
      ...commands,
    ];
  });
}
