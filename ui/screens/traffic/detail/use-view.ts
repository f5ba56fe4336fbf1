// Asks the worker for a view of a body.
import { useEffect, useState } from 'react';
import type { FlowDetail } from '../../../../src/session/methods/ui-types.ts';
import type { LoadedBody } from './use-body.ts';
import type { ViewAnswer, ViewRequest } from './view-worker.ts';

const NO_TIMES: readonly number[] = [];
let worker: Worker | null = null;
let lastKey = 0;
const waiting = new Map<number, (answer: ViewAnswer) => void>();

function ask(request: Omit<ViewRequest, 'key'>): Promise<ViewAnswer> {
  if (worker === null) {
    worker = new Worker(new URL('./view-worker.ts', import.meta.url), { type: 'module' });
    worker.addEventListener('message', ({ data }: MessageEvent<ViewAnswer>) => {
      waiting.get(data.key)?.(data);
      waiting.delete(data.key);
    });
  }
  const key = ++lastKey;
  worker.postMessage({ ...request, key });
  return new Promise((resolve) => waiting.set(key, resolve));
}

/** Returns the view, or null while it is loading. A `viewId` of null asks for the most specific view. */
export function useView(
  detail: FlowDetail,
  side: 'request' | 'response',
  body: LoadedBody,
  viewId: string | null,
): ViewAnswer | null {
  const [answer, setAnswer] = useState<ViewAnswer | null>(null);
  const { url, firstEventTimes: chunkTimes = NO_TIMES } = detail;
  const headers = detail[side]?.headers;
  const isFinished = detail.state !== 'pending';
  useEffect(() => {
    if (body.type !== 'loaded' || headers === undefined) return;
    let isCurrent = true;
    const { bytes, total } = body;
    const contentType = headers.find(({ name }) => name.toLowerCase() === 'content-type')?.value ?? '';
    const complete = isFinished && total === bytes.length;
    const context = { contentType, side, url, headers, complete, size: total, chunkTimes };
    void ask({ bytes, context, viewId, wantsValue: true }).then((received) => {
      if (isCurrent) setAnswer(received);
    });
    return () => {
      isCurrent = false;
    };
  }, [body, headers, side, url, isFinished, viewId, chunkTimes]);
  return answer;
}
