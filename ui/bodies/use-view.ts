// Asks the worker for a view of a body.
import { useEffect, useState } from 'react';
import type { FlowDetail } from '../../src/session/methods/ui-types.ts';
import type { Place } from './place.ts';
import type { LoadedBody } from './use-body.ts';
import type { ViewAnswer, ViewRequest } from './view-worker.ts';
import { workerClient } from './worker-client.ts';

const NO_TIMES: readonly number[] = [];

const ask = workerClient<ViewRequest>(
  () => new Worker(new URL('./view-worker.ts', import.meta.url), { type: 'module' }),
);

/** The view to show. */
export interface WantedView {
  /** Null for the most specific view. */
  readonly id: string | null;
  /** The place in the view before. */
  readonly from: Place | null;
}

/** Returns the view, or null while it is loading. */
export function useView(
  detail: FlowDetail,
  side: 'request' | 'response',
  body: LoadedBody,
  { id: viewId, from }: WantedView,
): ViewAnswer | null {
  const [answer, setAnswer] = useState<ViewAnswer | null>(null);
  const { url, firstEventTimes: chunkTimes = NO_TIMES } = detail;
  const headers = detail[side]?.headers;
  const isFinished = detail.state !== 'pending';
  const { body: sent } = detail.request;
  const asked = side === 'response' && typeof sent === 'string' ? sent : '';
  useEffect(() => {
    if (body.type !== 'loaded' || headers === undefined) return;
    let isCurrent = true;
    const { bytes, total } = body;
    const contentType = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
    const complete = isFinished && total === bytes.length;
    const context = { contentType, side, url, headers, complete, size: total, chunkTimes, asked };
    void ask({ bytes, context, viewId, from }).then(
      (received) => {
        if (isCurrent) setAnswer(received as ViewAnswer);
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [body, headers, side, url, isFinished, viewId, from, chunkTimes, asked]);
  return answer;
}
