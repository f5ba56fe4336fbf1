// Tells that something may have changed in a folder: by the events of the system where it has them, and otherwise, as in
// folders of a network, by asking again and again.
import { watch, type FSWatcher } from 'node:fs';
import { statfs } from 'node:fs/promises';
import { join } from 'node:path';

/** Milliseconds between two looks where the system sends no events. */
const POLL_MS = 200;
/** Types of file systems on Linux whose other users cause no events here: NFS, SMB, CIFS, FUSE, 9P, AFS, Ceph. */
const REMOTE = new Set([
  0x6969, 0x517b, 0xff534d42, 0xfe534d42, 0x65735546, 0x01021997, 0x5346414f, 0x00c36400,
]);

export interface FolderWatchOptions {
  /** True to ask again and again in any case. */
  readonly isPolling?: boolean;
}

export class FolderWatch {
  readonly #folder: string;
  readonly #onHint: () => void;
  /** By path relative to the folder. One watches everything where the system can do that. */
  readonly #watchers = new Map<string, FSWatcher>();
  #poll: NodeJS.Timeout | null = null;

  private constructor(folder: string, onHint: () => void) {
    this.#folder = folder;
    this.#onHint = onHint;
  }

  /** Calls `onHint` whenever something below the folder may have changed. */
  static async start(
    folder: string,
    onHint: () => void,
    { isPolling = false }: FolderWatchOptions = {},
  ): Promise<FolderWatch> {
    const folderWatch = new FolderWatch(folder, onHint);
    if (isPolling || (await isRemote(folder))) folderWatch.#startPolling();
    return folderWatch;
  }

  /** Watches these folders, which are relative to that of the watch; others are forgotten. */
  follow(folders: readonly string[]): void {
    if (this.#poll !== null) return;
    try {
      const wanted = new Set(hasRecursiveEvents() ? [''] : folders);
      for (const [path, watcher] of this.#watchers)
        if (!wanted.has(path)) {
          watcher.close();
          this.#watchers.delete(path);
        }
      for (const path of wanted) if (!this.#watchers.has(path)) this.#watch(path);
    } catch {
      // The system has no events here, or its limit of watched folders is reached.
      this.#startPolling();
    }
  }

  /** Begins again, after the folder was gone. */
  reset(): void {
    for (const watcher of this.#watchers.values()) watcher.close();
    this.#watchers.clear();
  }

  close(): void {
    this.reset();
    if (this.#poll !== null) clearInterval(this.#poll);
    this.#poll = null;
  }

  #watch(path: string): void {
    const options = { persistent: false, recursive: hasRecursiveEvents() };
    const watcher = watch(join(this.#folder, path), options, (_, name) => {
      // What lies in folders such as .git and .local is nobody's object.
      if (name?.startsWith('.') !== true) this.#onHint();
    });
    watcher.on('error', () => {
      watcher.close();
      this.#watchers.delete(path);
      this.#onHint();
    });
    this.#watchers.set(path, watcher);
  }

  #startPolling(): void {
    this.reset();
    this.#poll ??= setInterval(this.#onHint, POLL_MS).unref();
  }
}

function hasRecursiveEvents(): boolean {
  return process.platform === 'darwin' || process.platform === 'win32';
}

/** True for a folder that other machines change, of which the system here tells nothing. */
async function isRemote(folder: string): Promise<boolean> {
  if (process.platform === 'win32') return folder.startsWith('\\\\');
  if (process.platform !== 'linux') return false;
  return statfs(folder).then(
    ({ type }) => REMOTE.has(type),
    () => false,
  );
}
