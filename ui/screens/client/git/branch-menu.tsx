// The branch that is checked out: another one, and a new one. Drafts stay as they are.
import { ChevronDown, GitBranch, Plus } from 'lucide-react';
import { useEffect, useState } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../api/client.ts';
import { Button, Menu, type MenuEntry } from '../../../parts/index.ts';
import { attempt } from '../../../state/actions.ts';
import { say } from '../../../state/toasts.ts';
import { flushObjects } from '../model/objects.ts';
import { workspace } from '../model/workspace.ts';
import { NameDialog } from '../parts/name-dialog.tsx';
import { gitStatus, type GitStatus } from './git-status.ts';

type Branches = ResultOf<'client.git_branches'>;

/** Branches in the menu; others are checked out with Git. */
const MAX_SHOWN = 30;

export function BranchMenu({ status }: { readonly status: GitStatus }) {
  const [branches, setBranches] = useState<Branches>([]);
  const [isNaming, setNaming] = useState(false);
  useEffect(() => {
    const ended = new AbortController();
    rpc('client.git_branches', {}, ended.signal).then(setBranches, () => undefined);
    return () => ended.abort();
  }, [status]);
  const entries: readonly MenuEntry[] = [
    ...branches.slice(0, MAX_SHOWN).map(({ name, isCurrent }) => ({
      label: name,
      checked: isCurrent,
      onSelect: () => void (isCurrent || checkOut(name)),
    })),
    ...(branches.length > 0 ? (['separator'] as const) : []),
    { label: 'New branch…', icon: Plus, onSelect: () => setNaming(true) },
  ];
  return (
    <>
      <Menu align="end" entries={entries}>
        <Button icon={GitBranch}>
          {status.branch ?? 'No branch'}
          <ChevronDown aria-hidden />
        </Button>
      </Menu>
      {isNaming && (
        <NameDialog
          title="New branch"
          initial=""
          action="Create branch"
          taken={branches.map(({ name }) => name)}
          onName={(name) => void checkOut(name, true)}
          onClose={() => setNaming(false)}
        />
      )}
    </>
  );
}

async function checkOut(branch: string, isNew = false): Promise<void> {
  await attempt('The branch is as it was', async () => {
    // What is typed has to be a draft before the files change below it.
    await flushObjects();
    await rpc('client.git_switch', { branch, ...(isNew && { isNew }) });
    await Promise.all([workspace.load(), gitStatus.load()]);
    say(isNew ? `Made the branch ${branch}` : `Switched to ${branch}`);
  });
}
