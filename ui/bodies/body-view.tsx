// Draws a view of a body. It never inserts HTML, and draws an image only after recognising its bytes.
import { TriangleAlert } from 'lucide-react';
import { lazy, Suspense, useEffect, useMemo, useState } from 'react';
import type { ContentPart } from '../../src/flow/filter/index.ts';
import type { View } from '../../src/flow/views/index.ts';
import { Note } from '../parts/index.ts';
import css from './body-view.module.css';
import shared from '../parts/content.module.css';
import type { ShownText } from '../editor/code-text.tsx';
import { Conversation } from './conversation/conversation.tsx';
import { Marked } from './scroll-marks.tsx';
import { useBlobUrl } from './use-blob-url.ts';
import { positionsIn, useHitArea, useNeedlesIn } from './hit-areas.ts';
import { HexRows } from './hex-rows.tsx';
import { JsonTable } from './json/json-table.tsx';
import { JsonTree } from './json/json-tree.tsx';
import type { JsonState } from './json/use-json.ts';
import { NodeTree } from './node-tree.tsx';
import type { PlaceReader } from './place.ts';
import type { ViewAnswer } from './view-worker.ts';
import { Waiting } from './waiting.tsx';

const CodeText = lazy(() => import('../editor/code-text.tsx'));

interface BodyViewProps {
  readonly answer: ViewAnswer;
  readonly bytes: Uint8Array;
  /** The body for the tree. */
  readonly json: JsonState;
  readonly label: string;
  /** The part of the exchange that it shows. */
  readonly part: ContentPart;
  readonly place: PlaceReader;
  /** Shows the text, at a byte of the body. */
  readonly onShowText: (offset: number) => void;
}

export function BodyView({ answer, bytes, json, label, part, place, onShowText }: BodyViewProps) {
  const { view, viewId, position } = answer;
  if (viewId === 'tree')
    return <JsonTree state={json} startAt={position} {...{ label, part, place, onShowText }} />;
  if (viewId === 'table') return <JsonTable state={json} label={label} />;
  if (view === null) return <p className={shared['hint']}>No view can show this body.</p>;
  return (
    <>
      {view.error !== null && (
        <Note tone="warn" icon={TriangleAlert}>
          {view.error.reason}
          {view.error.line !== null && `, at line ${view.error.line}, column ${view.error.column ?? 0}`}
          {view.error.offset !== null && `, at byte ${view.error.offset}`}
        </Note>
      )}
      <ViewContent {...{ view, bytes, label, part, place }} viewId={viewId ?? ''} startAt={position} />
      {view.notes.length > 0 && <p className={css['notes']}>{view.notes.join(' · ')}</p>}
    </>
  );
}

interface ViewContentProps extends Pick<BodyViewProps, 'bytes' | 'label' | 'part' | 'place'> {
  readonly view: View;
  readonly viewId: string;
  /** The position to begin at. */
  readonly startAt: number | null;
}

function ViewContent({ view, viewId, bytes, label, part, place, startAt }: ViewContentProps) {
  switch (view.type) {
    case 'text':
      return (
        <Suspense fallback={<Waiting />}>
          <SearchedText
            key={viewId}
            text={view.text}
            language={view.language}
            {...{ label, part, viewId, startAt, place }}
          />
        </Suspense>
      );
    case 'conversation':
      return <Conversation conversation={view.conversation} label={label} part={part} />;
    case 'tree':
      return <NodeTree nodes={view.nodes} label={label} />;
    case 'table':
      return (
        <div className={shared['scroll']}>
          <table className={css['table']}>
            <thead>
              <tr>
                {view.columns.map((column) => (
                  <th key={column} scope="col">
                    {column}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {view.rows.map((row, index) => (
                <tr key={index}>
                  {row.map((cell, at) => (
                    <td key={at}>{cell}</td>
                  ))}
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      );
    case 'hex':
      return <HexRows {...{ bytes, label, startAt, place }} />;
    case 'image':
      return <ImageView bytes={bytes} mime={view.mime} size={view} label={label} />;
    case 'unreadable':
      return null;
  }
}

interface SearchedTextProps {
  readonly text: string;
  readonly language: string;
  readonly label: string;
  readonly part: ContentPart;
  readonly viewId: string;
  readonly startAt: number | null;
  readonly place: PlaceReader;
}

/** Text whose hits are stepped through, also where they are not in sight. */
function SearchedText({ part, viewId, startAt, place, ...props }: SearchedTextProps) {
  const [shown, setShown] = useState<ShownText | null>(null);
  useEffect(
    () => (shown === null ? undefined : place.offer(() => ({ view: viewId, position: shown.position() }))),
    [shown, place, viewId],
  );
  useEffect(() => {
    if (shown !== null && startAt !== null) shown.goTo(startAt);
  }, [shown, startAt]);
  const needles = useNeedlesIn(part);
  const found = useMemo(() => {
    if (shown === null || needles.length === 0) return [];
    const text = shown.text.toLowerCase();
    return needles
      .flatMap((needle) => positionsIn(text, needle).map((from) => [from, from + needle.length] as const))
      .toSorted(([a], [b]) => a - b);
  }, [shown, needles]);
  useHitArea({
    element: () => shown?.element ?? null,
    count: found.length,
    show: (index) => shown?.select(...found[index]!),
  });
  const lines = useMemo(() => (found.length === 0 ? [] : lineStarts(shown?.text ?? '')), [shown, found]);
  const places = useMemo(() => linePlaces(lines, found), [lines, found]);
  return (
    <Marked places={places} height={lines.length * LINE_HEIGHT}>
      <CodeText {...props} onShown={setShown} />
    </Marked>
  );
}

/** Pixels. */
const LINE_HEIGHT = 18;

/** Returns where positions are in a text whose lines begin at `lines`. */
function linePlaces(
  lines: readonly number[],
  found: readonly (readonly [from: number, to: number])[],
): readonly number[] {
  let line = 0;
  return found.map(([from]) => {
    while ((lines[line + 1] ?? Infinity) <= from) line += 1;
    return line / lines.length;
  });
}

function lineStarts(text: string): readonly number[] {
  const starts = [0];
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1);
  return starts;
}

interface ImageViewProps {
  readonly bytes: Uint8Array;
  /** The type that the bytes show, whatever the headers say. */
  readonly mime: string;
  readonly size: { readonly width: number | null; readonly height: number | null };
  readonly label: string;
}

function ImageView({ bytes, mime, size: { width, height }, label }: ImageViewProps) {
  const url = useBlobUrl(bytes, mime);
  const [isBroken, setBroken] = useState(false);
  return (
    <div className={css['image']}>
      {url !== null && !isBroken && <img src={url} alt={`The ${label}`} onError={() => setBroken(true)} />}
      <p>
        {isBroken ? `The browser cannot draw this ${mime}.` : mime}
        {width !== null && height !== null && ` ${width} × ${height}`}
      </p>
    </div>
  );
}
