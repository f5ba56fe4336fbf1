// Opens the files of the workspace on first use, because the proxy starts without them.
import type { ChangeGuard } from '../../collections/storage/workspace.ts';
import type { WorkspaceEvent } from './events.ts';
import type { ClientFiles } from './index.ts';

export class LazyClientFiles {
  readonly #folder: string;
  readonly #emit: (event: WorkspaceEvent) => void;
  #opening: Promise<ClientFiles> | null = null;
  #isClosed = false;

  /** `emit`: tells the windows. */
  constructor(folder: string, emit: (event: WorkspaceEvent) => void) {
    this.#folder = folder;
    this.#emit = emit;
  }

  /** Runs a change of the workspace; where its files are followed, they know that it is one of this process. */
  readonly guard: ChangeGuard = async (work) => {
    const files = await this.#opening?.catch(() => null);
    return files ? files.guard(work) : work();
  };

  open(): Promise<ClientFiles> {
    if (this.#opening !== null) return this.#opening;
    const opening = this.#open();
    // After an error, the next call tries again.
    opening.catch(() => (this.#opening = null));
    return (this.#opening = opening);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const files = await this.#opening?.catch(() => null);
    await files?.close();
  }

  async #open(): Promise<ClientFiles> {
    const { ClientFiles: Opened } = await import('./index.ts');
    if (this.#isClosed) throw new Error('the app is closing');
    return Opened.open({ folder: this.#folder, emit: this.#emit });
  }
}
