// Describes the open workspace.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import { noParams } from '../../fields.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';

export const workspaceInfo = defineMethod({
  name: 'workspace_info',
  summary:
    'Start here: where the API-client workspace is, what it holds, and files in it that cannot be read',
  effect: 'read',
  faces: EVERYWHERE,
  params: noParams,
  result: z.strictObject({
    path: z.string(),
    name: z.string(),
    counts: z.strictObject({
      collections: z.number(),
      requests: z.number(),
      environments: z.number(),
      datasets: z.number(),
      specs: z.number(),
      flows: z.number(),
    }),
    activeEnvironment: z.strictObject({ id: z.string(), name: z.string() }).nullable(),
    /** Null outside of a Git repository; the start of the commit where no branch is checked out. */
    gitBranch: z.string().nullable(),
    problems: z.array(z.strictObject({ file: z.string(), line: z.number(), reason: z.string() })),
  }),
  async run({ workspace: context }: WorkspaceOwner) {
    const workspace = await context.open();
    const { requestsOf } = await import('../../../../collections/model/collection.ts');
    const { gitBranch } = await import('../../../../collections/storage/git-branch.ts');
    const collections = await workspace.collections();
    const environments = await workspace.environments();
    const { name, activeEnvironment } = workspace.fields();
    const active = environments.find(({ id }) => id === activeEnvironment);
    const counts = {
      collections: collections.length,
      requests: collections.reduce((sum, each) => sum + [...requestsOf(each.collection.items)].length, 0),
      environments: environments.length,
      datasets: (await workspace.datasetNames()).length,
      specs: (await workspace.specs()).length,
      flows: (await workspace.flows()).length,
    };
    return {
      path: workspace.folder,
      name,
      counts,
      activeEnvironment: active === undefined ? null : { id: active.id, name: active.name },
      gitBranch: gitBranch(workspace.folder),
      problems: workspace.problems.map(({ file, line, reason }) => ({ file, line, reason })),
    };
  },
});
