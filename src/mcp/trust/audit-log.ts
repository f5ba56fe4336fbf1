// The log of the assistants' calls, in the data folder. Undo data contains the secrets that a change replaced, so it
// is in a separate file that nothing prints.
import { randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../../base/replace-file.ts';
import type { MethodCall } from '../../session/methods/undo.ts';
import type { ChangedFile } from './file-changes.ts';
import { LineFile } from './line-file.ts';

export interface AuditEntry {
  readonly id: string;
  /** ISO 8601, UTC. */
  readonly time: string;
  /** The name and version of the assistant, as it says itself. */
  readonly client: string;
  readonly tool: string;
  /** The parameters as JSON, without secrets, cut when long. */
  readonly params: string;
  readonly outcome: 'ok' | 'error' | 'cancelled';
  /** The error; empty without. */
  readonly error: string;
  readonly durationMs: number;
  /** True for a change that can be taken back. */
  readonly undo: boolean;
  /** The id of the entry that this one took back. */
  readonly undoes?: string;
}

/** The undo data of a change: the methods to call, in this order, or the earlier content of workspace files. */
export type Undo =
  | { readonly calls: readonly MethodCall[] }
  | { readonly folder: string; readonly files: readonly ChangedFile[] };

const MAX_LOG_BYTES = 4 * 1024 * 1024;
/** Files of a workspace are larger than calls. */
const MAX_UNDO_BYTES = 16 * 1024 * 1024;
const MAX_PARAMS = 2000;

/** Returns the entry for a call that ends now. */
export function auditEntry(
  call: Pick<AuditEntry, 'client' | 'tool' | 'outcome' | 'error'> & {
    /** Without secrets. */
    readonly params: object;
    readonly startedAt: number;
    readonly undoes?: string;
  },
): AuditEntry {
  const { params, startedAt, ...rest } = call;
  const text = JSON.stringify(params);
  return {
    id: randomUUID().slice(0, 8),
    time: new Date(startedAt).toISOString(),
    params: text.length > MAX_PARAMS ? `${text.slice(0, MAX_PARAMS)}…` : text,
    durationMs: Date.now() - startedAt,
    undo: false,
    ...rest,
  };
}

interface KeptUndo {
  readonly id: string;
  /** A single call was kept as such in earlier versions. */
  readonly undo: Undo | MethodCall;
}

export class AuditLog {
  readonly #log: LineFile<AuditEntry>;
  readonly #undos: LineFile<KeptUndo>;
  #isSeparated: Promise<void> | null = null;

  /** `home`: the data folder. */
  constructor(home: string) {
    this.#log = new LineFile(join(home, 'mcp-log.ndjson'), MAX_LOG_BYTES);
    this.#undos = new LineFile(join(home, 'mcp-undo.ndjson'), MAX_UNDO_BYTES);
  }

  get path(): string {
    return this.#log.path;
  }

  /** Writes an entry after those before it, and what takes it back. Rejects when they cannot be written. */
  async add(entry: AuditEntry, undo: Undo | null = null): Promise<void> {
    await this.#separated();
    // The undo data comes first, so that an entry that can be undone has all that it needs.
    if (undo !== null) await this.#undos.add({ id: entry.id, undo });
    await this.#log.add({ ...entry, undo: undo !== null });
  }

  /** Returns the entries, oldest first. */
  async entries(): Promise<readonly AuditEntry[]> {
    await this.#separated();
    return this.#log.lines();
  }

  /** Returns what takes an entry back; null when there is nothing, or it is no longer kept. */
  async undoOf(id: string): Promise<Undo | null> {
    await this.#separated();
    const undo = (await this.#undos.lines()).findLast((each) => each.id === id)?.undo ?? null;
    return undo !== null && 'method' in undo ? { calls: [undo] } : undo;
  }

  /** Separates a log of an earlier version, whose entries held what takes them back. */
  #separated(): Promise<void> {
    return (this.#isSeparated ??= this.#separate());
  }

  async #separate(): Promise<void> {
    for (const path of this.#log.paths) {
      const text = await readFile(path, 'utf8').catch(() => '');
      if (!text.includes('"undo":{')) continue;
      const lines: string[] = [];
      for (const { undo, ...entry } of text.split('\n').flatMap(earlierEntry)) {
        if (typeof undo === 'object' && undo !== null) await this.#undos.add({ id: entry.id, undo });
        lines.push(`${JSON.stringify({ ...entry, undo: undo !== null && undo !== false })}\n`);
      }
      await replaceFile(path, lines.join(''));
    }
  }
}

type EarlierEntry = Omit<AuditEntry, 'undo'> & { readonly undo: KeptUndo['undo'] | boolean | null };

/** Leaves out a damaged line. */
function earlierEntry(line: string): readonly EarlierEntry[] {
  try {
    return [JSON.parse(line) as EarlierEntry];
  } catch {
    return [];
  }
}
