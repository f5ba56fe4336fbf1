// The methods for the window of the API client that concern the files of the workspace.
import { changeDraft, listDrafts } from './drafts/drafts.ts';
import { discardDrafts, resolveDraft, saveDraft, saveDrafts } from './drafts/save-draft.ts';
import { commitObjects, diff, discard, log, status } from './git/git.ts';
import { replace, search } from './search/search.ts';
import { renameVariable, variableUses } from './search/variables.ts';
import { act, ownId, undo, undoSteps } from './workspace/undo.ts';
import { clientObject, clientWorkspace } from './workspace/workspace.ts';

export const clientFileMethods = [
  clientWorkspace,
  clientObject,
  listDrafts,
  changeDraft,
  saveDraft,
  saveDrafts,
  discardDrafts,
  resolveDraft,
  act,
  undo,
  undoSteps,
  ownId,
  search,
  replace,
  variableUses,
  renameVariable,
  status,
  diff,
  log,
  commitObjects,
  discard,
] as const;
