// The commands that the user can run at the moment. The palette lists them, the keyboard runs them, and the list of
// keys shows them. A component offers its commands while it is on the page.
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
  client: 'API client',
  objects: 'Workspace',
  settings: 'Settings',
  pane: 'Sidebar',
};

export type CommandGroup = keyof typeof HEADINGS;

/** Something that the user can do, with its title and keys. */
export interface Command {
  /** Unique, such as `traffic.replay`. */
  readonly id: string;
  /** The title, which starts with a verb. */
  readonly title: string;
  readonly group: CommandGroup;
  /** Replaces the heading of the group. */
  readonly heading?: string;
  readonly icon?: LucideIcon;
  /** A key such as `mod+k`, `shift+r` or `?`, or a sequence such as `g t`; a list for alternatives. */
  readonly keys?: string | readonly string[];
  /** Further words that find the command in the palette. */
  readonly words?: string;
  /** True to run while a field has focus, where single letters never run. */
  readonly inFields?: boolean;
  /** The reason why it cannot run now: it is only listed among the keys. */
  readonly why?: string;
  /** False to keep the command out of the palette, as for arrow keys. */
  readonly inPalette?: boolean;
  readonly run: () => void;
}

/** Finds commands for the text typed in the palette, such as captured requests. */
export type CommandSource = (query: string) => readonly Command[];

const offered = new Map<object, readonly Command[]>();
const sources = new Set<CommandSource>();

/** Offers commands while the component is mounted. Components that mount later take precedence. */
export function useCommands(commands: readonly Command[]): void {
  // A key that never changes keeps its place in the order.
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

/** Offers a source of commands while the component is mounted. */
export function useCommandSource(source: CommandSource): void {
  useEffect(() => {
    sources.add(source);
    return () => {
      sources.delete(source);
    };
  });
}

/** Returns the commands on offer, those with precedence first, also those that cannot run now. */
export function listedCommands(): readonly Command[] {
  return [...offered.values()].reverse().flat();
}

/** Returns the commands that can run now, those with precedence first. */
export function currentCommands(): readonly Command[] {
  return listedCommands().filter(({ why }) => why === undefined);
}

/** Returns the commands that the sources find for a query. */
export function foundCommands(query: string): readonly Command[] {
  return [...sources].flatMap((source) => source(query));
}

/** Returns the alternative keys of a command. */
export function keysOf({ keys = [] }: Pick<Command, 'keys'>): readonly string[] {
  return typeof keys === 'string' ? [keys] : keys;
}

/** The commands of one group, under its heading. */
export interface CommandsOfGroup {
  readonly id: CommandGroup;
  readonly heading: string;
  readonly commands: readonly Command[];
}

/** Returns commands by group, in the order in which they are offered. When two share an id, the first counts. */
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
