// Shows JSON of any size as a tree that can be searched by text and by path. The values lie in a worker.
import { ChevronsDownUp, ChevronsUpDown, Copy, Route, TriangleAlert } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ContentPart } from '../../../src/flow/filter/index.ts';
import { countText } from '../../format/measures.ts';
import { Button, IconButton, Note, PointerMenu } from '../../parts/index.ts';
import shared from '../../parts/content.module.css';
import type { PlaceReader } from '../place.ts';
import { Marked } from '../scroll-marks.tsx';
import { useHitArea } from '../hit-areas.ts';
import { Waiting } from '../waiting.tsx';
import { JsonSearch } from './json-search-field.tsx';
import css from './json-tree.module.css';
import { RestRow, TreeRow } from './json-tree-row.tsx';
import type { OpenedJson } from './json-worker.ts';
import { useFilterHits } from './use-filter-hits.ts';
import type { JsonState } from './use-json.ts';
import { useJsonTree, type JsonTreeState } from './use-json-tree.ts';

interface JsonTreeProps {
  readonly state: JsonState;
  readonly label: string;
  /** The part of the exchange that it shows. */
  readonly part: ContentPart;
  /** The byte of the body to begin at; null for its beginning. */
  readonly startAt: number | null;
  readonly place: PlaceReader;
  /** Shows the text, at a byte of the body. */
  readonly onShowText: (offset: number) => void;
}

export function JsonTree({ state, ...props }: JsonTreeProps) {
  switch (state.type) {
    case 'loading':
      return <Waiting />;
    case 'failed':
      return (
        <Note tone="danger" icon={TriangleAlert} title="The tree cannot be shown">
          {state.message}
        </Note>
      );
    case 'open':
      return <OpenTree document={state.document} opened={state.opened} {...props} />;
  }
}

interface OpenTreeProps extends Omit<JsonTreeProps, 'state'> {
  readonly document: number;
  readonly opened: OpenedJson;
}

function OpenTree({ document, opened, label, part, startAt, place, onShowText }: OpenTreeProps) {
  const [box, setBox] = useState<HTMLElement | null>(null);
  const tree = useJsonTree(document, opened, box, opened.error === null ? 0 : 1);
  const { lines, rowAt, cursor, showNear, showHit, refresh } = tree;
  const [places, setPlaces] = useState<readonly number[]>([]);
  const filter = useFilterHits(document, part, setPlaces, refresh);
  useHitArea({ element: () => box, count: filter, show: (index) => showHit('filter', index) });
  useEffect(() => {
    if (startAt !== null) showNear(startAt);
    // eslint-disable-next-line react-hooks/exhaustive-deps -- only when the tree is opened
  }, [startAt]);
  useEffect(() =>
    place.offer(() => {
      const isInSight = cursor >= lines.first && cursor < lines.end;
      const row = rowAt(isInSight ? cursor : lines.first);
      return { view: 'tree', position: (row?.start ?? 0) + opened.shift };
    }),
  );
  return (
    <>
      <JsonSearch
        document={document}
        label={label}
        onShow={(index) => showHit('field', index)}
        onFound={(found) => {
          setPlaces(found.places);
          refresh();
        }}
      >
        <IconButton
          icon={ChevronsUpDown}
          size="small"
          label="Expand all"
          onClick={() => tree.setAll('all')}
        />
        <IconButton
          icon={ChevronsDownUp}
          size="small"
          label="Collapse all"
          onClick={() => tree.setAll('none')}
        />
      </JsonSearch>
      <Remarks opened={opened} onShowText={onShowText} />
      <Marked places={places} height={lines.height}>
        <Rows tree={tree} opened={opened} label={label} box={setBox} />
      </Marked>
      <Foot tree={tree} opened={opened} />
    </>
  );
}

/** The remarks above the tree: where the text was cut, and what is wrong in it. */
function Remarks({
  opened,
  onShowText,
}: { readonly opened: OpenedJson } & Pick<JsonTreeProps, 'onShowText'>) {
  const { error } = opened;
  return (
    <>
      {opened.cut !== null && (
        <p className={css['cut']} role="status">
          {opened.cut}
        </p>
      )}
      {error !== null && (
        <Note
          tone="warn"
          icon={TriangleAlert}
          actions={
            <Button size="small" onClick={() => onShowText(opened.errorOffset ?? 0)}>
              Show in the text
            </Button>
          }
        >
          {error.reason}, at line {countText(error.line ?? 0)}, column {countText(error.column ?? 0)}
        </Note>
      )}
    </>
  );
}

interface RowsProps {
  readonly tree: JsonTreeState;
  readonly opened: OpenedJson;
  readonly label: string;
  /** Gets the element that scrolls. */
  readonly box: (element: HTMLElement | null) => void;
}

/** The rows in sight. */
function Rows({ tree, opened, label, box }: RowsProps) {
  const { lines, rowAt, rowCount, cursor } = tree;
  const idOf = (row: number): string => `${label} ${row}`.replaceAll(' ', '-');
  const drawn = Array.from({ length: lines.end - lines.first }, (_, at) => lines.first + at);
  return (
    <PointerMenu
      entries={() => [
        { label: 'Copy value', icon: Copy, keys: 'mod+c', onSelect: () => tree.copy('value') },
        { label: 'Copy path', icon: Route, keys: 'mod+shift+c', onSelect: () => tree.copy('path') },
      ]}
    >
      <div
        className={shared['scroll']}
        ref={box}
        role="tree"
        data-values={opened.valueCount}
        tabIndex={0}
        aria-label={label}
        aria-activedescendant={drawn.includes(cursor) ? idOf(cursor) : undefined}
        onKeyDown={tree.onKeyDown}
      >
        <div className={shared['virtual']} role="presentation" style={{ height: lines.height }}>
          {drawn.map((index) => {
            const row = rowAt(index);
            const top = lines.topOf(index);
            if (index >= rowCount) return <RestRow key="rest" top={top} text={opened.rest} />;
            return row === undefined ? null : (
              <TreeRow
                key={index}
                id={idOf(index)}
                row={row}
                top={top}
                isCursor={index === cursor}
                onPress={() => {
                  tree.setCursor(index);
                  if (row.isOpen !== null) tree.toggle(index);
                }}
                onMenu={() => tree.setCursor(index)}
              />
            );
          })}
        </div>
      </div>
    </PointerMenu>
  );
}

/** The path of the value at the cursor, ways to copy it, and how much there is. */
function Foot({ tree, opened }: { readonly tree: JsonTreeState; readonly opened: OpenedJson }) {
  return (
    <div className={css['foot']}>
      <span className={css['path']} title={tree.path}>
        {tree.path}
      </span>
      <IconButton
        icon={Route}
        size="small"
        label="Copy path"
        keys="mod+shift+c"
        onClick={() => tree.copy('path')}
      />
      <IconButton
        icon={Copy}
        size="small"
        label="Copy value"
        keys="mod+c"
        onClick={() => tree.copy('value')}
      />
      <span className={css['notes']}>
        {[`${countText(opened.valueCount)} values`, ...opened.notes].join(' · ')}
      </span>
    </div>
  );
}
