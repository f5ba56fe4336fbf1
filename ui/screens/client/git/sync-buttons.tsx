// Pull and push, which nothing else does.
import { ArrowDownToLine, ArrowUpFromLine } from 'lucide-react';
import { useState } from 'react';
import { rpc } from '../../../api/client.ts';
import { useCommands } from '../../../commands/index.ts';
import { Button, Spinner } from '../../../parts/index.ts';
import { attempt, count } from '../../../state/actions.ts';
import { say } from '../../../state/toasts.ts';
import { flushObjects } from '../model/objects.ts';
import { workspace } from '../model/workspace.ts';
import { gitStatus, type GitStatus } from './git-status.ts';

export function SyncButtons({ status: { ahead, behind, commit } }: { readonly status: GitStatus }) {
  const [busy, setBusy] = useState<'pull' | 'push' | null>(null);
  const work = async (what: 'pull' | 'push'): Promise<void> => {
    if (busy !== null) return;
    setBusy(what);
    await (what === 'pull' ? pull() : push());
    setBusy(null);
  };
  useCommands([
    {
      id: 'client.git-pull',
      title: 'Pull',
      group: 'client',
      heading: 'Git',
      words: 'fetch merge',
      ...(busy !== null && { why: 'It goes on' }),
      run: () => void work('pull'),
    },
    {
      id: 'client.git-push',
      title: 'Push',
      group: 'client',
      heading: 'Git',
      ...(busy !== null ? { why: 'It goes on' } : commit === null ? { why: 'There is no commit yet' } : {}),
      run: () => void work('push'),
    },
  ]);
  return (
    <>
      {busy !== null && <Spinner label={busy === 'pull' ? 'Pulling' : 'Pushing'} />}
      <Button icon={ArrowDownToLine} disabled={busy !== null} onClick={() => void work('pull')}>
        Pull{behind > 0 ? ` ${behind}` : ''}
      </Button>
      <Button
        icon={ArrowUpFromLine}
        disabled={busy !== null || commit === null}
        onClick={() => void work('push')}
      >
        Push{ahead > 0 ? ` ${ahead}` : ''}
      </Button>
    </>
  );
}

async function pull(): Promise<void> {
  await attempt('Nothing was pulled', async () => {
    await flushObjects();
    const { from, commits, conflicts } = await rpc('client.git_pull', {});
    await Promise.all([workspace.load(), gitStatus.load()]);
    const what = commits === 0 ? 'It is up to date with' : `Pulled ${count(commits, 'commit')} from`;
    say(`${what} ${from}${conflicts === 0 ? '' : `; ${count(conflicts, 'file')} to decide`}`);
  });
}

async function push(): Promise<void> {
  await attempt('Nothing was pushed', async () => {
    const { to, commits } = await rpc('client.git_push', {});
    await gitStatus.load();
    say(commits === 0 ? `${to} has everything already` : `Pushed ${count(commits, 'commit')} to ${to}`);
  });
}
