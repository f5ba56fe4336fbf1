// The message of the next commit. It is kept until it is used.
import { useState } from 'react';
import { rpc } from '../../../api/client.ts';
import { useCommands } from '../../../commands/index.ts';
import { Button } from '../../../parts/index.ts';
import { attempt, count } from '../../../state/actions.ts';
import { createBrowserPreference } from '../../../state/preferences.ts';
import { useStore } from '../../../state/store.ts';
import { say } from '../../../state/toasts.ts';
import { saveAll } from '../model/saving.ts';
import { unsaved } from '../model/workspace.ts';
import { gitStatus, type GitStatus } from './git-status.ts';
import css from './commit.module.css';

const message = createBrowserPreference(
  'client.commit-message',
  '',
  (value): value is string => typeof value === 'string',
);

interface CommitFormProps {
  readonly status: GitStatus;
  /** The files of the commit. */
  readonly paths: readonly string[];
  readonly hasConflict: boolean;
}

export function CommitForm({ status: { ahead, commit }, paths, hasConflict }: CommitFormProps) {
  const text = useStore(message);
  const [isBusy, setBusy] = useState(false);
  const why = whyNot(text, paths, hasConflict);
  const send = async (): Promise<void> => {
    if (why !== null || isBusy) return;
    setBusy(true);
    await attempt('Nothing was committed', async () => {
      const made = await rpc('client.git_commit', { message: text, paths });
      message.set('');
      say(`Committed ${made.commit.slice(0, 7)}: ${made.subject}`);
      await gitStatus.load();
    });
    setBusy(false);
  };
  useCommands([
    {
      id: 'client.git-commit',
      title: 'Commit',
      group: 'client',
      heading: 'Git',
      keys: 'mod+enter',
      inFields: true,
      ...(why !== null && { why }),
      run: () => void send(),
    },
  ]);
  return (
    <div className={css['form']}>
      <Drafts />
      <textarea
        className={css['message']}
        aria-label="Message of the commit"
        placeholder="What the commit changes"
        rows={4}
        value={text}
        onChange={(event) => message.set(event.target.value)}
      />
      <div className={css['actions']}>
        <span>
          {why ??
            (commit === null
              ? 'The first commit'
              : ahead > 0
                ? `${count(ahead, 'commit')} not pushed`
                : 'A commit is pushed by Push alone')}
        </span>
        <Button kind="primary" keys="mod+enter" disabled={why !== null || isBusy} onClick={() => void send()}>
          Commit {count(paths.length, 'file')}
        </Button>
      </div>
    </div>
  );
}

/** Returns the reason why nothing can be committed; null when it can. */
function whyNot(text: string, paths: readonly string[], hasConflict: boolean): string | null {
  if (hasConflict) return 'Decide the merge first, or leave the file out';
  if (paths.length === 0) return 'No file is in the commit';
  return text.trim() === '' ? 'Say what the commit changes' : null;
}

function Drafts() {
  const { size } = useStore(unsaved);
  if (size === 0) return null;
  return (
    <p className={css['drafts']}>
      {count(size, 'object')} {size === 1 ? 'has' : 'have'} changes not saved; a commit takes the files.
      <Button size="small" onClick={() => void saveAll()}>
        Save all
      </Button>
    </p>
  );
}
