// The commits that changed the workspace, the newest first.
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { messageOf, rpc } from '../../../api/client.ts';
import { dateTimeText } from '../../../format/measures.ts';
import { Button } from '../../../parts/index.ts';
import { copyText } from '../../../state/actions.ts';
import { useResource } from '../../../state/resource.ts';
import { gitStatus } from './git-status.ts';
import css from './git.module.css';

type Commit = ResultOf<'client.git_log'>[number];

/** Commits that are read at a time. */
const PAGE = 100;
const MAX_COMMITS = 1000;

export function Log() {
  const [limit, setLimit] = useState(PAGE);
  const [commits, setCommits] = useState<readonly Commit[] | null>(null);
  const [error, setError] = useState<string | null>(null);
  const { value: status } = useResource(gitStatus);
  const last = status?.commit ?? null;
  useEffect(() => {
    const ended = new AbortController();
    rpc('client.git_log', { limit }, ended.signal).then(
      (found) => {
        setCommits(found);
        setError(null);
      },
      (reason: unknown) => {
        if (!ended.signal.aborted) setError(messageOf(reason));
      },
    );
    return () => ended.abort();
  }, [limit, last]);
  return (
    <div className={css['log']} role="region" aria-label="Commits" tabIndex={0}>
      {error !== null && <p className={css['failed']}>{error}</p>}
      {commits?.length === 0 && <p className={css['empty']}>There is no commit yet.</p>}
      {commits !== null && commits.length > 0 && <Commits commits={commits} ahead={status?.ahead ?? 0} />}
      {commits !== null && commits.length === limit && limit < MAX_COMMITS && (
        <Button size="small" onClick={() => setLimit(Math.min(MAX_COMMITS, limit + PAGE))}>
          Show more
        </Button>
      )}
    </div>
  );
}

function Commits({ commits, ahead }: { readonly commits: readonly Commit[]; readonly ahead: number }) {
  return (
    <table>
      <thead>
        <tr>
          <th scope="col">Commit</th>
          <th scope="col">Message</th>
          <th scope="col">Author</th>
          <th scope="col">Time</th>
        </tr>
      </thead>
      <tbody>
        {commits.map(({ commit, author, time, subject }, at) => (
          <tr key={commit}>
            <td>
              <button
                type="button"
                title="Copy the whole name"
                onClick={() => void copyText(commit, 'Copied the name of the commit')}
              >
                {commit.slice(0, 7)}
              </button>
            </td>
            <td>
              {subject}
              {at < ahead && <small> not pushed</small>}
            </td>
            <td>{author}</td>
            <td>{dateTimeText(new Date(time).toISOString()).slice(0, -4)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
