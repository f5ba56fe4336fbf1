// The drafts of a workspace in its machine-local folder, one file each. They are written soon after each change; when
// that is not possible they stay in memory, and it is tried again.
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { readdir, readFile, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { messageOf, systemCode, UserError } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import { replaceFileSoon } from '../../base/replace-file.ts';
import { OBJECT_KINDS, type ObjectKind } from '../objects/object-kinds.ts';
import { createSafeFolder, isLink } from '../storage/safe-path.ts';
import { createLocalFolder } from '../storage/secrets-file.ts';
import type { WorkspaceDraft } from './draft.ts';

/** Milliseconds between a change and its writing, and between two attempts that fail. */
const DELAY_MS = 150;
const RETRY_MS = 2000;
/** Characters of one draft as JSON, and the number of drafts. */
const MAX_CHARS = 32 * 1024 * 1024;
const MAX_DRAFTS = 2000;
const SUFFIX = '.json';

export type DraftKey = Pick<WorkspaceDraft, 'kind' | 'id'>;

export class DraftFiles {
  readonly #workspace: string;
  readonly #local: string;
  readonly #drafts = new Map<string, WorkspaceDraft>();
  /** Keys of drafts whose files are not up to date. */
  readonly #pending = new Set<string>();
  /** The base of a draft as JSON: it is large, and the same for all keystrokes. */
  readonly #baseTexts = new WeakMap<object, string>();
  #timer: NodeJS.Timeout | null = null;
  /** Settles when the last writing has ended. */
  #writing: Promise<void> = Promise.resolve();
  #error: string | null = null;
  /** True once the folder of the workspace was seen: then it is not made again. */
  #wasThere: boolean;
  /** True once the folder of the drafts was made. */
  #wasMade = false;

  /** `local`: the machine-local folder of the workspace. */
  constructor(workspace: string, local: string) {
    this.#workspace = workspace;
    this.#local = local;
    this.#wasThere = existsSync(workspace);
  }

  /** Reads the drafts that are kept. A file that cannot be used is moved aside; resolves with the names of such files. */
  async load(): Promise<readonly string[]> {
    const broken: string[] = [];
    for (const name of await this.#names()) {
      const path = join(this.#folder, name);
      const draft = parsedDraft(await readFile(path, 'utf8').catch(() => ''));
      if (draft !== null) this.#drafts.set(keyText(draft), draft);
      else {
        broken.push(name);
        await rename(path, `${path}.broken`).catch(() => undefined);
      }
    }
    return broken;
  }

  /** The reason why the latest drafts are in memory only; null when all are written, or about to be. */
  get error(): string | null {
    return this.#error;
  }

  all(): readonly WorkspaceDraft[] {
    return [...this.#drafts.values()];
  }

  get(key: DraftKey): WorkspaceDraft | undefined {
    return this.#drafts.get(keyText(key));
  }

  /** Replaces a draft; null removes it. Throws a UserError when there are too many. */
  set(key: DraftKey, draft: WorkspaceDraft | null): void {
    this.#wasThere ||= existsSync(this.#workspace);
    const text = keyText(key);
    if (draft === null && !this.#drafts.delete(text)) return;
    if (draft !== null) {
      if (!this.#drafts.has(text) && this.#drafts.size >= MAX_DRAFTS)
        throw new UserError('TOO_LARGE', `there are ${MAX_DRAFTS} drafts: save or discard some`);
      this.#drafts.set(text, draft);
    }
    this.#pending.add(text);
    this.#schedule(DELAY_MS);
  }

  /** Writes what is not written yet. Never rejects: `error` tells. */
  flush(): Promise<void> {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
    this.#writing = this.#writing.then(() => this.#writePending());
    return this.#writing;
  }

  async close(): Promise<void> {
    await this.flush();
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }

  get #folder(): string {
    return join(this.#local, 'drafts');
  }

  #schedule(delay: number): void {
    this.#timer ??= setTimeout(() => void this.flush(), delay).unref();
  }

  async #writePending(): Promise<void> {
    for (const key of this.#pending) {
      this.#pending.delete(key);
      try {
        await this.#write(key);
        this.#error = null;
      } catch (error) {
        this.#pending.add(key);
        this.#error = messageOf(error);
        this.#schedule(RETRY_MS);
        return;
      }
    }
  }

  async #write(key: string): Promise<void> {
    const draft = this.#drafts.get(key);
    const path = join(this.#folder, fileName(key));
    const isThere = existsSync(this.#workspace);
    if (this.#wasThere && !isThere) throw new UserError('NOT_FOUND', `the folder ${this.#workspace} is gone`);
    if (draft === undefined) {
      if (isThere) await rm(path, { force: true });
      return;
    }
    await this.#makeFolder();
    await replaceFileSoon(path, this.#text(draft));
  }

  /** Makes the folder, and checks at each write that no link took its place. */
  async #makeFolder(): Promise<void> {
    if (this.#wasMade && !isLink(this.#local) && !isLink(this.#folder) && existsSync(this.#folder)) return;
    await createLocalFolder(this.#local);
    await createSafeFolder(this.#folder, 0o700);
    this.#wasThere = true;
    this.#wasMade = true;
  }

  #text({ base, ...draft }: WorkspaceDraft): string {
    const baseText = this.#baseTexts.get(base) ?? JSON.stringify(base);
    this.#baseTexts.set(base, baseText);
    const text = JSON.stringify({ version: 1, ...draft });
    return `${text.slice(0, -1)},"base":${baseText}}\n`;
  }

  async #names(): Promise<readonly string[]> {
    try {
      return (await readdir(this.#folder)).filter((name) => name.endsWith(SUFFIX));
    } catch (error) {
      if (['ENOENT', 'ENOTDIR'].includes(systemCode(error))) return [];
      throw error;
    }
  }
}

/** Throws a UserError for a draft that is too large to be kept. */
export function refuseLargeDraft(value: unknown): void {
  const size = JSON.stringify(value).length;
  if (size > MAX_CHARS)
    throw new UserError('TOO_LARGE', `the change has ${size} characters, and ${MAX_CHARS} are kept`, {
      field: 'changes',
    });
}

function keyText({ kind, id }: DraftKey): string {
  return `${kind}/${id}`;
}

/** Ids may have any characters, so that files are named by a digest. */
function fileName(key: string): string {
  return `${key.slice(0, key.indexOf('/'))}-${createHash('sha256').update(key).digest('hex').slice(0, 32)}${SUFFIX}`;
}

function parsedDraft(text: string): WorkspaceDraft | null {
  try {
    const { version, kind, id, isNew, base, fields } = JSON.parse(text) as Record<string, unknown>;
    const isDraft =
      version === 1 &&
      OBJECT_KINDS.includes(kind as ObjectKind) &&
      typeof id === 'string' &&
      isObject(base) &&
      isObject(fields) &&
      Object.values(fields).every(isObject);
    return isDraft ? ({ kind, id, isNew: isNew === true, base, fields } as WorkspaceDraft) : null;
  } catch {
    return null;
  }
}
