// Shows a body in the view that fits it best, or in the view that the user chooses.
import { Copy, Download, TriangleAlert } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import type { ContentPart } from '../../src/flow/filter/index.ts';
import { sessionToken } from '../api/client.ts';
import { sizeText } from '../format/measures.ts';
import shared from '../parts/content.module.css';
import { Button, IconButton, Note, Segmented } from '../parts/index.ts';
import { copyBody, saveBody } from './body-files.ts';
import css from './body-pane.module.css';
import type { BodySource } from './body-source.ts';
import { BodyView } from './body-view.tsx';
import { useJson, type JsonBodySource, type JsonState } from './json/use-json.ts';
import { placeReader } from './place.ts';
import { useBody, type LoadedBody } from './use-body.ts';
import { useView, type WantedView } from './use-view.ts';
import { Waiting } from './waiting.tsx';

/** The number of bytes that are loaded at first. */
const FIRST = 1024 * 1024;
/** The number of bytes that a page can show without becoming slow. */
const MAX_BYTES = 16 * 1024 * 1024;

interface BodyPaneProps {
  readonly source: BodySource;
  /** The body for users, such as `response body`. */
  readonly label: string;
  /** The part of the exchange that it is. */
  readonly part: ContentPart;
  /** The name of a file with the body. */
  readonly fileName: string;
  /** Returns the text about the size of the body, which is null where it is not known. */
  readonly sizeNote: (total: number | null) => string;
  /** The view that was chosen before, and what is called when another one is; by default nothing is remembered. */
  readonly view?: { readonly id: string | null; readonly choose: (id: string) => void };
}

export function BodyPane({ source, label, part, fileName, sizeNote, view }: BodyPaneProps) {
  const { address, contentType, isFinished } = source;
  const [length, setLength] = useState(FIRST);
  const [wanted, setWanted] = useState<WantedView>({ id: view?.id ?? null, from: null });
  const [place] = useState(placeReader);
  const body = useBody(source, length);
  const answer = useView(source, body, wanted);
  const json = useJsonOf(source, body, answer?.viewId ?? wanted.id);
  if (body.type === 'error')
    return (
      <Note tone="danger" icon={TriangleAlert} title="The body cannot be loaded">
        {body.message}
      </Note>
    );
  if (body.type === 'loading') return <Waiting />;
  const { bytes, total } = body;
  if (bytes.length === 0)
    return <p className={shared['hint']}>{isFinished ? 'There is no body.' : 'No body yet.'}</p>;
  if (answer === null) return <Waiting />;
  return (
    <>
      <BodyBar
        contentType={contentType}
        figure={sizeNote(total)}
        label={label}
        onCopy={() => void copyBody(address, label)}
        onSave={() => void saveBody(address, fileName)}
      >
        <Segmented
          label={`View of the ${label}`}
          value={answer.views.find(({ id }) => id === wanted.id)?.id ?? answer.viewId ?? 'hex'}
          options={answer.views.map(({ id, title }) => [id, title])}
          onChange={(id) => {
            setWanted({ id, from: place.read() });
            view?.choose(id);
          }}
        />
      </BodyBar>
      {total !== bytes.length && (!isOfPage(answer.viewId) || bytes.length < length) && (
        <Slice {...{ isFinished, total, length }} bytes={bytes.length} onLoad={setLength} />
      )}
      <BodyView
        {...{ answer, bytes, json, label, part, place }}
        onShowText={(position) => setWanted({ id: 'json', from: { view: 'tree', position } })}
      />
    </>
  );
}

/**
 * Returns the JSON of a body, opened when the tree is shown, and that of a large one already while its beginning is
 * loaded and looked at: the worker loads it by itself.
 */
function useJsonOf(source: BodySource, body: LoadedBody, viewId: string | null): JsonState {
  const { address, size, isFinished } = source;
  const contentType = source.contentType.toLowerCase();
  const isLarge = isFinished && size > FIRST;
  const loaded = body.type === 'loaded' && !isLarge ? body : null;
  const isKnown = isLarge || loaded !== null;
  const isWanted = isOfPage(viewId) || (viewId === null && isLarge && contentType.includes('json'));
  const json = useMemo((): JsonBodySource | null => {
    if (!isKnown) return null;
    const hasAll = loaded !== null && (loaded.total === loaded.bytes.length || loaded.bytes.length < FIRST);
    const from = hasAll
      ? ({ type: 'bytes', bytes: loaded.bytes, size: loaded.total } as const)
      : ({ type: 'app', token: sessionToken(), address } as const);
    return { source: from, contentType, isFinished };
  }, [address, isFinished, contentType, loaded, isKnown]);
  return useJson(json, isWanted);
}

/** Returns true for the views that the page draws from JSON in its worker, which loads all of the body. */
function isOfPage(viewId: string | null): boolean {
  return viewId === 'tree' || viewId === 'table';
}

interface SliceProps {
  readonly isFinished: boolean;
  /** The bytes that are loaded, of how many, and how many were asked for. */
  readonly bytes: number;
  readonly total: number | null;
  readonly length: number;
  readonly onLoad: (length: number) => void;
}

/** Says that only the beginning of a body is shown, and why. */
function Slice({ isFinished, bytes, total, length, onLoad }: SliceProps) {
  // The app had no more to give.
  const isAll = bytes < length;
  if (isAll && (!isFinished || total === null)) return null;
  const canLoad = !isAll && bytes < MAX_BYTES;
  return (
    <div className={css['slice']} role="status">
      {isAll ? 'Captured' : 'Showing'} the first {sizeText(bytes)}
      {total !== null && ` of ${sizeText(total)}`}.
      {canLoad && (
        <Button size="small" onClick={() => onLoad(total === null ? length * 4 : Math.min(total, MAX_BYTES))}>
          {total !== null && total <= MAX_BYTES ? 'Load all' : 'Load more'}
        </Button>
      )}
    </div>
  );
}

interface BodyBarProps {
  readonly contentType: string;
  readonly figure: string;
  readonly label: string;
  readonly onCopy: () => void;
  readonly onSave: () => void;
  /** The control that chooses the view. */
  readonly children: ReactNode;
}

function BodyBar({ contentType, figure, label, onCopy, onSave, children }: BodyBarProps) {
  return (
    <div className={shared['bar']}>
      {children}
      <span className={css['barText']} title={contentType}>
        <span>{contentType}</span>
      </span>
      <span className={css['barFigure']}>{figure}</span>
      <IconButton icon={Copy} label={`Copy the ${label}`} size="small" onClick={onCopy} />
      <IconButton icon={Download} label={`Save the ${label}`} size="small" onClick={onSave} />
    </div>
  );
}
