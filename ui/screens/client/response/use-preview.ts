// Asks the app what Send would send, as the request changes.
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import type { RequestFields, Where } from '../sends/index.ts';

export type Preview = ResultOf<'client.preview'>;

interface LoadedPreview {
  /** Null before the first; the one before while the next is awaited. */
  readonly preview: Preview | null;
  readonly error: string | null;
}

/** Milliseconds without a change after which it is asked for. */
const PAUSE_MS = 200;

export function usePreview(request: RequestFields, where: Where): LoadedPreview {
  const [loaded, setLoaded] = useState<LoadedPreview>({ preview: null, error: null });
  const params = JSON.stringify({ request, ...where });
  useEffect(() => {
    const control = new AbortController();
    const timer = setTimeout(() => {
      const given = JSON.parse(params) as Where & { readonly request: RequestFields };
      rpc('client.preview', given, control.signal).then(
        (preview) => setLoaded({ preview, error: null }),
        (error: unknown) => {
          if (!control.signal.aborted) setLoaded(({ preview }) => ({ preview, error: messageOf(error) }));
        },
      );
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [params]);
  return loaded;
}
