// Shows JSON of any size as a tree that can be searched by text and by path. The values lie in a worker.
import { ChevronsDownUp, ChevronsUpDown, TriangleAlert } from 'lucide-react';
import { useContext, useEffect, useState } from 'react';
import type { ContentPart } from '../../../src/flow/filter/index.ts';
import { countText } from '../../format/measures.ts';
import { Button, IconButton, Note } from '../../parts/index.ts';
import type { PlaceReader } from '../place.ts';
import { Marked } from '../scroll-marks.tsx';
import { useHitArea } from '../hit-areas.ts';
import { Waiting } from '../waiting.tsx';
import { FilteredTree } from './filtered-tree.tsx';
import type { OpenMode } from './json-document.ts';
import { JsonSearch, type SearchMode } from './json-search-field.tsx';
import css from './json-tree.module.css';
import { TreeFoot, TreeRows } from './json-tree-rows.tsx';
import type { JsonFound, OpenedJson } from './json-messages.ts';
import { useFilterHits } from './use-filter-hits.ts';
import type { JsonState } from './use-json.ts';
import { useJsonTree } from './use-json-tree.ts';
import { ValueActions } from './value-actions.ts';

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
  const [mode, setMode] = useState<SearchMode>('find');
  const [query, setQuery] = useState('');
  const [places, setPlaces] = useState<readonly number[]>([]);
  // Paths hold for a whole document alone.
  const offered = useContext(ValueActions);
  const actions = opened.error === null && opened.cut === null ? offered : [];
  const filter = useFilterHits(document, part, setPlaces, refresh);
  const onFound = (found: JsonFound): void => {
    setPlaces(found.places);
    refresh();
  };
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
        mode={mode}
        onMode={setMode}
        onQuery={setQuery}
        onShow={(index) => showHit('field', index)}
        onFound={onFound}
      >
        <OpenAll onSet={tree.setAll} />
      </JsonSearch>
      <Remarks opened={opened} onShowText={onShowText} />
      {mode === 'filter' && query.trim() !== '' ? (
        <FilteredTree document={document} query={query} label={label} />
      ) : (
        <>
          <Marked places={places} height={lines.height}>
            <TreeRows {...{ tree, opened, label, actions }} box={setBox} />
          </Marked>
          <TreeFoot {...{ tree, opened, actions }} />
        </>
      )}
    </>
  );
}

function OpenAll({ onSet }: { readonly onSet: (mode: OpenMode) => void }) {
  return (
    <>
      <IconButton icon={ChevronsUpDown} size="small" label="Expand all" onClick={() => onSet('all')} />
      <IconButton icon={ChevronsDownUp} size="small" label="Collapse all" onClick={() => onSet('none')} />
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
