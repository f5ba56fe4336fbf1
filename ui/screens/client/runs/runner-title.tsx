// The title of a tab in which a collection runs.
import { Play } from 'lucide-react';
import { useResource } from '../../../state/resource.ts';
import { keyParts, workspace } from '../model/workspace.ts';

interface RunnerTitleProps {
  readonly tabKey: string;
  readonly className: string | undefined;
}

export function RunnerTitle({ tabKey, className }: RunnerTitleProps) {
  const { value } = useResource(workspace);
  const { id } = keyParts(tabKey);
  const object = (value?.tree ?? []).find((each) => each.id === id);
  return (
    <>
      <Play aria-hidden />
      <span className={className}>{object?.name ?? 'Run'}</span>
    </>
  );
}
