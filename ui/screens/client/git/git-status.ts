// The changes of the workspace since the last commit, read again when files change and when the window is looked at.
import { useMemo } from 'react';
import type { ResultOf } from '../../../../src/session/methods/ui-types.ts';
import { rpc } from '../../../api/client.ts';
import { createResource } from '../../../state/resource.ts';
import { useStore } from '../../../state/store.ts';
import { onFilesChanged } from '../../../state/workspace-events.ts';
import { objectKey } from '../model/workspace.ts';

export type GitStatus = ResultOf<'client.git_status'>;
export type ChangedObject = GitStatus['objects'][number];

/** A changed file: that of an object, or another one. */
export interface ChangedFile {
  readonly path: string;
  /** Null for a file that is no object. */
  readonly object: ChangedObject | null;
  readonly letter: 'A' | 'M' | 'D' | 'C';
}

/** Milliseconds in which changes of files are gathered. */
const GATHER_MS = 400;

export const gitStatus = createResource(() => rpc('client.git_status', {}));

let timer: ReturnType<typeof setTimeout> | undefined;

onFilesChanged(() => {
  clearTimeout(timer);
  timer = setTimeout(gitStatus.refresh, GATHER_MS);
});
// A commit of another program changes no file of the workspace.
addEventListener('focus', gitStatus.refresh);

const LETTERS = {
  added: 'A',
  changed: 'M',
  moved: 'M',
  removed: 'D',
  conflict: 'C',
  unreadable: 'M',
  untracked: 'A',
  modified: 'M',
  renamed: 'M',
  deleted: 'D',
} as const;

/** Returns the letters of changed requests by key, such as `M` for `request:abc`. */
export function useGitLetters(): ReadonlyMap<string, ChangedFile['letter']> {
  const { value } = useStore(gitStatus.store);
  return useMemo(
    () =>
      new Map(
        (value?.objects ?? [])
          .filter(({ kind }) => kind === 'request')
          .map(({ kind, id, change }) => [objectKey(kind, id), LETTERS[change]]),
      ),
    [value],
  );
}

/** Returns all changed files, conflicts first. */
export function changedFiles({
  objects,
  others,
}: Pick<GitStatus, 'objects' | 'others'>): readonly ChangedFile[] {
  const all: readonly ChangedFile[] = [
    ...objects.map((object) => ({ path: object.path, object, letter: LETTERS[object.change] })),
    ...others.map(({ path, change }) => ({ path, object: null, letter: LETTERS[change] })),
  ];
  return all.toSorted((one, other) => Number(other.letter === 'C') - Number(one.letter === 'C'));
}
