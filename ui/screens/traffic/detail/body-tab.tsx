// The body of one side of an exchange.
import { useMemo } from 'react';
import type { FlowDetail } from '../../../../src/session/methods/ui-types.ts';
import { BodyPane } from '../../../bodies/body-pane.tsx';
import type { BodySource } from '../../../bodies/body-source.ts';
import { sizeText } from '../../../format/measures.ts';
import { urlParts } from '../../../format/url.ts';

type Side = 'request' | 'response';

interface BodyTabProps {
  readonly detail: FlowDetail;
  readonly side: Side;
}

export function BodyTab({ detail, side }: BodyTabProps) {
  return (
    <BodyPane
      source={useSource(detail, side)}
      label={`${side} body`}
      part={`${side}-body`}
      fileName={fileName(detail, side)}
      sizeNote={(total) => sizes(detail, side, total)}
    />
  );
}

const NO_TIMES: readonly number[] = [];
const NO_HEADERS: BodySource['headers'] = [];

function useSource(detail: FlowDetail, side: Side): BodySource {
  const { id, url, state, firstEventTimes: chunkTimes = NO_TIMES } = detail;
  const { body: sent } = detail.request;
  const address = useMemo(() => ({ type: 'flow', id, side, view: 'decoded' }) as const, [id, side]);
  return {
    address,
    side,
    url,
    headers: detail[side]?.headers ?? NO_HEADERS,
    contentType: headerOf(detail, side, 'content-type') ?? '',
    chunkTimes,
    asked: side === 'response' && typeof sent === 'string' ? sent : '',
    size: wireSize(detail, side) ?? 0,
    isFinished: state !== 'pending',
  };
}

/** Returns the decoded size, with the size on the wire where it differs. */
function sizes(detail: FlowDetail, side: Side, total: number | null): string {
  const wire = wireSize(detail, side);
  const coding = headerOf(detail, side, 'content-encoding');
  const decoded = total === null ? '' : sizeText(total);
  return coding === undefined || wire === undefined ? decoded : `${decoded}, ${sizeText(wire)} as ${coding}`;
}

function wireSize({ requestSize, responseSize }: FlowDetail, side: Side): number | undefined {
  return side === 'request' ? requestSize : responseSize;
}

function headerOf(detail: FlowDetail, side: Side, name: string): string | undefined {
  return detail[side]?.headers.find((header) => header.name.toLowerCase() === name)?.value;
}

function fileName(detail: FlowDetail, side: Side): string {
  const last = urlParts(detail.url).path.split('/').at(-1) ?? '';
  const name = last.replaceAll(/[^\w.-]/g, '_').slice(0, 80);
  return name === '' ? `${side}-${detail.id}` : name;
}
