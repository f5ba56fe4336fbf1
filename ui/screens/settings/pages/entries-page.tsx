// A page of settings that are changed in a form, and the settings that a search finds.
import { settings } from '../../../state/app.ts';
import { useResource } from '../../../state/resource.ts';
import { entries } from '../entries.ts';
import type { SettingEntry } from '../entry.ts';
import type { PageId } from '../model/pages.ts';
import { SettingRow } from '../setting-row.tsx';
import css from '../settings.module.css';

export function EntriesPage({ page }: { readonly page: PageId }) {
  return <EntryRows entries={entries.filter((entry) => entry.page === page)} />;
}

export function FoundEntries({ query }: { readonly query: string }) {
  const found = entries.filter((entry) => isFound(entry, query));
  if (found.length === 0)
    return <p className={css['empty']}>No setting has “{query}” in its name or meaning.</p>;
  return <EntryRows entries={found} />;
}

function EntryRows({ entries: shown }: { readonly entries: readonly SettingEntry[] }) {
  const { value, error } = useResource(settings);
  if (value === null) return error === null ? null : <p className={css['empty']}>{error}</p>;
  return shown.map((entry) => <SettingRow key={entry.key} entry={entry} stored={value} />);
}

function isFound({ key, title, hint, words = '' }: SettingEntry, query: string): boolean {
  const text = `${key} ${title} ${hint} ${words}`.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}
