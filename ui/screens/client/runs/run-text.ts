// The same run as text, from the app: a command, or a job of continuous integration.
import { useEffect, useState } from 'react';
import type { ParamsOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import type { TabSetup } from './setup.ts';

export type System = ParamsOf<'client.run_text'>['system'];

/** Returns the text of a run; `error` says why there is none. */
export function useRunText(
  { setup, name, object }: TabSetup,
  collection: string,
  system: System,
): { readonly text: string; readonly error: string | null } {
  const [state, setState] = useState<{ text: string; error: string | null }>({ text: '', error: null });
  // A configuration with changes is not what its file has.
  const saved = object !== null && !object.isUnsaved && name !== null ? { name } : {};
  const key = JSON.stringify({ system, configuration: { ...setup, collection }, ...saved });
  useEffect(() => {
    const ended = new AbortController();
    rpc('client.run_text', JSON.parse(key) as ParamsOf<'client.run_text'>, ended.signal).then(
      ({ text }) => setState({ text, error: null }),
      (error: unknown) => {
        if (!ended.signal.aborted) setState({ text: '', error: messageOf(error) });
      },
    );
    return () => ended.abort();
  }, [key]);
  return state;
}
