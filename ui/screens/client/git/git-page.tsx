// The workspace under Git: what differs from the last commit, by object and field; commits, and their log.
import { useState } from 'react';
import { rpc } from '../../../api/client.ts';
import { useCommands } from '../../../commands/index.ts';
import { Button, PaneHead, Question, Segmented } from '../../../parts/index.ts';
import { attempt, count } from '../../../state/actions.ts';
import { useResource } from '../../../state/resource.ts';
import { say } from '../../../state/toasts.ts';
import { windowName } from '../../../state/window.ts';
import { undoStep } from '../model/steps.ts';
import { workspace } from '../model/workspace.ts';
import { BranchMenu } from './branch-menu.tsx';
import { ChangeDetail } from './change-detail.tsx';
import { ChangeList } from './change-list.tsx';
import { CommitForm } from './commit-form.tsx';
import { changedFiles, gitStatus, type ChangedFile, type GitStatus } from './git-status.ts';
import css from './git.module.css';
import { Log } from './log.tsx';
import { SyncButtons } from './sync-buttons.tsx';

type Shown = 'changes' | 'log';

export function GitPage() {
  const { value, error } = useResource(gitStatus);
  const [shown, setShown] = useState<Shown>('changes');
  useCommands([
    {
      id: 'client.git-read',
      title: 'Read the changes again',
      group: 'client',
      heading: 'Git',
      run: () => void gitStatus.load(),
    },
  ]);
  if (value === null)
    return (
      <>
        <PaneHead title="Changes">
          {error !== null && (
            <Button size="small" onClick={() => void gitStatus.load()}>
              Look again
            </Button>
          )}
        </PaneHead>
        {/* Most often there is no repository, which is no failure. */}
        {error !== null && <p className={css['empty']}>{error}</p>}
      </>
    );
  const files = changedFiles(value);
  return (
    <>
      {shown === 'changes' ? (
        <Changes status={value} files={files} error={error} onShow={setShown} />
      ) : (
        <>
          <PaneHead wraps title="Log" note={value.branch ?? 'no branch'}>
            <View shown={shown} files={files} onShow={setShown} />
            <BranchMenu status={value} />
            <SyncButtons status={value} />
          </PaneHead>
          <Log />
        </>
      )}
    </>
  );
}

interface ViewProps {
  readonly shown: Shown;
  readonly files: readonly ChangedFile[];
  readonly onShow: (shown: Shown) => void;
}

function View({ shown, files, onShow }: ViewProps) {
  return (
    <Segmented
      label="View"
      value={shown}
      options={[
        ['changes', `Changes ${files.length}`],
        ['log', 'Log'],
      ]}
      onChange={onShow}
    />
  );
}

interface ChangesProps extends Omit<ViewProps, 'shown'> {
  readonly status: GitStatus;
  readonly error: string | null;
}

function Changes({ status, files, error, onShow }: ChangesProps) {
  /** Files that are left out of the commit, so that a new one is in it. */
  const [leftOut, setLeftOut] = useState<ReadonlySet<string>>(new Set());
  const [selected, setSelected] = useState<string | null>(null);
  const [discarded, setDiscarded] = useState<readonly ChangedFile[]>([]);
  const current = files.find(({ path }) => path === selected) ?? files[0] ?? null;
  const chosen = files.filter(({ path }) => !leftOut.has(path));
  const discardable = chosen.filter(({ object }) => object !== null && object.change !== 'conflict');
  return (
    <>
      <PaneHead wraps title="Changes" note={noteOf(status, files)}>
        <View shown="changes" files={files} onShow={onShow} />
        <BranchMenu status={status} />
        <SyncButtons status={status} />
        <Button kind="danger" disabled={discardable.length === 0} onClick={() => setDiscarded(discardable)}>
          Discard…
        </Button>
      </PaneHead>
      {error !== null && <p className={css['failed']}>{error}</p>}
      {files.length === 0 ? (
        <p className={css['empty']}>Nothing has changed since the last commit.</p>
      ) : (
        <div className={css['body']}>
          <div className={css['left']}>
            <ChangeList
              files={files}
              leftOut={leftOut}
              current={current}
              onLeaveOut={setLeftOut}
              onSelect={setSelected}
              onDiscard={(file) => setDiscarded([file])}
            />
            <CommitForm
              status={status}
              paths={chosen.map(({ path }) => path)}
              hasConflict={chosen.some(({ letter }) => letter === 'C')}
            />
          </div>
          {current !== null && (
            <ChangeDetail key={current.path} file={current} onDiscard={() => setDiscarded([current])} />
          )}
        </div>
      )}
      {discarded.length > 0 && (
        <Question
          title={`Discard the changes of ${discarded.length === 1 ? (discarded[0]!.object?.name ?? 'it') : count(discarded.length, 'object')}?`}
          text="They become what they were in the last commit. What they are now goes to the trash."
          action="Discard changes"
          onConfirm={() => void discard(discarded)}
          onClose={() => setDiscarded([])}
        />
      )}
    </>
  );
}

async function discard(files: readonly ChangedFile[]): Promise<void> {
  await attempt('The changes cannot be discarded', async () => {
    const paths = files.map(({ path }) => path);
    const { discarded } = await rpc('client.git_discard', { paths, window: windowName });
    await Promise.all([workspace.load(), gitStatus.load()]);
    say(`Discarded the changes of ${count(discarded, 'object')}`, undoStep);
  });
}

/** Such as `main, 3 files, 2 commits not pushed`. */
function noteOf({ branch, commit, ahead, behind }: GitStatus, files: readonly ChangedFile[]): string {
  return [
    branch ?? (commit === null ? 'no branch' : commit.slice(0, 7)),
    count(files.length, 'file'),
    ...(ahead > 0 ? [`${count(ahead, 'commit')} not pushed`] : []),
    ...(behind > 0 ? [`${behind} behind`] : []),
  ].join(', ');
}
