// The session files that earlier starts left in a folder: those of a crash, or more where the settings say so.
import { readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '../../base/errors.ts';
import type { CaptureBudget } from '../../flow/capture-budget.ts';
import { removeSessionFile } from '../../traffic/session-file/files.ts';
import type { SessionFacts } from '../../traffic/session-file/reader.ts';
import type { TrafficList } from '../../traffic/traffic-list.ts';
import type { Settings } from '../settings/schema.ts';

const FILE_NAME = /^\d{8}T\d{9}Z-\d+\.proxysession$/;
const DAY_MS = 86_400_000;

export interface KeptSession extends SessionFacts {
  /** The name of its file. */
  readonly name: string;
}

/** Returns a name for the session file of this start. */
export function sessionFileName(now = new Date()): string {
  return `${now.toISOString().replaceAll(/[-:.]/g, '')}-${process.pid}.proxysession`;
}

export class KeptSessions {
  readonly #folder: string;
  /** The name of the file of this start. */
  readonly #current: string;
  readonly #captures: CaptureBudget;

  constructor(folder: string, current: string, captures: CaptureBudget) {
    this.#folder = folder;
    this.#current = current;
    this.#captures = captures;
  }

  /** Removes the files that the settings no longer keep, and then the oldest past `maxBytes` in all. */
  prune({ mode, days }: Settings['keepTraffic'], maxBytes: number, now = Date.now()): void {
    const names = this.#names();
    let bytes = 0;
    for (const [at, name] of names.toReversed().entries()) {
      const stat = statSync(join(this.#folder, name), { throwIfNoEntry: false });
      bytes += stat?.size ?? 0;
      const isOld = mode === 'days' && stat !== undefined && now - stat.mtimeMs > days * DAY_MS;
      const isReplaced = mode === 'lastSession' && at > 0;
      if (isOld || isReplaced || bytes > maxBytes) removeSessionFile(join(this.#folder, name));
    }
  }

  /** Returns them, oldest first. Those without a request are removed. */
  async list(): Promise<readonly KeptSession[]> {
    const names = this.#names();
    if (names.length === 0) return [];
    const { SessionFileReader } = await import('../../traffic/session-file/reader.ts');
    return names.flatMap((name) => {
      const path = join(this.#folder, name);
      try {
        const reader = new SessionFileReader(path, this.#captures);
        const facts = reader.facts();
        reader.close();
        if (facts !== null) return [{ name, ...facts }];
        removeSessionFile(path);
      } catch {
        // A file that cannot be read stays for whoever can repair it.
      }
      return [];
    });
  }

  /**
   * Adds the requests of a kept session to a list, which then has them in its own file, and removes its file. Rejects
   * with a UserError when it cannot be read.
   */
  async open(name: string, list: TrafficList): Promise<readonly number[]> {
    const path = this.#path(name);
    const { SessionFileReader } = await import('../../traffic/session-file/reader.ts');
    const reader = new SessionFileReader(path, this.#captures);
    const ids: number[] = [];
    try {
      const openedFrom = openedName(reader.facts());
      for (const flows of reader.pages(() => list.takeId())) {
        for (const flow of flows) flow.openedFrom ??= openedFrom;
        list.open(flows);
        ids.push(...flows.map(({ id }) => id));
        await list.settled();
      }
    } finally {
      reader.close();
    }
    removeSessionFile(path);
    return ids;
  }

  /** Removes a kept session for good. Throws a UserError when there is none of that name. */
  remove(name: string): void {
    removeSessionFile(this.#path(name));
  }

  #names(): readonly string[] {
    try {
      return readdirSync(this.#folder)
        .filter((name) => FILE_NAME.test(name) && name !== this.#current)
        .sort();
    } catch {
      return []; // nothing was kept yet
    }
  }

  #path(name: string): string {
    if (!this.#names().includes(name))
      throw new UserError('NOT_FOUND', `there is no kept session ${JSON.stringify(name)}`);
    return join(this.#folder, name);
  }
}

function openedName(facts: SessionFacts | null): string {
  return `session of ${facts?.lastAt.slice(0, 16).replace('T', ' ') ?? 'before'}`;
}
