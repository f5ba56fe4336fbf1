// The search field of a JSON tree: by text, or by path. Enter and Shift+Enter move through what is found.
import { ChevronDown, ChevronUp, Search } from 'lucide-react';
import { useContext, useEffect, useId, useRef, useState, type ReactNode } from 'react';
import { countText } from '../../format/measures.ts';
import { classes, IconButton, Segmented } from '../../parts/index.ts';
import shared from '../../parts/content.module.css';
import css from './json-tree.module.css';
import type { JsonFound } from './json-messages.ts';
import { SearchMemoryContext } from './search-memory.ts';
import { askJson } from './use-json.ts';

/** `find` marks what is found in the tree, `filter` shows nothing else. */
export type SearchMode = 'find' | 'filter';

const MODES = [
  ['find', 'Find'],
  ['filter', 'Filter'],
] as const;

interface JsonSearchProps {
  readonly document: number;
  readonly label: string;
  readonly mode: SearchMode;
  readonly onMode: (mode: SearchMode) => void;
  readonly onQuery: (query: string) => void;
  readonly onFound: (found: JsonFound) => void;
  readonly onShow: (index: number) => void;
  /** Controls behind the field. */
  readonly children: ReactNode;
}

interface Found extends JsonFound {
  readonly query: string;
}

/** Milliseconds after which a search in a large text begins, so that it is not begun for each key. */
const PAUSE_MS = 60;

interface JsonSearchState {
  readonly query: string;
  readonly setQuery: (query: string) => void;
  /** The answer to the query; null while it is awaited. */
  readonly found: JsonFound | null;
  readonly count: number;
  /** From 0; -1 before the first step. */
  readonly current: number;
  readonly step: (by: 1 | -1) => void;
}

/** Searches as the query changes, and steps through what is found. */
function useJsonSearch({
  document,
  onFound,
  onShow,
}: Pick<JsonSearchProps, 'document' | 'onFound' | 'onShow'>): JsonSearchState {
  const [query, setQuery] = useState('');
  const [found, setFound] = useState<Found | null>(null);
  /** From 0; -1 before the first step. */
  const [current, setCurrent] = useState(-1);
  /** The step that was asked for before the search had ended. */
  const wanted = useRef<1 | -1 | null>(null);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(
      () => {
        void askJson({ type: 'find', document, search: 'field', query }).then(
          (answer) => {
            if (!isCurrent) return;
            setFound({ ...answer, query });
            onFound(answer);
            const first = wanted.current === null ? -1 : firstStep(wanted.current, answer.count);
            wanted.current = null;
            setCurrent(first);
            if (first >= 0) onShow(first);
          },
          () => undefined,
        );
      },
      query === '' ? 0 : PAUSE_MS,
    );
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a new function is no reason to search again
  }, [document, query]);
  const isCurrent = found?.query === query;
  const count = query !== '' && isCurrent ? found.count : 0;
  const step = (by: 1 | -1): void => {
    if (!isCurrent) wanted.current = by;
    if (count === 0) return;
    const next = current < 0 ? firstStep(by, count) : (current + by + count) % count;
    setCurrent(next);
    onShow(next);
  };
  return { query, setQuery, found: isCurrent ? found : null, count, current, step };
}

export function JsonSearch({ label, children, mode, onMode, onQuery, ...search }: JsonSearchProps) {
  const { query, setQuery, found, count, current, step } = useJsonSearch(search);
  const memory = useContext(SearchMemoryContext);
  const earlier = useId();
  return (
    <div
      className={classes(shared['bar'], css['searchBar'])}
      data-search={query === '' ? 'empty' : found === null ? 'running' : 'done'}
    >
      <label className={css['search']}>
        <Search aria-hidden />
        <input
          aria-label={`Search in the ${label}`}
          placeholder="Search, or a path such as $.items[*].sku"
          value={query}
          spellCheck={false}
          autoComplete="off"
          {...(memory !== null && { list: earlier, onBlur: () => memory.remember(query) })}
          onChange={({ target }) => {
            setQuery(target.value);
            onQuery(target.value);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter') return;
            event.preventDefault();
            memory?.remember(query);
            step(event.shiftKey ? -1 : 1);
          }}
        />
        {memory !== null && <Earlier id={earlier} searches={memory.searches} />}
        <span role="status">{query !== '' && found !== null && foundText(found, current)}</span>
      </label>
      <Segmented label={`Use of the search in the ${label}`} value={mode} options={MODES} onChange={onMode} />
      {mode === 'find' && (
        <>
          <IconButton
            icon={ChevronUp}
            size="small"
            label={`Previous match in the ${label}`}
            disabled={count === 0}
            onClick={() => step(-1)}
          />
          <IconButton
            icon={ChevronDown}
            size="small"
            label={`Next match in the ${label}`}
            disabled={count === 0}
            onClick={() => step(1)}
          />
          {children}
        </>
      )}
    </div>
  );
}

interface EarlierProps {
  readonly id: string;
  readonly searches: readonly string[];
}

function Earlier({ id, searches }: EarlierProps) {
  return (
    <datalist id={id}>
      {searches.map((each) => (
        <option key={each} value={each} />
      ))}
    </datalist>
  );
}

function firstStep(by: 1 | -1, count: number): number {
  return by > 0 && count > 0 ? 0 : count - 1;
}

function foundText({ count, hasMore }: JsonFound, current: number): string {
  const all = `${countText(count)}${hasMore ? '+' : ''}`;
  return current < 0 ? `${all} found` : `${countText(current + 1)} of ${all}`;
}
