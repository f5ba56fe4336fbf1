// The versions with which a description can be compared: its commits, and its file while it has changes.
import { useEffect, useMemo, useState } from 'react';
import type { ResultOf } from '../../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../../api/client.ts';
import type { Version } from './use-diff.ts';

export type Commit = ResultOf<'client.git_log'>[number];

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

export const FILE: Version = { type: 'file' };

/** Returns what is compared at first: the file while there are changes, else the last commit. Null while unknown. */
export function useUsualVersion(commits: readonly Commit[] | null, isUnsaved: boolean): Version | null {
  const first = commits?.[0];
  return useMemo<Version | null>(() => {
    if (isUnsaved) return FILE;
    if (commits === null) return null;
    return first === undefined ? FILE : { type: 'commit', commit: first.commit };
  }, [commits, first, isUnsaved]);
}
