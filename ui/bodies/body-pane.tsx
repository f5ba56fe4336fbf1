// Shows a body in the view that fits it best, or in the view that the user chooses.
import { Copy, Download, TriangleAlert } from 'lucide-react';
import { useMemo, useState, type ReactNode } from 'react';
import type { FlowDetail } from '../../src/session/methods/ui-types.ts';
import { sessionToken } from '../api/client.ts';
import { sizeText } from '../format/measures.ts';
import { Button, IconButton, Note, Segmented } from '../parts/index.ts';
import { copyBody, saveBody } from '../screens/traffic/actions/request-actions.ts';
import { urlParts } from '../format/url.ts';
import { BodyView } from './body-view.tsx';
import css from './body-pane.module.css';
import shared from '../parts/content.module.css';
import { useJson, type JsonState, type JsonBodySource } from './json/use-json.ts';
import { placeReader } from './place.ts';
import { useBody, type LoadedBody } from './use-body.ts';
import { useView, type WantedView } from './use-view.ts';
import { Waiting } from './waiting.tsx';

/** The number of bytes that are loaded at first. */
const FIRST = 1024 * 1024;
/** The number of bytes that a page can show without becoming slow. */
const MAX_BYTES = 16 * 1024 * 1024;

interface BodyTabProps {
  readonly detail: FlowDetail;
  readonly side: 'request' | 'response';
}

export function BodyTab({ detail, side }: BodyTabProps) {
  const [length, setLength] = useState(FIRST);
  const [wanted, setWanted] = useState<WantedView>({ id: null, from: null });
  const [place] = useState(placeReader);
  const body = useBody(detail, side, 'decoded', length);
  const answer = useView(detail, side, body, wanted);
  const json = useJsonOf(detail, side, body, answer?.viewId ?? wanted.id);
  if (body.type === 'error')
    return (
      <Note tone="danger" icon={TriangleAlert} title="The body cannot be loaded">
        {body.message}
      </Note>
    );
  if (body.type === 'loading') return <Waiting />;
  const { bytes, total } = body;
  if (bytes.length === 0)
    return (
      <p className={shared['hint']}>{detail.state === 'pending' ? 'No body yet.' : 'There is no body.'}</p>
    );
  if (answer === null) return <Waiting />;
  const options = answer.views.map(({ id, title }) => [id, title] as const);
  return (
    <>
      <BodyBar {...{ detail, side, total }}>
        <Segmented
          label={`View of the ${side} body`}
          value={wanted.id ?? answer.viewId ?? 'hex'}
          options={options}
          onChange={(id) => setWanted({ id, from: place.read() })}
        />
      </BodyBar>
      {total !== bytes.length && (answer.viewId !== 'tree' || bytes.length < length) && (
        <Slice detail={detail} bytes={bytes.length} total={total} length={length} onLoad={setLength} />
      )}
      <BodyView
        answer={answer}
        bytes={bytes}
        json={json}
        label={`${side} body`}
        part={`${side}-body`}
        place={place}
        onShowText={(position) => setWanted({ id: 'json', from: { view: 'tree', position } })}
      />
    </>
  );
}

/**
 * Returns the JSON of a body, opened when the tree is shown, and that of a large one already while its beginning is
 * loaded and looked at: the worker loads it by itself.
 */
function useJsonOf(
  detail: FlowDetail,
  side: 'request' | 'response',
  body: LoadedBody,
  viewId: string | null,
): JsonState {
  const { id, state } = detail;
  const contentType = contentTypeOf(detail, side).toLowerCase();
  const isFinished = state !== 'pending';
  const size = (side === 'request' ? detail.requestSize : detail.responseSize) ?? 0;
  const isLarge = isFinished && size > FIRST;
  const loaded = body.type === 'loaded' && !isLarge ? body : null;
  const isKnown = isLarge || loaded !== null;
  const isWanted = viewId === 'tree' || (viewId === null && isLarge && contentType.includes('json'));
  const source = useMemo((): JsonBodySource | null => {
    if (!isKnown) return null;
    const hasAll = loaded !== null && (loaded.total === loaded.bytes.length || loaded.bytes.length < FIRST);
    const from = hasAll
      ? ({ type: 'bytes', bytes: loaded.bytes, size: loaded.total } as const)
      : ({ type: 'app', token: sessionToken(), flow: id, side } as const);
    return { source: from, contentType, isFinished };
  }, [id, side, isFinished, contentType, loaded, isKnown]);
  return useJson(source, isWanted);
}

interface SliceProps {
  readonly detail: FlowDetail;
  /** The bytes that are loaded, of how many, and how many were asked for. */
  readonly bytes: number;
  readonly total: number | null;
  readonly length: number;
  readonly onLoad: (length: number) => void;
}

/** Says that only the beginning of a body is shown, and why. */
function Slice({ detail, bytes, total, length, onLoad }: SliceProps) {
  const isPending = detail.state === 'pending';
  // The app had no more to give.
  const isAll = bytes < length;
  if (isAll && (isPending || total === null)) return null;
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

interface BodyBarProps extends BodyTabProps {
  readonly total: number | null;
  /** The control that chooses the view. */
  readonly children: ReactNode;
}

function BodyBar({ detail, side, total, children }: BodyBarProps) {
  return (
    <div className={shared['bar']}>
      {children}
      <span className={css['barText']} title={contentTypeOf(detail, side)}>
        {contentTypeOf(detail, side)}
      </span>
      <span className={css['barFigure']}>{sizes(detail, side, total)}</span>
      <IconButton
        icon={Copy}
        label={`Copy the ${side} body`}
        size="small"
        onClick={() => void copyBody(detail.id, side)}
      />
      <IconButton
        icon={Download}
        label={`Save the ${side} body`}
        size="small"
        onClick={() => void saveBody(detail.id, side, fileName(detail, side))}
      />
    </div>
  );
}

function contentTypeOf(detail: FlowDetail, side: 'request' | 'response'): string {
  const header = detail[side]?.headers.find(({ name }) => name.toLowerCase() === 'content-type');
  return header?.value ?? '';
}

/** Returns the decoded size, with the size on the wire where it differs. */
function sizes(detail: FlowDetail, side: 'request' | 'response', total: number | null): string {
  const wire = side === 'request' ? detail.requestSize : detail.responseSize;
  const coding = detail[side]?.headers.find(({ name }) => name.toLowerCase() === 'content-encoding')?.value;
  const decoded = total === null ? '' : sizeText(total);
  return coding === undefined || wire === undefined ? decoded : `${decoded}, ${sizeText(wire)} as ${coding}`;
}

function fileName(detail: FlowDetail, side: 'request' | 'response'): string {
  const last = urlParts(detail.url).path.split('/').at(-1) ?? '';
  const name = last.replaceAll(/[^\w.-]/g, '_').slice(0, 80);
  return name === '' ? `${side}-${detail.id}` : name;
}
