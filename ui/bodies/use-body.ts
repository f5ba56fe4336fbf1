// Loads the beginning of a body, and more of it on demand.
import { useEffect, useState } from 'react';
import type { FlowDetail } from '../../src/session/methods/ui-types.ts';
import { bodySlice, messageOf } from '../api/client.ts';

/** The state of loading a body. */
export type LoadedBody =
  | { readonly type: 'loading' }
  | { readonly type: 'error'; readonly message: string }
  | {
      readonly type: 'loaded';
      readonly bytes: Uint8Array;
      /** The size of the whole body in bytes; null while it is unknown. */
      readonly total: number | null;
    };

/** Loads the first `length` bytes of a body. */
export function useBody(
  { id, state, responseSize, requestSize }: FlowDetail,
  side: 'request' | 'response',
  view: 'decoded' | 'raw',
  length: number,
): LoadedBody {
  const [body, setBody] = useState<LoadedBody>({ type: 'loading' });
  const size = side === 'request' ? requestSize : responseSize;
  useEffect(() => {
    const control = new AbortController();
    bodySlice(id, { side, view, length }, control.signal).then(
      ({ bytes, total }) => setBody({ type: 'loaded', bytes, total }),
      (error: unknown) => {
        if (!control.signal.aborted) setBody({ type: 'error', message: messageOf(error) });
      },
    );
    return () => control.abort();
    // A body that is still growing is loaded again.
  }, [id, side, view, length, state, size]);
  return body;
}
