// The changes of a description since another version.
import { useCallback, useEffect, useState } from 'react';
import type { ResultOf } from '../../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../../api/client.ts';

type Compared = ResultOf<'client.diff_spec'>;
export type Change = Compared['changes'][number];
export type Part = Compared['parts'][number];

/** The other version. */
export type Version =
  | { readonly type: 'file' }
  | { readonly type: 'commit'; readonly commit: string }
  | { readonly type: 'text'; readonly name: string; readonly text: string };

export interface DiffState {
  readonly compared: Compared | null;
  readonly error: string | null;
  readonly isGoing: boolean;
}

interface DiffQuery {
  readonly spec: string;
  readonly text: string;
  /** Null while it is not known. */
  readonly version: Version | null;
  /** An operation of which both texts are wanted. */
  readonly operation?: string | undefined;
}

const NOTHING: DiffState = { compared: null, error: null, isGoing: true };

export function useDiff({
  spec,
  text,
  version,
  operation,
}: DiffQuery): DiffState & { readonly again: () => void } {
  const [state, setState] = useState(NOTHING);
  const [round, setRound] = useState(0);
  const again = useCallback(() => setRound((now) => now + 1), []);
  useEffect(() => {
    if (version === null) return;
    const ended = new AbortController();
    setState((now) => ({ ...now, isGoing: true }));
    const params = { spec, text, ...otherOf(version), ...(operation !== undefined && { operation }) };
    rpc('client.diff_spec', params, ended.signal).then(
      (compared) => setState({ compared, error: null, isGoing: false }),
      (reason: unknown) => {
        if (!ended.signal.aborted) setState({ compared: null, error: messageOf(reason), isGoing: false });
      },
    );
    return () => ended.abort();
  }, [spec, text, version, operation, round]);
  return { ...state, again };
}

/** Returns what names the version in calls. */
export function otherOf(version: Version): { readonly revision?: string; readonly other?: string } {
  if (version.type === 'commit') return { revision: version.commit };
  return version.type === 'text' ? { other: version.text } : {};
}

export type Severity = 'breaking' | 'warning' | 'info';

export function severityOf({ breaking, warning }: Change): Severity {
  if (breaking) return 'breaking';
  return warning ? 'warning' : 'info';
}
