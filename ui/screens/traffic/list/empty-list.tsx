// Says why the list shows nothing, and what to do next.
import { Button } from '../../../parts/index.ts';
import { count } from '../../../state/actions.ts';
import { useSelected, useStore } from '../../../state/store.ts';
import { contentSearch } from '../model/search.ts';
import type { Traffic } from '../model/rows.ts';
import { clearFilter, setFilter, setSource, toggleChip, view } from '../model/view.ts';
import css from './empty-list.module.css';
import { NoRequests } from './no-requests.tsx';

export function EmptyList({ traffic }: { readonly traffic: Traffic }) {
  const isSearching = useSelected(contentSearch, ({ state }) => state === 'searching');
  if (!traffic.isLoaded || traffic.isWorking || isSearching) return null;
  return (
    <div className={css['empty']}>
      <div className={css['emptyText']}>
        {traffic.total === 0 ? <NoRequests /> : <NoMatch hidden={traffic.total} />}
      </div>
    </div>
  );
}

function NoMatch({ hidden }: { readonly hidden: number }) {
  const { text, filter, chips, source } = useStore(view);
  const causes = [
    ...(text.trim() === '' ? [] : [text.trim()]),
    ...chips.map(({ value }) => value),
    ...(source.type === 'all' ? [] : ['the source at the left']),
  ];
  return (
    <>
      <h1>No request matches</h1>
      <p>
        {count(hidden, 'request').replace(/ requests?$/, '')} {hidden === 1 ? 'is' : 'are'} hidden by{' '}
        {causes.map((cause, index) => (
          <span key={cause}>
            {index > 0 && (index === causes.length - 1 ? ' and ' : ', ')}
            <code className="mono">{cause}</code>
          </span>
        ))}
        .
      </p>
      <div className={css['emptyActions']}>
        {(text !== '' || chips.length > 0) && (
          <Button kind="line" onClick={clearFilter}>
            Clear filter
          </Button>
        )}
        {filter.terms.length > 1 &&
          filter.terms.map((term) => (
            <Button
              key={term.start}
              onClick={() => setFilter(`${text.slice(0, term.start)}${text.slice(term.end)}`.trim())}
            >
              Drop {term.text}
            </Button>
          ))}
        {chips.map((chip) => (
          <Button key={`${chip.group} ${chip.value}`} onClick={() => toggleChip(chip)}>
            Drop {chip.value}
          </Button>
        ))}
        {source.type !== 'all' && (
          <Button onClick={() => setSource({ type: 'all' })}>Show all requests</Button>
        )}
      </div>
    </>
  );
}
