// The workspace that a session has open: its files, and what sends of its windows keep for it.
import type { WorkspaceEvent } from './client-files/events.ts';
import { LazyClientFiles } from './client-files/lazy.ts';
import { ClientState } from './live/client-state.ts';
import type { WorkspaceContext } from './methods/workspace-context.ts';
import { sessionWorkspace, type WorkspaceParts } from './workspace.ts';

export class OpenWorkspace {
  readonly folder: string;
  readonly files: LazyClientFiles;
  readonly state: ClientState;
  readonly context: WorkspaceContext;

  /** `folder`: its absolute path. `emit`: tells the windows. */
  constructor(
    folder: string,
    parts: Omit<WorkspaceParts, 'folder' | 'guard'>,
    emit: (event: WorkspaceEvent) => void,
  ) {
    this.folder = folder;
    this.files = new LazyClientFiles(folder, emit);
    this.state = new ClientState(folder, emit);
    this.context = sessionWorkspace({ ...parts, folder, guard: this.files.guard });
  }

  /** Ends mock servers and load tests, and writes what is pending. */
  async close(): Promise<void> {
    await this.context.jobs.close();
    await this.state.close();
    await this.files.close();
  }
}
