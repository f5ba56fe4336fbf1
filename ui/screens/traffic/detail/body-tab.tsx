// Shows a body in the view that fits it best, or in the view that the user chooses.
import { Copy, Download, TriangleAlert } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import type { FlowDetail } from '../../../../src/session/methods/ui-types.ts';
import { sizeText } from '../../../format/measures.ts';
import { Button, IconButton, Note, Segmented } from '../../../parts/index.ts';
import { copyBody, saveBody } from '../actions/request-actions.ts';
import { urlParts } from '../../../format/url.ts';
import { BodyView } from './body-view.tsx';
import css from './body-tab.module.css';
import shared from './detail.module.css';
import { useBody } from './use-body.ts';
import { useView } from './use-view.ts';
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
  const [chosen, setChosen] = useState<string | null>(null);
  const body = useBody(detail, side, 'decoded', length);
  const answer = useView(detail, side, body, chosen === 'tree' ? 'json' : chosen);
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
  const hasTree = answer.json !== undefined;
  const options = [
    ...(hasTree ? [['tree', 'Tree'] as const] : []),
    ...answer.views.map(({ id, title }) => [id, title] as const),
  ];
  const shown = chosen ?? (hasTree && answer.viewId === 'json' ? 'tree' : (answer.viewId ?? 'hex'));
  const rest = total === null ? null : total - bytes.length;
  return (
    <>
      <BodyBar {...{ detail, side, total }}>
        <Segmented label={`View of the ${side} body`} value={shown} options={options} onChange={setChosen} />
      </BodyBar>
      {rest !== 0 && (
        <div className={css['slice']} role="status">
          Showing the first {sizeText(bytes.length)}
          {total !== null && ` of ${sizeText(total)}`}.
          {bytes.length < MAX_BYTES && (
            <Button
              size="small"
              onClick={() => setLength(total === null ? length * 4 : Math.min(total, MAX_BYTES))}
            >
              {total !== null && total <= MAX_BYTES ? 'Load all' : 'Load more'}
            </Button>
          )}
        </div>
      )}
      <BodyView answer={answer} shown={shown} bytes={bytes} label={`${side} body`} part={`${side}-body`} />
    </>
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
