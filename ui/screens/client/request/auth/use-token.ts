// Asks the app for the OAuth 2.0 token of a request: again when its authorization, the workspace or a send has changed.
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../../api/client.ts';
import { onWorkspaceEvent } from '../../../../state/workspace-events.ts';
import { openObject, useObject } from '../../model/objects.ts';
import { keyParts } from '../../model/workspace.ts';
import { whereOf } from '../../model/steps.ts';
import { useSend } from '../../sends/index.ts';

export type RequestToken = ResultOf<'client.request_token'>;

/** Milliseconds without a change after which it is asked for. */
const PAUSE_MS = 200;

/** Returns null before the first answer; `reload` asks again. */
export function useToken(tabKey: string): {
  readonly state: RequestToken | null;
  readonly reload: () => void;
} {
  const [state, setState] = useState<RequestToken | null>(null);
  const [changes, setChanges] = useState(0);
  const { auth } = useObject(tabKey).value;
  const { type: phase } = useSend(tabKey);
  const reload = (): void => setChanges((count) => count + 1);
  useEffect(() => onWorkspaceEvent(() => setChanges((count) => count + 1)), []);
  useEffect(() => {
    const control = new AbortController();
    const timer = setTimeout(() => {
      const request = { ...openObject(tabKey).value, id: keyParts(tabKey).id };
      rpc('client.request_token', { request, ...whereOf(tabKey) }, control.signal).then(setState, () => {
        if (!control.signal.aborted) setState(null);
      });
    }, PAUSE_MS);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [tabKey, auth, phase, changes]);
  return { state, reload };
}
