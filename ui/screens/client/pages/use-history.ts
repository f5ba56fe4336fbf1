// Pages of the history, read again when something is added to it.
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { onWorkspaceEvent } from '../../../state/workspace-events.ts';
import { placed } from '../model/steps.ts';
import { objectKey } from '../model/workspace.ts';

export type Entry = ResultOf<'client.history'>['entries'][number];
export type Kind = 'all' | Entry['kind'];

/** Returns the key of the tab that shows what an entry is about; null where there is none. */
export function tabOf({ id, kind, request }: Entry): string | null {
  if (kind === 'loadTest') return `load:${id}`;
  if (request === null) return null;
  const key = objectKey('request', request);
  return placed(key) === null ? null : key;
}

/** Milliseconds after the last key before the history is searched. */
const TYPING_MS = 200;

export function useHistory(text: string, inBodies: boolean, kind: Kind) {
  const [entries, setEntries] = useState<readonly Entry[]>([]);
  const [next, setNext] = useState<string | null>(null);
  const [error, setError] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(true);
  const [changes, setChanges] = useState(0);
  const query = {
    ...(text !== '' && { text, inBodies }),
    ...(kind !== 'all' && { kinds: [kind] }),
  };
  const key = JSON.stringify(query);
  useEffect(() => onWorkspaceEvent(({ type }) => type === 'history' && setChanges((now) => now + 1)), []);
  useEffect(() => {
    const ended = new AbortController();
    const timer = setTimeout(() => {
      setBusy(true);
      rpc('client.history', JSON.parse(key) as typeof query, ended.signal)
        .then(
          (page) => {
            setError(null);
            setEntries(page.entries);
            setNext(page.next);
          },
          (reason: unknown) => {
            if (!ended.signal.aborted) setError(messageOf(reason));
          },
        )
        .finally(() => setBusy(false));
    }, TYPING_MS);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [key, changes]);
  const more = (): void => {
    if (next === null) return;
    setBusy(true);
    rpc('client.history', { ...query, before: next })
      .then(
        (page) => {
          setEntries([...entries, ...page.entries]);
          setNext(page.next);
        },
        (reason: unknown) => setError(messageOf(reason)),
      )
      .finally(() => setBusy(false));
  };
  return { entries, next, error, isBusy, more };
}
