// The progress of a search in the content, and the way to end it.
import { useEffect, useState } from 'react';
import { countText, sizeText } from '../../../format/measures.ts';
import { Button, Spinner } from '../../../parts/index.ts';
import { useStore } from '../../../state/store.ts';
import { contentSearch, stopSearch, type ContentSearch } from '../model/search.ts';
import css from './search-bar.module.css';

/** Milliseconds that a search takes before it is worth a bar. */
const QUIET_MS = 150;

export function SearchBar() {
  const search = useStore(contentSearch);
  const isLong = useIsLong(search);
  if (search.state === 'failed')
    return (
      <div className={css['bar']} role="alert">
        The requests cannot be searched: {search.error}
      </div>
    );
  if (search.state === 'stopped')
    return (
      <div className={css['bar']} role="status">
        {countText(search.searched)} of {countText(search.total)} searched
      </div>
    );
  return isLong ? <Progress {...search} /> : null;
}

function Progress({ searched, total, bytes }: ContentSearch) {
  const share = total === 0 ? 0 : searched / total;
  return (
    <div className={css['bar']} role="status">
      <Spinner />
      <span>
        <b>Searching bodies</b> {countText(searched)} of {countText(total)}, newest first
      </span>
      <span
        className={css['track']}
        role="progressbar"
        aria-label="Searched"
        aria-valuenow={Math.round(share * 100)}
      >
        <i style={{ width: `${share * 100}%` }} />
      </span>
      <span>{sizeText(bytes)} read</span>
      <Button size="small" keys="escape" onClick={stopSearch}>
        Stop
      </Button>
    </div>
  );
}

function useIsLong({ state, startedAt }: ContentSearch): boolean {
  const [longAt, setLongAt] = useState(0);
  useEffect(() => {
    if (state !== 'searching') return;
    const timer = setTimeout(() => setLongAt(startedAt), startedAt + QUIET_MS - Date.now());
    return () => clearTimeout(timer);
  }, [state, startedAt]);
  return state === 'searching' && longAt === startedAt;
}
