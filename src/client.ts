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
export type { NewmanEmitter } from './runs/newman-events/events.ts';
export { run, type NewmanCallback, type NewmanOptions } from './runs/newman/run.ts';
export type { NewmanSummary } from './runs/newman-events/summary.ts';
export { reporterFormats } from './runs/reporters/index.ts';
export type { Reporter, RequestRun, RunStart, RunTotals } from './runs/runner/events.ts';
export type { RunOptions } from './runs/runner/options.ts';
export { runCollection } from './runs/runner/run.ts';
export { Workspace } from './collections/storage/workspace.ts';
