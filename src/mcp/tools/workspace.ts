// The tools of the API client: operations on the folder of the workspace, which need no app.
import { workspaceMethods } from '../../session/methods/workspace/index.ts';
import { changedFiles, readFiles } from '../trust/file-changes.ts';
import type { PrepareUndo, Tool } from './contract.ts';

const restoredFiles: PrepareUndo = async ({ workspace }) => {
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
  const { name, summary, effect, params, result, undo = null } = method;
  return {
    name,
    summary,
    effect,
    params,
    result,
    toolset: method.toolset ?? 'client',
    hints: method.hints ?? [],
    // Collections also come from others, and so do responses.
    isCaptured: method.captured ?? true,
    undo: undo === 'files' ? restoredFiles : typeof undo === 'function' ? null : undo,
    run: async (context, given, { signal, progress }) =>
      await method.run({ workspace: context.workspace }, given, signal, progress),
  };
}
