// Loads the flow of a run and the data for its requests from the workspace.
import type { ClientFlow } from '../../collections/model/flow.ts';
import { flowNamed } from '../../collections/storage/named.ts';
import { refuseFileErrors } from '../../collections/storage/needed-files.ts';
import type { Workspace } from '../../collections/storage/workspace.ts';
import { workspaceVariables } from '../runner/workspace-sources.ts';
import type { FlowRunOptions } from './index.ts';

export type FlowSources = Pick<FlowRunOptions, 'flow' | 'collections' | 'environment' | 'globals'>;

/**
 * Loads the flow. Parameters are names or ids; without an environment the active one is used. Rejects with an Error
 * that names the wrong parameter.
 */
export async function flowSources(
  workspace: Workspace,
  name: string,
  environment: string | undefined,
): Promise<FlowSources> {
  const flow: ClientFlow = await flowNamed(workspace, name);
  const stored = await workspace.collections();
  for (const each of stored) refuseFileErrors(workspace, each);
  return {
    flow,
    collections: stored.map(({ collection }) => collection),
    ...(await workspaceVariables(workspace, environment)),
  };
}
