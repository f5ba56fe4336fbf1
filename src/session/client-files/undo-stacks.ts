// Steps that each window can take back: what the files and the drafts were before.
import { mkdir, rm, rmdir } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { UserError } from '../../base/errors.ts';
import { replaceFile } from '../../base/replace-file.ts';
import type { WorkspaceDraft } from '../../collections/drafts/draft.ts';
import type { DraftKey } from '../../collections/drafts/draft-files.ts';
import { presentText } from '../../collections/objects/object-index.ts';
import { refuseLink } from '../../collections/storage/safe-path.ts';
import { secretsBefore } from '../../collections/storage/secrets-file.ts';
import { LOCAL_FOLDER } from '../../collections/storage/workspace.ts';

/** A file before and after a step; null where there was none, undefined where it was too large to be remembered. */
export interface FileStep {
  /** Relative to the workspace. */
  readonly path: string;
  readonly before: string | null | undefined;
  readonly after: string | null | undefined;
}

export interface DraftStep {
  readonly key: DraftKey;
  readonly before: WorkspaceDraft | null;
  readonly after: WorkspaceDraft | null;
}

export interface UndoStep {
  /** The name of the step, such as `Moved 3 requests`. */
  readonly label: string;
  readonly files: readonly FileStep[];
  readonly drafts: readonly DraftStep[];
  /** Restore what is in neither. */
  readonly restores: readonly (() => unknown)[];
}

/** The file of secrets, relative to the workspace. */
export const SECRETS = `${LOCAL_FOLDER}/secrets.json`;

const MAX_STEPS = 50;
/** Characters of all steps of all windows. */
const MAX_CHARS = 64 * 1024 * 1024;

export class UndoStacks {
  readonly #stacks = new Map<string, UndoStep[]>();

  push(window: string, step: UndoStep): void {
    const stack = this.#stacks.get(window) ?? [];
    // The windows that acted last are the last.
    this.#stacks.delete(window);
    this.#stacks.set(window, stack);
    stack.push(step);
    if (stack.length > MAX_STEPS) stack.shift();
    this.#bound();
  }

  pop(window: string): UndoStep | undefined {
    return this.#stacks.get(window)?.pop();
  }

  /** Returns what can be taken back, the latest first. */
  labels(window: string): readonly string[] {
    return (this.#stacks.get(window) ?? []).map(({ label }) => label).toReversed();
  }

  #bound(): void {
    let size = [...this.#stacks.values()].flat().reduce((sum, step) => sum + sizeOf(step), 0);
    for (const [window, stack] of this.#stacks) {
      while (size > MAX_CHARS && stack.length > 1) size -= sizeOf(stack.shift()!);
      if (stack.length === 0) this.#stacks.delete(window);
    }
  }
}

function sizeOf({ files }: UndoStep): number {
  return files.reduce((sum, { before, after }) => sum + (before?.length ?? 0) + (after?.length ?? 0), 0);
}

/** Restores files to what they were before a step. Throws a UserError, and changes nothing, when one has changed since. */
export async function restoreFiles(folder: string, files: readonly FileStep[]): Promise<void> {
  const restored = files.map((file) => ({ path: file.path, text: textBefore(folder, file) }));
  for (const { path, text } of restored) await restoreFile(folder, path, text);
}

/** Returns the text to restore; null for no file. */
function textBefore(folder: string, { path, before, after }: FileStep): string | null {
  if (before === undefined)
    throw new UserError('TOO_LARGE', `${path} was too large to be remembered: use Git or the trash`);
  refuseLink(join(folder, path));
  const present = presentText(folder, path);
  if (after !== undefined && present === after) return before;
  // Scripts of sends change other secrets meanwhile.
  const secrets = path === SECRETS ? secretsBefore({ before, after, present }) : null;
  if (secrets !== null) return secrets;
  throw new UserError('CONFLICT', `${path} has changed since: what was done before is not taken back`);
}

async function restoreFile(folder: string, path: string, text: string | null): Promise<void> {
  const file = join(folder, path);
  if (text === null) {
    await rm(file, { force: true });
    // A folder that the step made is empty now; another one stays.
    if (path.includes('/')) await rmdir(dirname(file)).catch(() => undefined);
    return;
  }
  await mkdir(dirname(file), { recursive: true });
  await replaceFile(file, text, path.startsWith('.') ? 0o600 : 0o644);
}
