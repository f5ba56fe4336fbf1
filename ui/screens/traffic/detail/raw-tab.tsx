// A message as it was sent: start line, headers, and the body with its content coding.
import { lazy, Suspense, useMemo } from 'react';
import type { FlowDetail } from '../../../../src/session/methods/ui-types.ts';
import { urlParts } from '../../../format/url.ts';
import { useBody } from '../../../bodies/use-body.ts';
import { Waiting } from '../../../bodies/waiting.tsx';

const CodeText = lazy(() => import('../../../editor/code-text.tsx'));
/** The number of bytes of the body that are shown. */
const SHOWN = 256 * 1024;

interface RawTabProps {
  readonly detail: FlowDetail;
  readonly side: 'request' | 'response';
}

export function RawTab({ detail, side }: RawTabProps) {
  const { id, state } = detail;
  const address = useMemo(() => ({ type: 'flow', id, side, view: 'raw' }) as const, [id, side]);
  const size = (side === 'request' ? detail.requestSize : detail.responseSize) ?? 0;
  const body = useBody({ address, size, isFinished: state !== 'pending' }, SHOWN);
  if (body.type !== 'loaded') return <Waiting />;
  const text = `${headText(detail, side)}\n\n${printable(body.bytes)}${rest(body.bytes.length, body.total)}`;
  return (
    <Suspense fallback={<Waiting />}>
      <CodeText text={text} language="plain" label={`Raw ${side}`} />
    </Suspense>
  );
}

function headText(detail: FlowDetail, side: 'request' | 'response'): string {
  const headers = (detail[side]?.headers ?? []).map(({ name, value }) => `${name}: ${value}`);
  return [startLine(detail, side), ...headers].join('\n');
}

function startLine(detail: FlowDetail, side: 'request' | 'response'): string {
  const version = detail.httpVersion ?? 'HTTP/1.1';
  if (side === 'response')
    return `${version} ${detail.response?.status ?? ''} ${detail.response?.reason ?? ''}`.trim();
  const { path, query } = urlParts(detail.request.url ?? detail.url);
  return `${detail.request.method ?? detail.method} ${path}${query} ${version}`;
}

/** Returns the bytes as UTF-8 text, or with dots for bytes that are not text. */
function printable(bytes: Uint8Array): string {
  const text = new TextDecoder().decode(bytes);
  return text.replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f\ufffd]/g, '·');
}

function rest(shown: number, total: number | null): string {
  return total === null || shown >= total ? '' : `\n[${total - shown} bytes left out]`;
}
