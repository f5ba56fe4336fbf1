// The Git repository that holds a workspace.
import type { Repository } from '../../../../collections/git/repository.ts';
import type { WorkspaceContext } from '../../workspace-context.ts';

export async function repositoryOf(workspace: WorkspaceContext, signal: AbortSignal): Promise<Repository> {
  const { Repository: Opened } = await import('../../../../collections/git/repository.ts');
  return new Opened((await workspace.open()).folder, signal);
}
