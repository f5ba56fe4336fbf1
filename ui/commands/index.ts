// The commands that the user can run at the moment: the palette lists them, the keyboard runs them, and the list of keys
// shows them. A component offers its commands while it is on the page.
import type { LucideIcon } from 'lucide-react';
import { useEffect, useState } from 'react';

export interface Command {
  /** Unique, such as `traffic.replay`. */
  readonly id: string;
  /** Starts with a verb. */
  readonly title: string;
  /** Heading in the palette and in the list of keys. */
  readonly group: string;
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
