// The library of the API client, `proxyctl/client`: workspaces, imports, exports and runs, without the proxy.
export {
  exportFileName,
  type ExportResult as Exported,
  type ExportFormat,
} from './interchange/export/contract.ts';
export { exportFormats } from './interchange/export/index.ts';
export { importContent } from './interchange/import/index.ts';
export type { Collection, Folder, Item } from './collections/model/collection.ts';
export type { Environment } from './collections/model/environment.ts';
export type { Imported } from './collections/model/imported.ts';
export type { SavedRequest } from './collections/model/request.ts';
export type { NewmanEmitter } from './workspace/newman/events.ts';
export { run, type NewmanCallback, type NewmanOptions } from './workspace/newman/run.ts';
export type { NewmanSummary } from './workspace/newman/summary.ts';
export { reporterFormats } from './workspace/reporters/index.ts';
export type { Reporter, RequestRun, RunStart, RunTotals } from './workspace/runner/events.ts';
export type { RunOptions } from './workspace/runner/options.ts';
export { runCollection } from './workspace/runner/run.ts';
export { Workspace } from './collections/storage/workspace.ts';
