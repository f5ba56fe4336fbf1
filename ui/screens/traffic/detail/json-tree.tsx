// JSON as a tree, with a search for texts and paths.
import { useVirtualizer } from '@tanstack/react-virtual';
import { ChevronDown, ChevronRight, Search } from 'lucide-react';
import { useMemo, useRef, useState, type KeyboardEvent } from 'react';
import { classes } from '../../../parts/index.ts';
import css from './detail.module.css';
import { findInJson, jsonRows, parentsOf, scalarText, type Json, type JsonRow } from './json-rows.ts';

const ROW = 20;
const MAX_TEXT = 300;

export function JsonTree({ value, label }: { readonly value: unknown; readonly label: string }) {
  const root = value as Json;
  const [toggled, setToggled] = useState<ReadonlySet<string>>(new Set());
  const [query, setQuery] = useState('');
  const [current, setCurrent] = useState(0);
  const [cursor, setCursor] = useState('$');
  const scroll = useRef<HTMLDivElement>(null);
  const rows = useMemo(() => jsonRows(root, toggled), [root, toggled]);
  const found = useMemo(() => findInJson(root, query), [root, query]);
  const matches = useMemo(() => new Set(found), [found]);
  const virtual = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroll.current,
    estimateSize: () => ROW,
    overscan: 20,
  });
  const toggle = (path: string): void =>
    setToggled((paths) => {
      const next = new Set(paths);
      if (!next.delete(path)) next.add(path);
      return next;
    });
  const show = (at: number): void => {
    const path = found[at];
    if (path === undefined) return;
    setCurrent(at);
    setCursor(path);
    const opened = openedFor(root, toggled, path);
    setToggled(opened);
    const index = jsonRows(root, opened).findIndex((row) => row.path === path);
    requestAnimationFrame(() => virtual.scrollToIndex(index, { align: 'center' }));
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const at = rows.findIndex(({ path }) => path === cursor);
    const row = rows[at];
    const next = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: rows.length - 1 }[event.key];
    if (next !== undefined && rows[next] !== undefined) {
      setCursor(rows[next].path);
      virtual.scrollToIndex(next, { align: 'auto' });
    } else if (row !== undefined && isToggleKey(event.key, row)) toggle(row.path);
    else return;
    event.preventDefault();
    event.stopPropagation();
  };
  return (
    <>
      <div className={css['searchBar']}>
        <label className={css['search']}>
          <Search aria-hidden />
          <input
            aria-label={`Search in the ${label}`}
            placeholder="Search, or a path such as $.items[*].sku"
            value={query}
            spellCheck={false}
            onChange={({ target }) => {
              setQuery(target.value);
              setCurrent(0);
            }}
            onKeyDown={(event) => {
              if (event.key !== 'Enter' || found.length === 0) return;
              event.preventDefault();
              const step = event.shiftKey ? -1 : 1;
              show(matches.has(cursor) ? (current + step + found.length) % found.length : 0);
            }}
          />
          {query !== '' && <span role="status">{found.length} found</span>}
        </label>
      </div>
      <div
        className={css['scroll']}
        ref={scroll}
        role="tree"
        tabIndex={0}
        aria-label={label}
        aria-activedescendant={`${label} ${cursor}`.replaceAll(' ', '-')}
        onKeyDown={onKeyDown}
      >
        <div className={css['virtual']} role="presentation" style={{ height: virtual.getTotalSize() }}>
          {virtual.getVirtualItems().map(({ index, start }) => {
            const row = rows[index]!;
            return (
              <TreeRow
                key={row.path}
                id={`${label} ${row.path}`.replaceAll(' ', '-')}
                row={row}
                top={start}
                isMatch={matches.has(row.path)}
                isCursor={row.path === cursor}
                onPress={() => {
                  setCursor(row.path);
                  if (row.isOpen !== null) toggle(row.path);
                }}
              />
            );
          })}
        </div>
      </div>
    </>
  );
}

function isToggleKey(key: string, { isOpen }: JsonRow): boolean {
  if (isOpen === null) return false;
  return (
    key === 'Enter' || key === ' ' || (key === 'ArrowRight' && !isOpen) || (key === 'ArrowLeft' && isOpen)
  );
}

/** Returns which paths are toggled once all parents of a path are open. */
function openedFor(root: Json, toggled: ReadonlySet<string>, path: string): ReadonlySet<string> {
  const next = new Set(toggled);
  for (const parent of parentsOf(path)) {
    const row = jsonRows(root, next).find((each) => each.path === parent);
    if (row?.isOpen === false && !next.delete(parent)) next.add(parent);
  }
  return next;
}

interface TreeRowProps {
  readonly id: string;
  readonly row: JsonRow;
  readonly top: number;
  readonly isMatch: boolean;
  readonly isCursor: boolean;
  readonly onPress: () => void;
}

function TreeRow({ id, row, top, isMatch, isCursor, onPress }: TreeRowProps) {
  const { level, label, isOpen, path } = row;
  const Arrow = isOpen === true ? ChevronDown : ChevronRight;
  return (
    <div
      id={id}
      role="treeitem"
      aria-level={level + 1}
      aria-expanded={isOpen ?? undefined}
      aria-selected={isCursor}
      className={css['treeRow']}
      title={path}
      style={{ transform: `translateY(${top}px)`, paddingLeft: 6 + level * 16 }}
      onClick={onPress}
    >
      <span className={css['twist']}>{isOpen !== null && <Arrow aria-hidden />}</span>
      {label !== null && (
        <>
          <span className={classes(css['key'], isMatch && css['match'])}>{label}</span>
          <span className={css['punctuation']}>: </span>
        </>
      )}
      <ValueText row={row} />
    </div>
  );
}

function ValueText({ row: { value, isOpen, children } }: { readonly row: JsonRow }) {
  if (isOpen !== null) {
    const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
    const unit = Array.isArray(value) ? 'item' : 'key';
    return (
      <>
        <span className={css['punctuation']}>
          {isOpen ? open : `${open}${children === 0 ? '' : '…'}${close}`}
        </span>
        {!isOpen && children > 0 && (
          <span className={css['childCount']}>
            {children} {unit}
            {children === 1 ? '' : 's'}
          </span>
        )}
      </>
    );
  }
  if (typeof value !== 'string')
    return (
      <span className={typeof value === 'number' ? css['number'] : css['atom']}>{scalarText(value)}</span>
    );
  const cut = value.length > MAX_TEXT;
  return (
    <>
      <span className={css['string']}>{JSON.stringify(cut ? value.slice(0, MAX_TEXT) : value)}</span>
      {cut && <span className={css['childCount']}>{value.length} characters</span>}
    </>
  );
}
