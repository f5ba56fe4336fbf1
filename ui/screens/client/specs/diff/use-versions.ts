// The versions with which a description can be compared: its commits, and its file while it has changes.
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../../api/client.ts';

type Commit = ResultOf<'client.git_log'>[number];

/** Returns the latest commits of its file; none without a repository. */
export function useCommits(spec: string): readonly Commit[] | null {
  const [commits, setCommits] = useState<readonly Commit[] | null>(null);
  useEffect(() => {
    const ended = new AbortController();
    rpc('client.git_log', { object: { kind: 'spec', id: spec }, limit: 50 }, ended.signal).then(
      setCommits,
      () => {
        if (!ended.signal.aborted) setCommits([]);
      },
    );
    return () => ended.abort();
  }, [spec]);
  return commits;
}
