// The scope of the analysis: all requests, those of a saved filter, or those of an app.
import { quoted } from '../../../src/flow/filter/index.ts';
import { locationFragment } from '../../state/location.ts';
import { SideItem } from '../../parts/index.ts';
import { createDerived } from '../../state/derived.ts';
import { flowList, flowTable } from '../../state/flows.ts';
import { countedFilters, savedCounts } from '../../state/saved-counts.ts';
import { savedFilters } from '../../state/saved-filters.ts';
import { useStore } from '../../state/store.ts';
import css from './insights.module.css';

interface Scope {
  readonly title: string;
  readonly filter: string;
  /** Undefined for a filter that looks into the content. */
  readonly count: number | undefined;
}

const MAX_APPS = 8;
const PACE_MS = 1000;

const NO_SESSIONS: ReadonlySet<string> = new Set();

const scopes = createDerived([flowList, savedFilters, countedFilters], PACE_MS, (): readonly Scope[] => {
  const apps = new Map<string, number>();
  for (const { fields, rows } of flowTable.commonParts)
    if (fields.app !== null) apps.set(fields.app, (apps.get(fields.app) ?? 0) + rows);
  return [
    { title: 'All traffic', filter: '', count: flowTable.size },
    ...savedCounts(NO_SESSIONS).map(({ name, text, count }) => {
      return { title: name, filter: text, count: count ?? undefined };
    }),
    ...Array.from(apps, ([app, count]) => {
      return { title: app === '' ? 'No name' : app, filter: `app:=${quoted(app)}`, count };
    })
      .sort((a, b) => b.count - a.count)
      .slice(0, MAX_APPS),
  ];
});

/** Returns the link to a section and scope. */
export function insightsFragment(section: string, filter: string): string {
  return locationFragment('insights', {
    ...(section !== 'summary' && { section }),
    ...(filter !== '' && { filter }),
  });
}

export function Scopes({ section, filter }: { readonly section: string; readonly filter: string }) {
  const known = useStore(scopes);
  // A scope that is unknown: its last request left the list, or a link named it.
  const isKnown = known.some((scope) => scope.filter === filter);
  const shown = isKnown ? known : [...known, { title: filter, filter, count: undefined }];
  return (
    <div role="group" aria-label="Scope">
      <div className={css['group']} aria-hidden>
        Scope
      </div>
      {shown.map((scope) => (
        <SideItem
          key={scope.filter}
          href={insightsFragment(section, scope.filter)}
          title={scope.title}
          count={scope.count}
          isCurrent={scope.filter === filter}
        />
      ))}
    </div>
  );
}
