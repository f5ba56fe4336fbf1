// The registry of operations on the workspace. A new one is one file in a group and its line here.
import type { z } from 'zod';
import type { Method } from '../contract.ts';
import { createCollection } from './collections/create-collection.ts';
import { createFolder } from './collections/create-folder.ts';
import { deleteCollection } from './collections/delete-collection.ts';
import { getCollection } from './collections/get-collection.ts';
import { listCollections } from './collections/list-collections.ts';
import { moveItem } from './collections/move-item.ts';
import { updateCollection } from './collections/update-collection.ts';
import { updateFolder } from './collections/update-folder.ts';
import type { WorkspaceOwner } from '../workspace-context.ts';
import { listDatasets } from './datasets/list-datasets.ts';
import { saveDataset } from './datasets/save-dataset.ts';
import { deleteVariable } from './environments/delete-variable.ts';
import { listEnvironments } from './environments/list-environments.ts';
import { listVariables } from './environments/list-variables.ts';
import { saveEnvironment } from './environments/save-environment.ts';
import { setActiveEnvironment } from './environments/set-active-environment.ts';
import { setVariable } from './environments/set-variable.ts';
import { listClientFlows } from './flows/list-client-flows.ts';
import { runClientFlow } from './flows/run-client-flow.ts';
import { saveClientFlow } from './flows/save-client-flow.ts';
import { exportCollection } from './general/export-collection.ts';
import { generateCodeOf } from './general/generate-code.ts';
import { importContent } from './general/import-content.ts';
import { restoreItem } from './general/restore-item.ts';
import { searchWorkspace } from './general/search-workspace.ts';
import { trashItem } from './general/trash-item.ts';
import { workspaceInfo } from './general/workspace-info.ts';
import { gitCommit } from './git/git-commit.ts';
import { gitDiff } from './git/git-diff.ts';
import { gitLog } from './git/git-log.ts';
import { gitStatus } from './git/git-status.ts';
import { listMocks } from './mocks/list-mocks.ts';
import { startMock } from './mocks/start-mock.ts';
import { stopMock } from './mocks/stop-mock.ts';
import { createRequest } from './requests/create-request.ts';
import { deleteRequest } from './requests/delete-request.ts';
import { getSavedRequest } from './requests/get-saved-request.ts';
import { saveCapturedRequest } from './requests/save-captured-request.ts';
import { saveExample } from './requests/save-example.ts';
import { sendRequest } from './requests/send-request.ts';
import { updateRequest } from './requests/update-request.ts';
import { getLoadTest } from './runs/get-load-test.ts';
import { getRun } from './runs/get-run.ts';
import { listRuns } from './runs/list-runs.ts';
import { runCollection } from './runs/run-collection.ts';
import { runLoadTest } from './runs/run-load-test.ts';
import { generateDocs } from './specs/generate-docs.ts';
import { importSpec } from './specs/import-spec.ts';
import { lintSpec } from './specs/lint-spec.ts';
import { listSpecs } from './specs/list-specs.ts';
import { syncSpec } from './specs/sync-spec.ts';

export const allWorkspaceMethods = [
  workspaceInfo,
  searchWorkspace,
  trashItem,
  restoreItem,
  listCollections,
  getCollection,
  createCollection,
  updateCollection,
  deleteCollection,
  createFolder,
  updateFolder,
  getSavedRequest,
  createRequest,
  updateRequest,
  deleteRequest,
  moveItem,
  sendRequest,
  saveCapturedRequest,
  saveExample,
  listEnvironments,
  saveEnvironment,
  setActiveEnvironment,
  listVariables,
  setVariable,
  deleteVariable,
  listDatasets,
  saveDataset,
  runCollection,
  listRuns,
  getRun,
  startMock,
  stopMock,
  listMocks,
  runLoadTest,
  getLoadTest,
  listSpecs,
  lintSpec,
  importSpec,
  syncSpec,
  generateDocs,
  importContent,
  exportCollection,
  generateCodeOf,
  listClientFlows,
  saveClientFlow,
  runClientFlow,
  gitStatus,
  gitDiff,
  gitLog,
  gitCommit,
] as const;

/** The operations on the workspace, which need no app: `dispatcher(workspaceMethods, {workspace})` runs them. */
export const workspaceMethods = allWorkspaceMethods as readonly Method[] as readonly Method<
  z.ZodObject,
  z.ZodType,
  string,
  WorkspaceOwner
>[];
