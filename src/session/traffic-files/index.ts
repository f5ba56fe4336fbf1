// The traffic on the disk: the session file behind the traffic list, and the files that earlier starts left.
import { join } from 'node:path';
import { makeFolder } from '../../base/make-folder.ts';
import type { CaptureBudget } from '../../flow/capture-budget.ts';
import { SessionFile } from '../../traffic/session-file/session-file.ts';
import type { TrafficList, TrafficListOptions } from '../../traffic/traffic-list.ts';
import type { Settings } from '../settings/schema.ts';
import { KeptSessions } from './kept-sessions.ts';

export type TrafficSettings = Pick<Settings, 'maxListedRequests' | 'keepTraffic' | 'diskBudgetBytes'>;

export interface TrafficFilesOptions {
  /** Path of the folder, which only this user may read. */
  readonly folder: string;
  readonly captures: CaptureBudget;
  readonly settings: TrafficSettings;
  /** Called with messages for the user in whole sentences. */
  readonly say: (text: string) => void;
}

export class TrafficFiles {
  readonly list: TrafficList;
  readonly sessions: KeptSessions;
  readonly #file: SessionFile;
  #settings: TrafficSettings;

  /** `createList` makes the list that the file is behind. Throws when the folder cannot be made. */
  constructor(
    { folder, captures, settings, say }: TrafficFilesOptions,
    createList: (options: TrafficListOptions) => TrafficList,
  ) {
    makeFolder(folder, 0o700);
    this.#settings = settings;
    this.sessions = new KeptSessions(folder, captures);
    this.sessions.prune(settings.keepTraffic, settings.diskBudgetBytes);
    this.#file = new SessionFile(join(folder, this.sessions.current), captures, {
      written: (ids) => {
        this.list.written(ids);
        if (this.#file.bytes > this.#settings.diskBudgetBytes) this.list.shrink();
      },
      lost: () => this.list.rewrite(),
      say,
    });
    this.list = createList({ file: this.#file, maxListed: settings.maxListedRequests, say });
  }

  change(settings: TrafficSettings): void {
    if (settings.maxListedRequests !== this.#settings.maxListedRequests)
      this.list.resize(settings.maxListedRequests);
    this.#settings = settings;
  }

  /** Completes the file, which stays where the settings say so. */
  async close(): Promise<void> {
    await this.#file.close(this.#settings.keepTraffic.mode !== 'afterCrash');
  }
}
