// Follows the files of a workspace. Changes that belong together, such as those of a checkout, are one event; what this
// process writes is told apart from what others write.
import { existsSync, statSync, type Stats } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { messageOf, systemCode } from '../../base/errors.ts';
import { ObjectIndex, type FileChange } from '../objects/object-index.ts';
import { gitFolder } from '../storage/git-branch.ts';
import { FolderWatch, type FolderWatchOptions } from './folder-watch.ts';
import { objectChanges, type ObjectChange } from './object-changes.ts';

export interface WorkspaceChange {
  /** `app` for what this process wrote. */
  readonly origin: 'app' | 'elsewhere';
  /** True when Git moved, as in a checkout or a pull. */
  readonly isGit: boolean;
  readonly changes: readonly ObjectChange[];
}

export interface WorkspaceWatchOptions extends FolderWatchOptions {
  readonly folder: string;
  readonly onChange: (change: WorkspaceChange) => void;
  /** Called with the reason when the folder cannot be read any more, and with null when it is back. */
  readonly onFolder: (reason: string | null) => void;
}

/** Milliseconds without further hints before files are read, and the longest time that hints may delay this. */
const QUIET_MS = 40;
const MAX_DELAY_MS = 120;
/** Git changes files while it holds its lock; one that a crash left does not stop us for ever. */
const LOCK_POLL_MS = 20;
const MAX_LOCK_MS = 30_000;
/** Milliseconds between two looks for a folder that is gone. */
const GONE_POLL_MS = 500;

export class WorkspaceWatch {
  readonly index: ObjectIndex;
  readonly #options: WorkspaceWatchOptions;
  readonly #git: string | null;
  #watch: FolderWatch | null = null;
  #timer: NodeJS.Timeout | null = null;
  #firstHint = 0;
  /** Settles when the last scan has ended; scans run one after another. */
  #turn: Promise<unknown> = Promise.resolve();
  #gitState = '';
  #gone: string | null = null;
  /** False for a workspace that has no folder yet. */
  #wasThere = false;
  /** The number of works that write files now. */
  #owning = 0;
  #isClosed = false;

  private constructor(options: WorkspaceWatchOptions) {
    this.#options = options;
    this.index = new ObjectIndex(options.folder);
    this.#git = gitFolder(options.folder);
  }

  /** Reads all files, and follows them from then on. */
  static async start(options: WorkspaceWatchOptions): Promise<WorkspaceWatch> {
    const watch = new WorkspaceWatch(options);
    watch.#watch = await FolderWatch.start(options.folder, () => watch.#hint(), options);
    watch.#gitState = watch.#readGitState();
    await watch.#scan('app', true);
    return watch;
  }

  /** The reason why the folder cannot be read; null when it can. */
  get gone(): string | null {
    return this.#gone;
  }

  /** True when the folder was there, and is not now. */
  isGone(): boolean {
    return this.#wasThere && !existsSync(this.#options.folder);
  }

  /**
   * Runs work that writes files, and calls `onFiles` with what it has changed. When Git moves at the same time, its
   * changes cannot be told apart, and none is called the app's.
   */
  async own<T>(work: () => Promise<T>, onFiles: (changes: readonly FileChange[]) => void): Promise<T> {
    // Half of a checkout is nobody's change: what Git writes later would seem to be that of the work.
    await this.untilGitEnds();
    await this.#look('elsewhere');
    const index = this.#indexState();
    this.#owning += 1;
    try {
      return await work();
    } finally {
      this.#owning -= 1;
      const isGit =
        this.#isLocked() || this.#indexState() !== index || this.#readGitState() !== this.#gitState;
      const changes = await this.#look(isGit ? 'elsewhere' : 'app');
      if (!isGit) onFiles(changes);
      if (this.#isLocked()) this.#hint();
    }
  }

  /** Reads what has changed, now. */
  async look(): Promise<void> {
    await this.#look('elsewhere');
  }

  /** Waits while Git holds its lock. Resolves with true when it held it. */
  async untilGitEnds(): Promise<boolean> {
    const until = performance.now() + MAX_LOCK_MS;
    let waited = false;
    while (this.#isLocked() && performance.now() < until && !this.#isClosed) {
      waited = true;
      await wait(LOCK_POLL_MS, null, { ref: false });
    }
    return waited;
  }

  #look(origin: WorkspaceChange['origin']): Promise<readonly FileChange[]> {
    const scanned = this.#turn.then(() => this.#scan(origin));
    this.#turn = scanned.catch(() => undefined);
    return scanned;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#watch?.close();
    await this.#turn;
  }

  #hint(): void {
    if (this.#isClosed) return;
    const now = performance.now();
    if (this.#timer === null) this.#firstHint = now;
    else clearTimeout(this.#timer);
    const delay = Math.min(QUIET_MS, Math.max(0, this.#firstHint + MAX_DELAY_MS - now));
    this.#timer = setTimeout(() => {
      this.#timer = null;
      void this.#lookAfterGit();
    }, delay).unref();
  }

  async #lookAfterGit(): Promise<void> {
    const waited = await this.untilGitEnds();
    if (this.#isClosed) return;
    if (waited) this.#gitState = '';
    // What is written now is read when that has ended.
    if (this.#owning === 0) await this.look();
  }

  #isLocked(): boolean {
    const lock = this.#gitStats('index.lock');
    return lock !== undefined && Date.now() - lock.mtimeMs < MAX_LOCK_MS;
  }

  /** Returns what differs after Git has written its index, which it does before it notes where it has moved to. */
  #indexState(): string {
    const stats = this.#gitStats('index');
    return stats === undefined ? '' : `${stats.ino} ${stats.mtimeMs}`;
  }

  #gitStats(file: string): Stats | undefined {
    return this.#git === null ? undefined : statSync(join(this.#git, file), { throwIfNoEntry: false });
  }

  async #scan(origin: WorkspaceChange['origin'], isFirst = false): Promise<readonly FileChange[]> {
    const changes = await this.#changes();
    if (changes === null) return [];
    this.#watch?.follow(this.index.folders);
    const gitState = this.#readGitState();
    const isGit = gitState !== this.#gitState;
    this.#gitState = gitState;
    if (changes.length > 0 && !isFirst) {
      this.#options.onChange({ origin, isGit, changes: objectChanges(changes, this.index.files) });
    }
    return changes;
  }

  /** Resolves with null when the folder cannot be read. */
  async #changes(): Promise<readonly FileChange[] | null> {
    try {
      const changes = await this.index.scan();
      this.#wasThere = true;
      if (this.#gone !== null) this.#setGone(null);
      return changes;
    } catch (error) {
      this.#watch?.reset();
      if (this.#gone === null && (this.#wasThere || systemCode(error) !== 'ENOENT'))
        this.#setGone(messageOf(error));
      if (!this.#isClosed) setTimeout(() => this.#hint(), GONE_POLL_MS).unref();
      return null;
    }
  }

  #setGone(reason: string | null): void {
    this.#gone = reason;
    this.#options.onFolder(reason);
  }

  /** Returns what differs after Git has moved: the length of the log of its moves, or else what is checked out. */
  #readGitState(): string {
    for (const file of ['logs/HEAD', 'HEAD']) {
      const stats = this.#gitStats(file);
      if (stats !== undefined) return `${stats.size} ${stats.mtimeMs}`;
    }
    return '';
  }
}
