// Steps that windows take on the workspace: each is done completely or not at all, and can be taken back.
import { UserError } from '../../base/errors.ts';
import type { WorkspaceDraft } from '../../collections/drafts/draft.ts';
import type { DraftFiles, DraftKey } from '../../collections/drafts/draft-files.ts';
import { presentText, type FileChange } from '../../collections/objects/object-index.ts';
import { haveSecretsChanged } from '../../collections/storage/secrets-file.ts';
import { Workspace } from '../../collections/storage/workspace.ts';
import type { WorkspaceWatch } from '../../collections/watch/workspace-watch.ts';
import {
  restoreFiles,
  SECRETS,
  UndoStacks,
  type DraftStep,
  type FileStep,
  type UndoStep,
} from './undo-stacks.ts';

/** A step that a window takes, with the name by which it is taken back. */
export interface Act {
  readonly label: string;
  readonly window: string;
}

/** The workspace during a step. */
export interface ActContext {
  readonly workspace: Workspace;
  readonly setDraft: (key: DraftKey, draft: WorkspaceDraft | null) => void;
  /** Registers what is restored besides, when the step is taken back. */
  readonly alsoRestore: (restore: () => unknown) => void;
}

interface ActsOptions {
  /** The folder of the workspace. */
  readonly folder: string;
  readonly watch: WorkspaceWatch;
  readonly drafts: Pick<DraftFiles, 'get'>;
  /** Replaces a draft. All windows are told, that of the step too: nothing of it was typed there. */
  readonly setDraft: (key: DraftKey, draft: WorkspaceDraft | null) => void;
}

export class Acts {
  readonly #folder: string;
  readonly #watch: WorkspaceWatch;
  readonly #drafts: ActsOptions['drafts'];
  readonly #setDraft: ActsOptions['setDraft'];
  readonly #stacks = new UndoStacks();
  /** Settles when the last step has ended; steps run one after another. */
  #turn: Promise<unknown> = Promise.resolve();

  constructor({ folder, watch, drafts, setDraft }: ActsOptions) {
    this.#folder = folder;
    this.#watch = watch;
    this.#drafts = drafts;
    this.#setDraft = setDraft;
  }

  run<T>(act: Act, work: (context: ActContext) => Promise<T>): Promise<T> {
    return this.#serialize(() => this.#act(act, work));
  }

  undoLast(window: string): Promise<string> {
    return this.#serialize(async () => {
      const step = this.#stacks.pop(window);
      if (step === undefined) throw new UserError('NOT_FOUND', 'there is nothing to take back');
      await this.#takeBack(step);
      return step.label;
    });
  }

  labels(window: string): readonly string[] {
    return this.#stacks.labels(window);
  }

  async settled(): Promise<void> {
    await this.#turn;
  }

  async #act<T>({ label, window }: Act, work: (context: ActContext) => Promise<T>): Promise<T> {
    // Writing would make a folder that was moved or is not mounted again.
    if (this.#watch.isGone())
      throw new UserError(
        'UNAVAILABLE',
        `the folder ${this.#folder} is gone: what is typed is kept until it is back`,
      );
    const [files, drafts] = [new Map<string, FileStep>(), new Map<string, DraftStep>()];
    const restores: (() => unknown)[] = [];
    const secrets = presentText(this.#folder, SECRETS);
    const context: ActContext = {
      workspace: this.#workspace((changes) => addFiles(files, changes)),
      setDraft: (key, draft) => {
        const name = `${key.kind}/${key.id}`;
        const before = drafts.has(name) ? drafts.get(name)!.before : (this.#drafts.get(key) ?? null);
        drafts.set(name, { key, before, after: draft });
        this.#setDraft(key, draft);
      },
      alsoRestore: (restore) => void restores.push(restore),
    };
    const step = (): UndoStep => {
      const after = presentText(this.#folder, SECRETS);
      const own = haveSecretsChanged(secrets, after) ? [{ path: SECRETS, before: secrets, after }] : [];
      return { label, files: [...files.values(), ...own], drafts: [...drafts.values()], restores };
    };
    try {
      const result = await work(context);
      const done = step();
      if (done.files.length + done.drafts.length + restores.length > 0) this.#stacks.push(window, done);
      return result;
    } catch (error) {
      await this.#takeBack(step()).catch(() => undefined);
      throw error;
    }
  }

  async #takeBack({ files, drafts, restores }: UndoStep): Promise<void> {
    for (const { key, after } of drafts)
      if ((this.#drafts.get(key) ?? null) !== after)
        throw new UserError(
          'CONFLICT',
          `${key.kind} ${key.id} was typed into since: save or discard that first`,
        );
    if (files.length > 0)
      await this.#workspace(() => undefined).exclusively(() => restoreFiles(this.#folder, files));
    for (const { key, before } of drafts) this.#setDraft(key, before);
    for (const restore of restores) restore();
  }

  #workspace(onFiles: (changes: readonly FileChange[]) => void): Workspace {
    return new Workspace(this.#folder, (work) => this.#watch.own(work, onFiles));
  }

  #serialize<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }
}

/** Joins changes of files that a step made one after another. */
function addFiles(files: Map<string, FileStep>, changes: readonly FileChange[]): void {
  for (const { path, before, after } of changes) {
    const first = files.get(path);
    files.set(path, {
      path,
      before: first === undefined ? textOf(before) : first.before,
      after: textOf(after),
    });
  }
}

function textOf(file: FileChange['after']): string | null | undefined {
  return file === null ? null : (file.text ?? undefined);
}
