// The changes that a synchronization of a description would make in its collection.
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { onWorkspaceEvent } from '../../../state/workspace-events.ts';

export type SyncPreview = ResultOf<'client.preview_sync'>;
export type SyncChange = SyncPreview['changes'][number];

export interface SyncState {
  /** The preview of the text before it had errors; null before the first one. */
  readonly preview: SyncPreview | null;
  readonly error: string | null;
}

/** Follows a text without errors, by default that of the draft or the file; null keeps what was known. */
export function useSyncPreview(spec: string, text?: string | null): SyncState {
  const [state, setState] = useState<SyncState>({ preview: null, error: null });
  const [changes, setChanges] = useState(0);
  useEffect(
    () =>
      onWorkspaceEvent(({ type }) => {
        if (type === 'files') setChanges((now) => now + 1);
      }),
    [],
  );
  useEffect(() => {
    if (text === null) return;
    const ended = new AbortController();
    rpc('client.preview_sync', { spec, ...(text !== undefined && { text }) }, ended.signal).then(
      (preview) => setState({ preview, error: null }),
      (reason: unknown) => {
        if (!ended.signal.aborted) setState((now) => ({ ...now, error: messageOf(reason) }));
      },
    );
    return () => ended.abort();
  }, [spec, text, changes]);
  return state;
}
