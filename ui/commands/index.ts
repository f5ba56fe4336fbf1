// The commands that the user can run at the moment: the palette lists them, the keyboard runs them, and the list of keys
// shows them. A component offers its commands while it is on the page.
import type { LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';

/** The headings of the palette and of the list of keys, by group. */
const HEADINGS = {
  app: 'App',
  go: 'Go to',
  requests: 'Requests',
  chosen: 'Chosen requests',
  traffic: 'Traffic',
  tools: 'Tools',
  breakpoints: 'Breakpoints',
  insights: 'Insights',
  settings: 'Settings',
  pane: 'Sidebar',
};

export type CommandGroup = keyof typeof HEADINGS;

export interface Command {
  /** Unique, such as `traffic.replay`. */
  readonly id: string;
  /** Starts with a verb. */
  readonly title: string;
  readonly group: CommandGroup;
  /** In place of the heading of its group. */
  readonly heading?: string;
  readonly icon?: LucideIcon;
  /** Keys as `mod+k`, `shift+r`, `?`, or one after another as `g t`; several with a list. */
  readonly keys?: string | readonly string[];
  /** More words that find it in the palette. */
  readonly words?: string;
  /** Runs in fields too, where single letters never do. */
  readonly inFields?: boolean;
  /** False for keys that the palette need not list, such as arrows. */
  readonly inPalette?: boolean;
  readonly run: () => void;
}

/** Finds commands for what is typed in the palette, such as captured requests. */
export type CommandSource = (query: string) => readonly Command[];

const offered = new Map<object, readonly Command[]>();
const sources = new Set<CommandSource>();

/** Offers commands as long as the component is mounted. Components that mount later have precedence. */
export function useCommands(commands: readonly Command[]): void {
  // The same key at each rendering keeps the place in the order.
  const [key] = useState(() => ({}));
  useEffect(() => {
    offered.set(key, commands);
  });
  useEffect(() => {
    return () => {
      offered.delete(key);
    };
  }, [key]);
}

export function useCommandSource(source: CommandSource): void {
  useEffect(() => {
    sources.add(source);
    return () => {
      sources.delete(source);
    };
  });
}

export function currentCommands(): readonly Command[] {
  return [...offered.values()].reverse().flat();
}

export function foundCommands(query: string): readonly Command[] {
  return [...sources].flatMap((source) => source(query));
}

export function keysOf({ keys = [] }: Command): readonly string[] {
  return typeof keys === 'string' ? [keys] : keys;
}

export interface CommandsOfGroup {
  readonly id: CommandGroup;
  readonly heading: string;
  readonly commands: readonly Command[];
}

/** Returns commands by group, in the order in which they are offered; of two with one id, the first. */
export function groupedCommands(commands: readonly Command[]): readonly CommandsOfGroup[] {
  const byId = new Map(commands.toReversed().map((command) => [command.id, command]));
  const once = commands.filter((command) => byId.get(command.id) === command);
  return Array.from(
    Map.groupBy(once, ({ group }) => group),
    ([id, group]) => ({
      id,
      heading: group[0]?.heading ?? HEADINGS[id],
      commands: group,
    }),
  );
}
