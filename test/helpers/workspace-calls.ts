// Operations on a workspace in a temporary folder, without the app.
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { dispatcher } from '../../src/session/methods/dispatch.ts';
import { workspaceMethods } from '../../src/session/methods/workspace/index.ts';
import type { WorkspaceContext } from '../../src/session/methods/workspace-context.ts';
import { UserError } from '../../src/base/errors.ts';
import { Jobs } from '../../src/services/jobs/index.ts';
import { Workspace } from '../../src/collections/storage/workspace.ts';
import { temporaryHome } from './home.ts';

export interface WorkspaceCalls extends AsyncDisposable {
  readonly folder: string;
  /** Runs an operation, and checks that its result has the declared schema. */
  readonly call: (name: string, params?: object) => Promise<ReturnType<typeof JSON.parse>>;
  /** Returns the text of a file of the workspace; empty when there is none. */
  readonly text: (path: string) => string;
}

/** Opens an empty workspace; no proxy runs. */
export function openWorkspace(given: Partial<WorkspaceContext> = {}): WorkspaceCalls {
  const home = temporaryHome();
  const jobs = new Jobs();
  const context: WorkspaceContext = {
    jobs,
    open: () => Promise.resolve(new Workspace(home.path)),
    proxy: () => Promise.reject(new UserError('UNAVAILABLE', 'no proxy runs: start one with "proxyctl run"')),
    modelPrices: () => Promise.resolve([]),
    allowedPath: (path) => resolve(home.path, path),
    showsSecrets: false,
    unmasked: (value) => value,
    ...given,
  };
  const dispatch = dispatcher(workspaceMethods, { workspace: context });
  return {
    folder: home.path,
    async call(name, params = {}) {
      const value = await dispatch(name, { ...params }, new AbortController().signal);
      workspaceMethods.find((method) => method.name === name)!.result.parse(value);
      return JSON.parse(JSON.stringify(value));
    },
    text: (path) => {
      const file = join(home.path, path);
      return existsSync(file) ? readFileSync(file, 'utf8') : '';
    },
    async [Symbol.asyncDispose]() {
      await jobs.close();
      home.remove();
    },
  };
}
