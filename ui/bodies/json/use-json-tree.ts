// The state of a JSON tree on the page: the rows in sight, the cursor, and the keys that move it.
import { useCallback, useEffect, useRef, useState, type KeyboardEvent } from 'react';
import { copyText } from '../../state/actions.ts';
import { sayError } from '../../state/toasts.ts';
import { keyName } from '../../commands/keyboard.ts';
import { scrollTopFor, useVisibleLines, type VisibleLines } from '../../parts/visible-lines.ts';
import type { JsonRow, OpenMode, Search } from './json-document.ts';
import type { JsonPlace, OpenedJson } from './json-messages.ts';
import { askJson } from './use-json.ts';

const HEIGHTS = { row: 20, head: 0 } as const;
/** Rows that are asked for beyond those that are drawn, so that most scrolling finds them. */
const AHEAD = 100;

interface Rows {
  readonly from: number;
  readonly rows: readonly JsonRow[];
}

export interface JsonTreeState {
  readonly lines: VisibleLines;
  /** Returns a row; undefined until it has arrived. */
  readonly rowAt: (index: number) => JsonRow | undefined;
  readonly rowCount: number;
  readonly cursor: number;
  /** The path of the value at the cursor. */
  readonly path: string;
  readonly setCursor: (row: number) => void;
  readonly toggle: (row: number) => void;
  readonly setAll: (mode: OpenMode) => void;
  readonly showHit: (search: Search, index: number) => void;
  readonly showNear: (offset: number) => void;
  readonly copy: (what: 'path' | 'value') => void;
  readonly onKeyDown: (event: KeyboardEvent) => void;
  /** Draws the rows again, because hits have changed. */
  readonly refresh: () => void;
}

interface Shape {
  readonly rowCount: number;
  /** Counts the changes of the rows. */
  readonly version: number;
}

/** `extra`: rows below those of the document. */
export function useJsonTree(
  document: number,
  opened: OpenedJson,
  box: HTMLElement | null,
  extra: number,
): JsonTreeState {
  const [shape, setShape] = useState<Shape>({ rowCount: opened.rowCount, version: 0 });
  const [cursor, setCursorRow] = useState(0);
  const [from, setFrom] = useState(opened);
  if (from !== opened) {
    setFrom(opened);
    setShape(({ version }) => ({ rowCount: opened.rowCount, version: version + 1 }));
  }
  const { rowCount, version } = shape;
  const lines = useVisibleLines(rowCount + extra, box, HEIGHTS);
  const rows = useRows(document, version, lines, rowCount);
  const bringIntoSight = useRowInSight(box, rowCount + extra);
  const path = usePath(document, cursor, version);
  const setCursor = (row: number): void => {
    const wanted = Math.min(Math.max(0, row), rowCount - 1);
    bringIntoSight(wanted);
    setCursorRow(wanted);
  };
  const follow = (place: Promise<JsonPlace>, isMoving: boolean): void => {
    void place.then(
      (found) => {
        if (isMoving) bringIntoSight(found.row);
        setCursorRow(found.row);
        setShape((last) => ({ rowCount: found.rowCount, version: last.version + 1 }));
      },
      () => undefined,
    );
  };
  const refresh = useCallback(() => setShape((last) => ({ ...last, version: last.version + 1 })), []);
  const toggle = (row: number): void => follow(askJson({ type: 'toggle', document, row }), false);
  const setAll = (mode: OpenMode): void =>
    follow(askJson({ type: 'all', document, mode, row: cursor }), true);
  const copy = (what: 'path' | 'value'): void => void copyAt(document, cursor, what);
  const page = Math.max(1, lines.end - lines.first - 14);
  const parent = (): void => follow(askJson({ type: 'parent', document, row: cursor }), true);
  const onKeyDown = (event: KeyboardEvent): void =>
    actOnKey(event, { cursor, rowCount, page, row: rows(cursor), setCursor, toggle, parent, copy });
  return {
    lines,
    rowAt: rows,
    rowCount,
    cursor,
    path,
    setCursor,
    toggle,
    setAll,
    showHit: (search, index) => follow(askJson({ type: 'hit', document, search, index }), true),
    showNear: (offset) => follow(askJson({ type: 'near', document, offset }), true),
    copy,
    onKeyDown,
    refresh,
  };
}

/** Returns a function that brings a row into sight, together with the changes of the page that are made with it. */
function useRowInSight(box: HTMLElement | null, count: number): (row: number) => void {
  const [next, setNext] = useState<{ readonly row: number } | null>(null);
  const last = useRef(next);
  useEffect(() => {
    if (next === null || box === null || last.current === next) return;
    last.current = next;
    box.scrollTop = scrollTopFor(next.row, count, box, HEIGHTS);
  });
  return (row) => setNext({ row });
}

/** Returns the path of the value at the cursor. */
function usePath(document: number, cursor: number, version: number): string {
  const [path, setPath] = useState('$');
  useEffect(() => {
    let isCurrent = true;
    void askJson({ type: 'path', document, row: cursor }).then(
      (found) => isCurrent && setPath(found),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [document, cursor, version]);
  return path;
}

/** Returns the rows around those in sight; the ones before until they have arrived. */
function useRows(
  document: number,
  version: number,
  { first, end }: VisibleLines,
  rowCount: number,
): (index: number) => JsonRow | undefined {
  const [loaded, setLoaded] = useState<Rows & { readonly version: number }>({
    from: 0,
    rows: [],
    version: -1,
  });
  const last = Math.min(end, rowCount);
  const isThere =
    loaded.version === version && loaded.from <= first && loaded.from + loaded.rows.length >= last;
  useEffect(() => {
    if (isThere) return;
    let isCurrent = true;
    const from = Math.max(0, first - AHEAD);
    void askJson({ type: 'rows', document, from, end: last + AHEAD }).then(
      (rows) => isCurrent && setLoaded({ from, rows, version }),
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [document, version, first, last, isThere]);
  return (index) => loaded.rows[index - loaded.from];
}

interface KeyContext {
  readonly cursor: number;
  readonly rowCount: number;
  /** The number of rows in sight. */
  readonly page: number;
  readonly row: JsonRow | undefined;
  readonly setCursor: (row: number) => void;
  readonly toggle: (row: number) => void;
  readonly parent: () => void;
  readonly copy: (what: 'path' | 'value') => void;
}

/** The keys of a tree (ARIA Authoring Practices). */
const ACTIONS: Readonly<Record<string, (context: KeyContext) => void>> = {
  arrowdown: ({ cursor, setCursor }) => setCursor(cursor + 1),
  arrowup: ({ cursor, setCursor }) => setCursor(cursor - 1),
  pagedown: ({ cursor, page, setCursor }) => setCursor(cursor + page),
  pageup: ({ cursor, page, setCursor }) => setCursor(cursor - page),
  home: ({ setCursor }) => setCursor(0),
  end: ({ rowCount, setCursor }) => setCursor(rowCount - 1),
  arrowright: ({ cursor, row, setCursor, toggle }) => {
    if (row?.isOpen === false) toggle(cursor);
    else if (row?.isOpen === true) setCursor(cursor + 1);
  },
  arrowleft: ({ cursor, row, toggle, parent }) => {
    if (row?.isOpen === true) toggle(cursor);
    else parent();
  },
  enter: ({ cursor, row, toggle }) => {
    if (row?.isOpen !== null) toggle(cursor);
  },
  space: ({ cursor, row, toggle }) => {
    if (row?.isOpen !== null) toggle(cursor);
  },
  'mod+c': ({ copy }) => copy('value'),
  'mod+shift+c': ({ copy }) => copy('path'),
};

function actOnKey(event: KeyboardEvent, context: KeyContext): void {
  const key = keyName(event.nativeEvent);
  const act = key === null ? undefined : ACTIONS[key];
  if (act === undefined) return;
  event.preventDefault();
  event.stopPropagation();
  act(context);
}

async function copyAt(document: number, row: number, what: 'path' | 'value'): Promise<void> {
  const text =
    what === 'path'
      ? await askJson({ type: 'path', document, row })
      : await askJson({ type: 'source', document, row });
  if (text === null) sayError('The value is too long to be copied: save the body');
  else await copyText(text, `Copied the ${what}`);
}
