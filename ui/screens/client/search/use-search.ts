// A search in the workspace, and the occurrences that are chosen to be replaced.
import { useEffect, useState } from 'react';
import type { ParamsOf, ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { onWorkspaceEvent } from '../../../state/workspace-events.ts';

export type Query = ParamsOf<'client.search'>;
export type Occurrence = ResultOf<'client.search'>['occurrences'][number];

export interface Found {
  readonly occurrences: readonly Occurrence[];
  readonly total: number;
}

/** Milliseconds after the last key before the workspace is searched. */
const TYPING_MS = 150;
const LIMIT = 2000;
const NOTHING: Found = { occurrences: [], total: 0 };

/** Searches again when the query or the workspace changes. */
export function useSearch(query: Query) {
  const [found, setFound] = useState(NOTHING);
  const [error, setError] = useState<string | null>(null);
  const [changes, setChanges] = useState(0);
  const key = JSON.stringify(query);
  useEffect(
    () =>
      onWorkspaceEvent(({ type }) => {
        if (type === 'files' || type === 'draft') setChanges((now) => now + 1);
      }),
    [],
  );
  useEffect(() => {
    const asked = JSON.parse(key) as Query;
    const ended = new AbortController();
    const timer = setTimeout(() => {
      if (asked.query === '') {
        setFound(NOTHING);
        setError(null);
        return;
      }
      rpc('client.search', { ...asked, limit: LIMIT }, ended.signal).then(
        (answer) => {
          setFound(answer);
          setError(null);
        },
        (reason: unknown) => {
          if (ended.signal.aborted) return;
          setFound(NOTHING);
          setError(messageOf(reason));
        },
      );
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [key, changes]);
  return { found, error };
}
