// The branch and the number of changes, at the foot of the sidebar. It leads to the changes.
import { GitBranch } from 'lucide-react';
import { locationFragment } from '../../../state/location.ts';
import { useResource } from '../../../state/resource.ts';
import { changedFiles, gitStatus } from './git-status.ts';
import css from './commit.module.css';

export function GitFoot() {
  const { value } = useResource(gitStatus);
  // Without a repository there is nothing to say.
  if (value === null) return null;
  const { length } = changedFiles(value);
  return (
    <a className={css['foot']} href={locationFragment('client', { page: 'git' })}>
      <GitBranch aria-hidden />
      <span>{value.branch ?? value.commit?.slice(0, 7) ?? 'no branch'}</span>
      {length > 0 && <b>{length.toLocaleString('en')} changed</b>}
    </a>
  );
}
