// The tools of the API client: operations on the folder of the workspace, which need no app.
import { workspaceMethods } from '../../session/methods/workspace/index.ts';
import { changedFiles, readFiles } from '../trust/file-changes.ts';
import type { Tool } from './contract.ts';

/** Operations that change nothing more when they are called again with the same parameters. */
const IDEMPOTENT: ReadonlySet<string> = new Set(
  'delete_collection delete_request delete_variable set_variable set_active_environment save_environment save_dataset save_client_flow stop_mock sync_spec generate_docs export_collection update_collection update_folder update_request'.split(
    ' ',
  ),
);
const OPEN_WORLD: ReadonlySet<string> = new Set([
  'send_request',
  'run_collection',
  'run_load_test',
  'run_client_flow',
]);

/** Operations that write nothing of the workspace but its history. */
const RUNS: ReadonlySet<string> = new Set(
  'send_request run_collection run_load_test run_client_flow start_mock stop_mock git_commit'.split(' '),
);

const byFiles: NonNullable<Tool['prepareUndo']> = async ({ workspace }) => {
  const { folder } = await workspace.open();
  const before = await readFiles(folder);
  return async () => {
    const after = before === null ? null : await readFiles(folder);
    const files = before === null || after === null ? null : changedFiles(before, after);
    return files === null ? null : { folder, files };
  };
};

export const workspaceTools: readonly Tool[] = workspaceMethods
  .filter(({ faces }) => faces.includes('mcp'))
  .map((method) => toolOf(method));

function toolOf(method: (typeof workspaceMethods)[number]): Tool {
  const { name, summary, effect, params, result } = method;
  return {
    name,
    summary,
    effect,
    params,
    result,
    toolset: 'client',
    isIdempotent: effect === 'read' || IDEMPOTENT.has(name),
    isOpenWorld: OPEN_WORLD.has(name),
    // Collections come from others as well, and so do responses.
    isCaptured: true,
    ...(effect !== 'read' && !RUNS.has(name) && { prepareUndo: byFiles }),
    run: async (context, given, { signal, progress }) =>
      await method.run({ workspace: context.workspace }, given, signal, progress),
  };
}
