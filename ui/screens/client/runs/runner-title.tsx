// The title of a tab in which a collection runs.
import { Play } from 'lucide-react';
import { useResource } from '../../../state/resource.ts';
import { keyParts, workspace } from '../model/workspace.ts';
import css from '../tabs/tab-strip.module.css';

export function RunnerTitle({ tabKey }: { readonly tabKey: string }) {
  const { value } = useResource(workspace);
  const { id } = keyParts(tabKey);
  const object = (value?.tree ?? []).find((each) => each.id === id);
  return (
    <>
      <Play aria-hidden />
      <span className={css['title']}>{object?.name ?? 'Run'}</span>
    </>
  );
}
