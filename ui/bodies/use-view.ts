// Asks the worker for a view of a body.
import { useEffect, useState } from 'react';
import { viewOf } from './ask-view.ts';
import type { BodySource } from './body-source.ts';
import type { Place } from './place.ts';
import type { LoadedBody } from './use-body.ts';
import type { ViewAnswer } from './view-worker.ts';

/** The view to show. */
export interface WantedView {
  /** Null for the most specific view. */
  readonly id: string | null;
  /** The place in the view before. */
  readonly from: Place | null;
}

/** Returns the view, or null while it is loading. */
export function useView(
  { contentType, side, url, headers, chunkTimes, asked, isFinished }: BodySource,
  body: LoadedBody,
  { id: viewId, from }: WantedView,
): ViewAnswer | null {
  const [answer, setAnswer] = useState<ViewAnswer | null>(null);
  useEffect(() => {
    if (body.type !== 'loaded') return;
    let isCurrent = true;
    const { bytes, total } = body;
    const complete = isFinished && total === bytes.length;
    const context = { contentType, side, url, headers, complete, size: total, chunkTimes, asked };
    void viewOf({ bytes, context, viewId, from }).then(
      (received) => {
        if (isCurrent) setAnswer(received);
      },
      () => undefined,
    );
    return () => {
      isCurrent = false;
    };
  }, [body, contentType, headers, side, url, isFinished, viewId, from, chunkTimes, asked]);
  return answer;
}
