// The history of a workspace on this machine: sends with the latest responses of each request, runs, load tests and mock
// servers. Writing goes on in the background, one after another, and what cannot be written stops nothing.
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { messageOf, UserError } from '../../base/errors.ts';
import { createLocalFolder } from '../../collections/storage/secrets-file.ts';
import { LOCAL_FOLDER } from '../../collections/storage/workspace.ts';
import { RunHistory } from '../../runs/history/run-history.ts';
import type { WorkspaceEvent } from '../client-files/events.ts';
import { enforceBounds, HISTORY_BOUNDS, type HistoryBounds } from './bounds.ts';
import type { HistoryEntry } from './entries.ts';
import { HistoryLog } from './history-log.ts';
import { LoadTestFiles, type LoadTestRest, type LoadTestSummary } from './load-test-files.ts';
import { responseKey } from './response-key.ts';
import { ResponseFiles, type ResponseRecord } from './response-files.ts';

/** Milliseconds between two looks at the age of what is stored. */
const LOOK_MS = 6 * 3_600_000;

export interface ClientHistoryOptions {
  /** The folder of the workspace. */
  readonly folder: string;
  readonly emit: (event: WorkspaceEvent) => void;
  readonly bounds?: HistoryBounds | undefined;
}

export class ClientHistory {
  readonly log: HistoryLog;
  readonly responses: ResponseFiles;
  readonly loadTests: LoadTestFiles;
  readonly runs: RunHistory;
  readonly #folder: string;
  readonly #local: string;
  readonly #emit: (event: WorkspaceEvent) => void;
  readonly #bounds: HistoryBounds;
  /** Settles when the last work has ended. */
  #turn: Promise<unknown> = Promise.resolve();
  #error: string | null = null;
  /** Bytes of responses and log, at least; null before they were counted. */
  #bytes: number | null = null;
  #lookedAt = 0;
  /** True once the folder of the workspace was seen: then it is not made again. */
  #wasThere: boolean;

  constructor({ folder, emit, bounds = HISTORY_BOUNDS }: ClientHistoryOptions) {
    this.#folder = folder;
    this.#local = join(folder, LOCAL_FOLDER);
    this.#emit = emit;
    this.#bounds = bounds;
    this.#wasThere = existsSync(folder);
    this.log = new HistoryLog(join(this.#local, 'history'));
    this.responses = new ResponseFiles(join(this.#local, 'responses'));
    this.loadTests = new LoadTestFiles(join(this.#local, 'load-tests'));
    this.runs = new RunHistory({ folder });
  }

  /** The reason why the latest entry was not written; null when it was. */
  get error(): string | null {
    return this.#error;
  }

  /**
   * Adds a send, with its response where there is one. `request`: as it was on the screen, with secrets masked; null for
   * none.
   */
  sent(entry: HistoryEntry, response: ResponseRecord | null, request: object | null = null): void {
    this.#write(async () => {
      await this.log.append(entry);
      const key = responseKey(entry);
      const sent = key === null || request === null ? 0 : await this.responses.saveSent(key, request);
      const bytes = sent + (response === null ? 0 : await this.responses.save(response));
      if (response !== null) this.#emit({ type: 'responses', request: entry.request });
      await this.#boundAfter(bytes);
    });
  }

  /** Adds what has no files of its own. */
  add(entry: HistoryEntry): void {
    this.#write(() => this.log.append(entry));
  }

  loadTested(summary: LoadTestSummary, rest: LoadTestRest): void {
    this.#write(() => this.loadTests.save(summary, rest));
  }

  /** Tells windows that a run was added. */
  runEnded(): void {
    this.#emit({ type: 'history', notSaved: this.#error });
  }

  /** Tells windows that responses of a request were removed, or those of any request. */
  responsesRemoved(request: string | null): void {
    this.#emit({ type: 'responses', request });
  }

  /** Tells windows that entries were removed. */
  removed(): void {
    this.#emit({ type: 'history', notSaved: this.#error });
    this.responsesRemoved(null);
  }

  /** Waits for what is being written. */
  async settled(): Promise<void> {
    await this.#turn;
  }

  /** Runs work that removes or reads files, after what is being written. */
  exclusively<T>(work: () => Promise<T>): Promise<T> {
    const done = this.#turn.then(work);
    this.#turn = done.catch(() => undefined);
    return done;
  }

  #write(work: () => Promise<void>): void {
    const written = this.exclusively(async () => {
      const isThere = existsSync(this.#folder);
      if (this.#wasThere && !isThere) throw new UserError('NOT_FOUND', `the folder ${this.#folder} is gone`);
      await createLocalFolder(this.#local);
      this.#wasThere = true;
      await work();
    });
    written.then(
      () => this.#ended(null),
      (error: unknown) => this.#ended(messageOf(error)),
    );
  }

  /** Tells windows of the new entry; of an error once, until something is written again. */
  #ended(error: string | null): void {
    const isKnown = error !== null && this.#error !== null;
    this.#error = error;
    if (!isKnown) this.#emit({ type: 'history', notSaved: error });
  }

  /** Counts bytes, and enforces the bounds when they are exceeded, at the beginning and every few hours. */
  async #boundAfter(bytes: number): Promise<void> {
    if (this.#bytes !== null) this.#bytes += bytes;
    const isDue = Date.now() - this.#lookedAt > LOOK_MS;
    if (this.#bytes !== null && this.#bytes <= this.#bounds.maxBytes && !isDue) return;
    this.#lookedAt = Date.now();
    const folders = { responses: join(this.#local, 'responses'), history: join(this.#local, 'history') };
    this.#bytes = await enforceBounds(folders, this.#bounds);
  }
}
