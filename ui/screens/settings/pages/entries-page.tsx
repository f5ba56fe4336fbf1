// A page of settings that are changed in a form, and the settings that a search finds.
import { settings } from '../../../state/app.ts';
import { useResource } from '../../../state/resource.ts';
import { entries } from '../entries.ts';
import type { SettingEntry } from '../entry.ts';
import { GeneralRows } from '../general/general-rows.tsx';
import { facts, looks } from '../general/rows.ts';
import type { PageId } from '../model/pages.ts';
import { SettingRow } from '../setting-row.tsx';
import css from '../settings.module.css';

export function EntriesPage({ page }: { readonly page: PageId }) {
  return <EntryRows entries={entries.filter((entry) => entry.page === page)} />;
}

export function FoundEntries({ query }: { readonly query: string }) {
  const found = entries.filter((entry) => isFound(`${entry.key} ${textOf(entry)}`, query));
  const general = [...looks, ...facts].filter((row) => isFound(textOf(row), query));
  if (found.length + general.length === 0)
    return <p className={css['empty']}>No setting has “{query}” in its name or meaning.</p>;
  return (
    <>
      <GeneralRows rows={general} />
      <EntryRows entries={found} />
    </>
  );
}

function EntryRows({ entries: shown }: { readonly entries: readonly SettingEntry[] }) {
  const { value, error } = useResource(settings);
  if (value === null) return error === null ? null : <p className={css['empty']}>{error}</p>;
  return shown.map((entry) => <SettingRow key={entry.key} entry={entry} stored={value} />);
}

function textOf({ title, hint, words = '' }: Pick<SettingEntry, 'title' | 'hint' | 'words'>): string {
  return `${title} ${hint} ${words}`;
}

function isFound(text: string, query: string): boolean {
  const lower = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/)
    .every((word) => lower.includes(word));
}
