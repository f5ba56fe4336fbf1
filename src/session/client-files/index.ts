// The files of the workspace for the windows of the API client: followed on the disk, edited as drafts, saved, and taken
// back by steps.
import { join } from 'node:path';
import { didYouMean } from '../../base/did-you-mean.ts';
import { ParameterError, UserError } from '../../base/errors.ts';
import { differences } from '../../base/differences.ts';
import type { ChooseSide, Conflict } from '../../base/join-values.ts';
import {
  draftValue,
  refreshed,
  withChanges,
  withValue,
  type FieldChange,
  type Fields,
  type WorkspaceDraft,
} from '../../collections/drafts/draft.ts';
import { DraftFiles, refuseLargeDraft, type DraftKey } from '../../collections/drafts/draft-files.ts';
import type { ObjectIndex } from '../../collections/objects/object-index.ts';
import { withDefaults } from '../../collections/objects/with-defaults.ts';
import {
  editableNames,
  newFields,
  readStored,
  type StoredObject,
} from '../../collections/objects/stored-object.ts';
import { LOCAL_FOLDER, Workspace, type ChangeGuard } from '../../collections/storage/workspace.ts';
import { WorkspaceWatch, type WorkspaceChange } from '../../collections/watch/workspace-watch.ts';
import type { FolderWatchOptions } from '../../collections/watch/folder-watch.ts';
import { Acts, type Act, type ActContext } from './acts.ts';
import { filesEvent, type WorkspaceEvent } from './events.ts';
import { draftOf, saveDraft, storedAtRest } from './saving.ts';

/** A draft as a window shows it, with secrets. */
export interface DraftView {
  readonly draft: WorkspaceDraft;
  /** The object with what was typed. */
  readonly value: Fields;
  /** Fields that differ from the file, such as `headers[Accept].value`. */
  readonly changed: readonly string[];
  readonly conflicts: readonly Conflict[];
  /** Its file, relative to the workspace; null without one. */
  readonly path: string | null;
  /** `deleted`: its file is gone. `unreadable`: its file has an error. */
  readonly state: 'new' | 'saved' | 'deleted' | 'unreadable';
}

export interface ClientFilesOptions extends FolderWatchOptions {
  /** The folder of the workspace. */
  readonly folder: string;
  readonly emit: (event: WorkspaceEvent) => void;
}

export class ClientFiles {
  readonly folder: string;
  readonly drafts: DraftFiles;
  /** Names of files of drafts that could not be read. */
  #brokenDrafts: readonly string[] = [];
  readonly #emit: ClientFilesOptions['emit'];
  #watch: WorkspaceWatch | null = null;
  #acts: Acts | null = null;
  /** The objects whose drafts are being saved. */
  readonly #saving = new Set<string>();

  private constructor({ folder, emit }: ClientFilesOptions) {
    this.folder = folder;
    this.#emit = emit;
    this.drafts = new DraftFiles(folder, join(folder, LOCAL_FOLDER));
  }

  static async open(options: ClientFilesOptions): Promise<ClientFiles> {
    const files = new ClientFiles(options);
    files.#brokenDrafts = await files.drafts.load();
    files.#watch = await WorkspaceWatch.start({
      ...options,
      onChange: (change) => void files.#onChange(change),
      onFolder: (reason) => files.#emit({ type: 'folder', reason }),
    });
    files.#acts = new Acts({
      folder: files.folder,
      watch: files.#watch,
      drafts: files.drafts,
      setDraft: (key, draft) => files.#set(key, draft, ''),
    });
    return files;
  }

  get index(): ObjectIndex {
    return this.#watch!.index;
  }

  get brokenDrafts(): readonly string[] {
    return this.#brokenDrafts;
  }

  /** The reason why the folder of the workspace cannot be read; null when it can. */
  get gone(): string | null {
    return this.#watch!.gone;
  }

  /** Tells apart what this process writes from what others write. */
  readonly guard: ChangeGuard = (work) => this.#watch!.own(work, () => undefined);

  workspace(): Workspace {
    return new Workspace(this.folder, this.guard);
  }

  /** Reads an object as its file is; null when there is none. */
  stored({ kind, id }: DraftKey): Promise<StoredObject | null> {
    return readStored(this.workspace(), this.index, kind, id);
  }

  /** Resolves with a draft, joined with its file; null when there is none. */
  async view(key: DraftKey): Promise<DraftView | null> {
    if (this.drafts.get(key) === undefined) return null;
    const { stored, isReadable } = await this.#readable(key);
    const conflicts = stored === null ? [] : this.#refresh(key, stored);
    const draft = this.drafts.get(key);
    if (draft === undefined) return null;
    const value = draftValue(draft);
    const path = this.index.find(key.kind, key.id)?.path ?? null;
    const state =
      draft.isNew && path === null ? 'new' : !isReadable ? 'unreadable' : stored ? 'saved' : 'deleted';
    const [before, after] = [draft.base, value].map((fields) => withDefaults(key.kind, fields));
    const changed = differences(before, after).map(({ field }) => field);
    return { draft, value, changed, conflicts, path, state };
  }

  async views(): Promise<readonly DraftView[]> {
    const views = await Promise.all(this.drafts.all().map((draft) => this.view(draft)));
    return views.filter((each) => each !== null);
  }

  /**
   * Takes what a window typed, and resolves when that is written, or cannot be. `changesOf` gets the object with its
   * secrets. Rejects with a UserError.
   */
  async change(
    key: DraftKey,
    { isNew, window }: { readonly isNew: boolean; readonly window: string },
    changesOf: (value: Fields) => readonly FieldChange[],
  ): Promise<void> {
    const begun = this.drafts.get(key) ?? (await this.#begin(key, isNew));
    // Another window may have begun meanwhile.
    const draft = this.drafts.get(key) ?? begun;
    const changes = changesOf(draftValue(draft));
    for (const { field } of changes) refuseUnknownField(key, field);
    refuseLargeDraft(changes);
    this.#set(key, withChanges(draft, changes) ?? this.#whileSaved(key, draft), window);
    await this.drafts.flush();
  }

  /** Decides conflicts of a draft by field. */
  async resolve(key: DraftKey, choose: ChooseSide, window: string): Promise<void> {
    const [draft, stored] = [draftOf(this.drafts, key), await this.stored(key)];
    if (stored === null) throw deleted(key);
    this.#set(key, refreshed(this.drafts.get(key) ?? draft, stored.fields, choose).draft, window);
    await this.drafts.flush();
  }

  /**
   * Saves drafts, as one step. One without a file becomes a new one; a request or folder then needs the folder that
   * takes it, relative to the workspace.
   */
  async save(keys: readonly DraftKey[], act: Act, folder: string | null = null): Promise<void> {
    await this.act(act, async (context) => {
      const saving = { drafts: this.drafts, watch: this.#watch!, refresh: this.#refresh };
      const names = keys.map(nameOf);
      for (const name of names) this.#saving.add(name);
      try {
        for (const key of keys) await saveDraft(saving, key, folder, context);
      } finally {
        for (const name of names) this.#saving.delete(name);
        for (const key of keys) this.#dropEmpty(key);
      }
    });
  }

  /**
   * Returns what is left of a draft that has become what its file was while that is being written: the file will have
   * something else, and what was typed is to differ from it.
   */
  #whileSaved(key: DraftKey, draft: WorkspaceDraft): WorkspaceDraft | null {
    return this.#saving.has(nameOf(key)) ? { ...draft, fields: {} } : null;
  }

  /** Drops what `#whileSaved` has left of a draft that could not be saved. */
  #dropEmpty(key: DraftKey): void {
    const draft = this.drafts.get(key);
    if (draft !== undefined && !draft.isNew && Object.keys(draft.fields).length === 0)
      this.#set(key, null, '');
  }

  async discard(keys: readonly DraftKey[], act: Act): Promise<void> {
    await this.act(act, ({ setDraft }) => {
      for (const key of keys) draftOf(this.drafts, key);
      for (const key of keys) setDraft(key, null);
      return this.drafts.flush();
    });
  }

  /** Runs a step that a window can take back. When it rejects, its changes are taken back. */
  act<T>(act: Act, work: (context: ActContext) => Promise<T>): Promise<T> {
    return this.#acts!.run(act, work);
  }

  /** Takes back the last step of a window; resolves with its name. Rejects with a UserError when that is not possible. */
  undoLast(window: string): Promise<string> {
    return this.#acts!.undoLast(window);
  }

  /** Returns the names of the steps that a window can take back, the latest first. */
  undoLabels(window: string): readonly string[] {
    return this.#acts!.labels(window);
  }

  /** Waits for steps, and writes drafts. */
  async close(): Promise<void> {
    await this.#acts?.settled();
    await this.#watch?.close();
    await this.drafts.close();
  }

  async #begin(key: DraftKey, isNew: boolean): Promise<WorkspaceDraft> {
    const stored = await storedAtRest(this.#watch!, key, this.workspace());
    if (stored !== null) return { ...key, isNew: false, base: stored.fields, fields: {} };
    if (!isNew) throw deleted(key);
    if (key.kind !== 'request' && key.kind !== 'run' && key.kind !== 'loadTest')
      throw new ParameterError(
        'only a request, a run configuration or a load test can be typed before it is saved',
        {
          field: 'isNew',
        },
      );
    const draft: WorkspaceDraft = { kind: key.kind, id: key.id, isNew: true, base: {}, fields: {} };
    return withValue(draft, newFields(key.kind, key.id)) ?? draft;
  }

  /** Joins a draft with its file; returns what is in conflict. */
  readonly #refresh = (key: DraftKey, stored: StoredObject): readonly Conflict[] => {
    const draft = this.drafts.get(key);
    if (draft === undefined) return [];
    const joined = refreshed({ ...draft, isNew: false }, stored.fields);
    if (differences(draft, joined.draft).length > 0) this.#set(key, joined.draft, '');
    return joined.conflicts;
  };

  async #onChange(change: WorkspaceChange): Promise<void> {
    for (const { kind, id } of change.changes)
      if (
        change.origin === 'elsewhere' &&
        kind !== 'workspace' &&
        this.drafts.get({ kind, id }) !== undefined
      ) {
        const { stored } = await this.#readable({ kind, id });
        if (stored !== null) this.#refresh({ kind, id }, stored);
      }
    this.#emit(filesEvent(change));
  }

  async #readable(
    key: DraftKey,
  ): Promise<{ readonly stored: StoredObject | null; readonly isReadable: boolean }> {
    try {
      return { stored: await this.stored(key), isReadable: true };
    } catch {
      return { stored: null, isReadable: false };
    }
  }

  #set(key: DraftKey, draft: WorkspaceDraft | null, window: string): void {
    this.drafts.set(key, draft);
    const fields = draft === null ? null : Object.keys(draft.fields);
    this.#emit({ type: 'draft', kind: key.kind, id: key.id, window, fields });
  }
}

function nameOf({ kind, id }: DraftKey): string {
  return `${kind} ${id}`;
}

function refuseUnknownField({ kind }: DraftKey, field: string): void {
  const [name = ''] = field.split('.');
  const names = editableNames(kind);
  if (names.includes(name)) return;
  throw new ParameterError(
    `${JSON.stringify(field.slice(0, 100))} is not a field of a ${kind}: ${didYouMean(name, names)}`,
    { field: 'changes' },
  );
}

function deleted({ kind, id }: DraftKey): UserError {
  return new UserError('NOT_FOUND', `the ${kind} ${id} has no file`, { field: 'id' });
}
