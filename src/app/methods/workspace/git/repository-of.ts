// The Git repository that holds a workspace.
import type { Repository } from '../../../../workspace/git/repository.ts';
import type { WorkspaceContext } from '../context.ts';

export async function repositoryOf(workspace: WorkspaceContext, signal: AbortSignal): Promise<Repository> {
  const { Repository: Opened } = await import('../../../../workspace/git/repository.ts');
  return new Opened((await workspace.open()).folder, signal);
}
