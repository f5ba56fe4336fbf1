// The session files that earlier starts left in a folder: those of a crash, or more where the settings say so.
import { readdirSync, statSync, utimesSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../base/errors.ts';
import type { CaptureBudget } from '../../flow/capture-budget.ts';
import type { Flow } from '../../flow/flow.ts';
import { isInUse, removeSessionFile } from '../../traffic/session-file/files.ts';
import { keptFacts, keptFlows, type KeptFacts } from '../../traffic/session-file/kept-file.ts';
import type { TrafficList } from '../../traffic/traffic-list.ts';
import type { Settings } from '../settings/schema.ts';
import { isSessionFileName, sessionFileName } from './file-names.ts';

const DAY_MS = 86_400_000;

export interface KeptSession extends KeptFacts {
  /** The name of its file. */
  readonly name: string;
  readonly path: string;
  /** The requests of it that can be read are in the list already. */
  readonly isOpened: boolean;
}

export interface OpenedSession {
  readonly ids: readonly number[];
  /** The requests that could not be read, in a sentence; null without any. Its file stays then. */
  readonly damage: string | null;
}

export class KeptSessions {
  /** The name of the file of this start. */
  readonly current: string;
  readonly #folder: string;
  readonly #captures: CaptureBudget;
  /** Files that were opened, and stay because not all of them could be read, with what is missing. */
  readonly #opened = new Map<string, string>();

  constructor(folder: string, captures: CaptureBudget) {
    this.#folder = folder;
    this.current = sessionFileName(namesIn(folder));
    this.#captures = captures;
  }

  /**
   * Removes the files that the settings no longer keep, and then the oldest past `maxBytes` in all. Those stay that
   * another app is writing.
   */
  prune({ mode, days }: Settings['keepTraffic'], maxBytes: number, now = Date.now()): void {
    let bytes = 0;
    for (const [at, name] of this.#names().toReversed().entries()) {
      const path = join(this.#folder, name);
      const { size, changedAt } = used(path, now);
      bytes += size;
      const isOld = mode === 'days' && now - changedAt > days * DAY_MS;
      const isReplaced = mode === 'lastSession' && at > 0;
      if ((isOld || isReplaced || bytes > maxBytes) && !isInUse(path)) removeSessionFile(path);
    }
  }

  /** Returns them, oldest first. Those without a request are removed, and those left out that another app is writing. */
  async list(): Promise<readonly KeptSession[]> {
    const sessions: KeptSession[] = [];
    for (const name of this.#names()) {
      const path = join(this.#folder, name);
      if (isInUse(path)) continue;
      const facts = await keptFacts(path, this.#captures);
      const opened = this.#opened.get(name);
      if (facts.requests === 0 && facts.damage === null) removeSessionFile(path);
      else
        sessions.push({
          ...facts,
          name,
          path,
          isOpened: opened !== undefined,
          damage: opened ?? facts.damage,
        });
    }
    return sessions;
  }

  /**
   * Adds the requests of a kept session to a list, which then has them in its own file, and removes its file, unless
   * some of it could not be read. Rejects with a UserError when nothing can be read, or the disk does not take it.
   */
  async open(name: string, list: TrafficList): Promise<OpenedSession> {
    const path = this.#path(name);
    const ids: number[] = [];
    const openedFrom = openedName((await keptFacts(path, this.#captures)).lastAt);
    const { pages, damage } = keptFlows(path, this.#captures, () => list.takeId());
    for await (const flows of pages) {
      for (const flow of flows) flow.openedFrom ??= openedFrom;
      list.open(flows);
      ids.push(...flows.map(({ id }) => id));
      if (await list.settled()) continue;
      list.remove(ids);
      throw new UserError('CONFLICT', `the disk does not take the requests, which stay in ${path}`);
    }
    const lost = damage();
    if (lost === null) removeSessionFile(path);
    else this.#opened.set(name, lost);
    return { ids, damage: lost };
  }

  /**
   * Returns the requests of a kept session that can be read, which are read as they are gone through, each time. Throws
   * a UserError when there is none of that name.
   */
  flows(name: string): AsyncIterable<Flow> {
    const path = this.#path(name);
    const captures = this.#captures;
    return {
      async *[Symbol.asyncIterator]() {
        let id = 0;
        for await (const flows of keptFlows(path, captures, () => (id += 1)).pages) yield* flows;
      },
    };
  }

  /** Removes a kept session for good. Throws a UserError when there is none of that name. */
  remove(name: string): void {
    removeSessionFile(this.#path(name));
  }

  #names(): readonly string[] {
    return namesIn(this.#folder).filter((name) => name !== this.current);
  }

  #path(name: string): string {
    const path = join(this.#folder, name);
    if (!this.#names().includes(name))
      throw new UserError('NOT_FOUND', `there is no kept session ${JSON.stringify(name)}`);
    if (isInUse(path)) throw new UserError('CONFLICT', `another app is writing ${path}: stop it first`);
    return path;
  }
}

/** Returns the names of session files, oldest first. */
function namesIn(folder: string): readonly string[] {
  try {
    return readdirSync(folder).filter(isSessionFileName).sort();
  } catch {
    return []; // nothing was kept yet
  }
}

/** Returns the bytes of a session with its log, and when it was written last. */
function used(path: string, now: number): { readonly size: number; readonly changedAt: number } {
  const stats = ['', '-wal'].flatMap((suffix) => statSync(path + suffix, { throwIfNoEntry: false }) ?? []);
  const size = stats.reduce((sum, stat) => sum + stat.size, 0);
  const changedAt = Math.max(...stats.map(({ mtimeMs }) => mtimeMs));
  if (changedAt <= now) return { size, changedAt };
  // The clock was ahead: it counts from now on, and would stay for years otherwise.
  for (const suffix of ['', '-wal'])
    if (statSync(path + suffix, { throwIfNoEntry: false }) !== undefined)
      utimesSync(path + suffix, now / 1000, now / 1000);
  return { size, changedAt: now };
}

function openedName(lastAt: string | null): string {
  return `session of ${lastAt?.slice(0, 16).replace('T', ' ') ?? 'before'}`;
}
