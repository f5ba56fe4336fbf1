// The bounds of responses and history together: what is too old goes, and beyond the bytes the oldest go, responses first.
import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { isLink } from '../../collections/storage/safe-path.ts';

export interface HistoryBounds {
  readonly maxBytes: number;
  readonly maxAgeMs: number;
}

const MIB = 1024 * 1024;
const DAY_MS = 86_400_000;
export const HISTORY_BOUNDS: HistoryBounds = { maxBytes: 500 * MIB, maxAgeMs: 30 * DAY_MS };

/** The part of the bytes that stays, so that not each response removes another one. */
const REMAINING = 0.9;

/** Files that go together: the record of a response with its body, or the log of a day. */
interface Stored {
  readonly paths: readonly string[];
  readonly size: number;
  /** Epoch milliseconds. */
  readonly time: number;
  readonly isResponse: boolean;
}

/** Removes what is beyond the bounds; resolves with the bytes that remain. */
export async function enforceBounds(
  folders: { readonly responses: string; readonly history: string },
  { maxBytes, maxAgeMs }: HistoryBounds,
): Promise<number> {
  const all = [...(await storedIn(folders.responses, true)), ...(await storedIn(folders.history, false))];
  const oldest = Date.now() - maxAgeMs;
  let bytes = all.reduce((sum, { size }) => sum + size, 0);
  const bound = bytes > maxBytes ? maxBytes * REMAINING : maxBytes;
  for (const { paths, size, time } of all.toSorted(oldestResponsesFirst)) {
    if (time >= oldest && bytes <= bound) continue;
    for (const path of paths) await rm(path, { force: true });
    bytes -= size;
  }
  return bytes;
}

function oldestResponsesFirst(one: Stored, other: Stored): number {
  return Number(other.isResponse) - Number(one.isResponse) || one.time - other.time;
}

async function storedIn(folder: string, isResponse: boolean): Promise<readonly Stored[]> {
  // A link that came with the workspace may lead to files of the user.
  if (isLink(folder)) return [];
  const entries = await readdir(folder, { withFileTypes: true, recursive: true }).catch(() => []);
  const stored = new Map<string, Stored>();
  for (const entry of entries) {
    const time = timeIn(entry.name);
    if (!entry.isFile() || time === null) continue;
    const path = join(entry.parentPath, entry.name);
    const found = await stat(path).catch(() => null);
    if (found === null) continue;
    const key = path.replace(/\.[^/\\]*$/, '');
    const { paths, size } = stored.get(key) ?? { paths: [], size: 0 };
    stored.set(key, { paths: [...paths, path], size: size + found.size, time, isResponse });
  }
  return [...stored.values()];
}

/** Returns the time in the name of a response; of a log, the end of its day; null for files of others. */
function timeIn(name: string): number | null {
  const [, response, day] = /^(\d{13})-|^(\d{4}-\d\d-\d\d)\.ndjson/.exec(name) ?? [];
  if (response !== undefined) return Number(response);
  return day === undefined ? null : Date.parse(day) + DAY_MS;
}
