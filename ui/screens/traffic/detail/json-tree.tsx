// Shows JSON as a tree that can be searched by text and by path.
import { Search } from 'lucide-react';
import { useMemo, useState } from 'react';
import type { ContentPart } from '../../../../src/flow/filter/index.ts';
import { classes } from '../../../parts/index.ts';
import shared from './detail.module.css';
import css from './json-tree.module.css';
import { findInJson, parentsOf, type Json, type JsonRow } from './json-rows.ts';
import { Marked } from './scroll-marks.tsx';
import { TreeRow } from './json-tree-row.tsx';
import { useHitArea, useNeedlesIn } from './use-hits.ts';
import { useJsonTree } from './use-json-tree.ts';

interface JsonTreeProps {
  readonly value: unknown;
  readonly label: string;
  /** The part of the exchange that it shows. */
  readonly part: ContentPart;
}

export function JsonTree({ value, label, part }: JsonTreeProps) {
  const root = value as Json;
  const { rows, cursor, scroll, virtual, show, onPress, onKeyDown } = useJsonTree(root);
  const [query, setQuery] = useState('');
  const found = useMemo(() => findInJson(root, query), [root, query]);
  const matches = useMemo(() => new Set(found), [found]);
  const needles = useNeedlesIn(part);
  const hits = useMemo(() => needles.flatMap((needle) => findInJson(root, needle)), [root, needles]);
  useHitArea({ element: () => scroll.current, count: hits.length, show: (index) => show(hits[index]!) });
  const places = useMemo(() => placesOf(hits, rows), [hits, rows]);
  const idOf = (path: string): string => `${label} ${path}`.replaceAll(' ', '-');
  return (
    <>
      <JsonSearch
        {...{ label, query, found }}
        isAtMatch={matches.has(cursor)}
        onChange={setQuery}
        onShow={show}
      />
      <Marked places={places} height={virtual.getTotalSize()}>
        <div
          className={shared['scroll']}
          ref={scroll}
          role="tree"
          tabIndex={0}
          aria-label={label}
          aria-activedescendant={idOf(cursor)}
          onKeyDown={onKeyDown}
        >
          <div className={shared['virtual']} role="presentation" style={{ height: virtual.getTotalSize() }}>
            {virtual.getVirtualItems().map(({ index, start }) => {
              const row = rows[index]!;
              return (
                <TreeRow
                  key={row.path}
                  id={idOf(row.path)}
                  row={row}
                  top={start}
                  isMatch={matches.has(row.path)}
                  isCursor={row.path === cursor}
                  onPress={() => onPress(row)}
                />
              );
            })}
          </div>
        </div>
      </Marked>
    </>
  );
}

/** Returns where the hits are among the rows; one inside of a closed value is where that is. */
function placesOf(hits: readonly string[], rows: readonly JsonRow[]): readonly number[] {
  if (hits.length === 0) return [];
  const at = new Map(rows.map(({ path }, index) => [path, index]));
  return hits.flatMap((path) => {
    const shown = [path, ...parentsOf(path).toReversed()].find((each) => at.has(each));
    return shown === undefined ? [] : [(at.get(shown)! + 0.2) / rows.length];
  });
}

interface JsonSearchProps {
  readonly label: string;
  readonly query: string;
  /** The paths of the matches. */
  readonly found: readonly string[];
  /** True when the cursor is on a match; otherwise the first match is shown next. */
  readonly isAtMatch: boolean;
  readonly onChange: (query: string) => void;
  readonly onShow: (path: string) => void;
}

/** The search field. Enter and Shift+Enter move through the matches. */
function JsonSearch({ label, query, found, isAtMatch, onChange, onShow }: JsonSearchProps) {
  const [current, setCurrent] = useState(0);
  const show = (at: number): void => {
    const path = found[at];
    if (path === undefined) return;
    setCurrent(at);
    onShow(path);
  };
  return (
    <div className={classes(shared['bar'], css['searchBar'])}>
      <label className={css['search']}>
        <Search aria-hidden />
        <input
          aria-label={`Search in the ${label}`}
          placeholder="Search, or a path such as $.items[*].sku"
          value={query}
          spellCheck={false}
          onChange={({ target }) => {
            onChange(target.value);
            setCurrent(0);
          }}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || found.length === 0) return;
            event.preventDefault();
            const step = event.shiftKey ? -1 : 1;
            show(isAtMatch ? (current + step + found.length) % found.length : 0);
          }}
        />
        {query !== '' && <span role="status">{found.length} found</span>}
      </label>
    </div>
  );
}
