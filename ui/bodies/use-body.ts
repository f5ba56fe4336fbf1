// Loads the beginning of a body, and more of it on demand.
import { useEffect, useState } from 'react';
import { messageOf } from '../api/client.ts';
import { readBody, type BodySource } from './body-source.ts';

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
  { address, isFinished, size }: Pick<BodySource, 'address' | 'isFinished' | 'size'>,
  length: number,
): LoadedBody {
  const [body, setBody] = useState<LoadedBody>({ type: 'loading' });
  useEffect(() => {
    const control = new AbortController();
    readBody(address, { length }, control.signal).then(
      ({ bytes, total }) => setBody({ type: 'loaded', bytes, total }),
      (error: unknown) => {
        if (!control.signal.aborted) setBody({ type: 'error', message: messageOf(error) });
      },
    );
    return () => control.abort();
    // A body that is still growing is loaded again.
  }, [address, length, isFinished, size]);
  return body;
}
