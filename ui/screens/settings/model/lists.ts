// The lists of hosts and apps. Each change to an entry is applied immediately, and can be undone.
import type { Settings } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { attempt } from '../../../state/actions.ts';
import { settings } from '../../../state/app.ts';
import { createStore, type Store } from '../../../state/store.ts';
import { say } from '../../../state/toasts.ts';

/** An entry as the pages show it. */
export interface ListEntry {
  readonly name: string;
  readonly enabled: boolean;
}

/** A list that the pages edit. */
export interface EntryList {
  readonly key: 'sslProxyingHosts' | 'sslProxyingApps' | 'bypassHosts';
  /** True when entries can be disabled. */
  readonly canDisable: boolean;
  readonly read: (stored: Settings) => readonly ListEntry[];
  readonly write: (list: readonly ListEntry[]) => readonly unknown[];
  /** The text that is typed but not yet added, and what is wrong with it. */
  readonly typed: Store<{ readonly text: string; readonly error: string | null }>;
}

export const hosts: EntryList = {
  key: 'sslProxyingHosts',
  canDisable: true,
  typed: typedStore(),
  read: ({ sslProxyingHosts }) =>
    sslProxyingHosts.map(({ pattern, enabled }) => ({ name: pattern, enabled })),
  write: (list) => list.map(({ name, enabled }) => ({ pattern: name, enabled })),
};

export const apps: EntryList = {
  key: 'sslProxyingApps',
  canDisable: true,
  typed: typedStore(),
  read: ({ sslProxyingApps }) => sslProxyingApps,
  write: (list) => list,
};

export const bypass: EntryList = {
  key: 'bypassHosts',
  canDisable: false,
  typed: typedStore(),
  read: ({ bypassHosts }) => bypassHosts.map((name) => ({ name, enabled: true })),
  write: (list) => list.map(({ name }) => name),
};

function typedStore(): EntryList['typed'] {
  return createStore({ text: '', error: null as string | null });
}

/** Adds entries, and enables those that are already listed. If the app rejects them, what was typed stays. */
export async function addEntries(list: EntryList, names: readonly string[]): Promise<void> {
  const added: string[] = [];
  try {
    await changeList(list, (before) => {
      added.push(
        ...names.filter((name) => !before.some((entry) => entry.enabled && isSame(entry.name, name))),
      );
      const kept = before.map((entry) =>
        added.some((name) => isSame(entry.name, name)) ? { ...entry, enabled: true } : entry,
      );
      const fresh = added.filter((name) => !before.some((entry) => isSame(entry.name, name)));
      return [...kept, ...fresh.map((name) => ({ name, enabled: true }))];
    });
    list.typed.set({ text: '', error: null });
    if (added.length === 0) say(`${names.join(', ')} is in the list already`);
    else say(`Added ${summaryOf(added)}`, () => void takeAway(list, added));
  } catch (error) {
    list.typed.update(({ text }) => ({ text, error: rejection(error) }));
  }
}

async function takeAway(list: EntryList, names: readonly string[]): Promise<void> {
  await attempt('The change cannot be taken back', () =>
    changeList(list, (before) => before.filter(({ name }) => !names.some((each) => isSame(each, name)))),
  );
}

export async function removeEntry(list: EntryList, entry: ListEntry, index: number): Promise<void> {
  await attempt(`${entry.name} cannot be removed`, async () => {
    await changeList(list, (before) => before.filter(({ name }) => name !== entry.name));
    say(`Removed ${entry.name}`, () => {
      void attempt('The change cannot be taken back', () =>
        changeList(list, (before) => before.toSpliced(index, 0, entry)),
      );
    });
  });
}

export async function enableEntry(list: EntryList, entry: ListEntry, enabled: boolean): Promise<void> {
  await attempt(`${entry.name} cannot be switched`, () =>
    changeList(list, (before) => before.map((one) => (one.name === entry.name ? { ...one, enabled } : one))),
  );
}

/** Changes the list as the app has it now, because another page may have changed it. */
async function changeList(
  list: EntryList,
  change: (before: readonly ListEntry[]) => readonly ListEntry[],
): Promise<void> {
  const before = list.read(await rpc('get_settings', {}));
  const after = change(before);
  await rpc('update_settings', { changes: { [list.key]: list.write(after) } });
  await settings.load();
}

/** Returns the names in a text that was typed or pasted, separated by lines, commas or spaces. */
export function namesIn(text: string, canHaveSpaces: boolean): readonly string[] {
  return text
    .split(canHaveSpaces ? /[\n,]+/ : /[\s,]+/)
    .map((name) => hostOf(name.trim()))
    .filter((name) => name !== '');
}

/** Returns the host of a URL, because people copy URLs; other text stays as it is. */
function hostOf(name: string): string {
  return /^https?:\/\//i.test(name) ? (URL.parse(name)?.hostname ?? name) : name;
}

function rejection(error: unknown): string {
  return messageOf(error).replace(/^\w+\[\d+\](?:\.\w+)? is /, '');
}

function summaryOf(names: readonly string[]): string {
  return names.length === 1 ? names[0]! : `${names.length} entries`;
}

function isSame(a: string, b: string): boolean {
  return a.toLowerCase() === b.toLowerCase();
}
