// A rolling recording: finished exchanges go to a file, and to a new one from time to time. A folder that cannot be
// written stops nothing; the recording goes on when it can.
import { setImmediate as turn } from 'node:timers/promises';
import { messageOf } from '../../base/errors.ts';
import { parseFilter, type ValidFilter } from '../../flow/filter/index.ts';
import type { Flow } from '../../flow/flow.ts';
import { flowSummary } from '../../flow/summary.ts';
import type { BackgroundRedactor } from '../background-redactor.ts';
import { redactorFor } from '../redactor-on-demand.ts';
import {
  beginExchangeFile,
  streamedExtensions,
  type ExchangeFile,
  type StreamedFormat,
} from '../exchange-file.ts';
import type { FlowOutput } from '../flow-output.ts';
import { removeSessionFile } from '../session-file/files.ts';
import { AutosaveFolder, isThere } from './folder.ts';

export interface AutosaveOptions {
  readonly folder: string;
  readonly format: StreamedFormat;
  /** In the filter language; empty for all exchanges. */
  readonly filter: string;
  /** The most complete files that are kept. */
  readonly maxFiles: number;
  /** A file ends after this time, or with this size. */
  readonly minutes: number;
  readonly maxBytes: number;
  /** True when files hold no secrets. */
  readonly redact: boolean;
}

/** The most exchanges that wait for the disk, and that are written at once. */
const MAX_WAITING = 5000;
const BATCH = 100;

type Say = (text: string) => void;

/** The time between looks at whether the file is still there, and before the first attempt to write again. */
const CHECK_MS = 1000;
const MAX_PAUSE_MS = 60_000;

/** A file that is being written. */
interface Current {
  readonly path: string;
  readonly file: ExchangeFile;
  readonly timer: NodeJS.Timeout;
  checkedAt: number;
}

export class AutosaveOutput implements FlowOutput {
  readonly #options: AutosaveOptions;
  readonly #folder: AutosaveFolder;
  /** Null for all exchanges. */
  readonly #filter: ValidFilter | null;
  /** Null when files keep secrets. */
  readonly #redactor: BackgroundRedactor | null;
  readonly #say: Say;
  #current: Current | null = null;
  /** Exchanges that were not written since the last one that was. */
  #missed = 0;
  /** Exchanges that the disk could not keep up with. */
  #leftOut = 0;
  readonly #waiting: Flow[] = [];
  #working: Promise<void> | null = null;
  /** `performance.now()` of the last failure. */
  #failedAt = -Infinity;
  /** The time from it to the next attempt. */
  #pauseMs = CHECK_MS / 2;
  /** Settles when the last step has ended; steps run one after another. */
  #turn: Promise<void> = Promise.resolve();

  private constructor(options: AutosaveOptions, redactor: BackgroundRedactor | null, say: Say) {
    this.#options = options;
    this.#folder = new AutosaveFolder(options.folder, streamedExtensions[options.format], options.maxFiles);
    this.#filter = filterOf(options.filter);
    this.#redactor = redactor;
    this.#say = say;
  }

  /** Opens the output. Rejects with the reason when the folder cannot be written; `say` takes later failures. */
  static async open(options: AutosaveOptions, say: Say): Promise<AutosaveOutput> {
    const redactor = await redactorFor(options.redact);
    const output = new AutosaveOutput(options, redactor, say);
    await output.#folder.prepare(say);
    return output;
  }

  /** Nothing waits for the disk: what it cannot keep up with is left out. */
  add(flow: Flow): undefined {
    if (this.#filter?.matches(flowSummary(flow)) === false) return;
    if (this.#waiting.length >= MAX_WAITING) this.#leaveOut();
    else this.#waiting.push(flow);
    this.#working ??= this.#work();
  }

  /** Waits until what was added is in a file. */
  async settled(): Promise<void> {
    await this.#working;
    await this.#next(async () => {
      await this.#current?.file.flush().catch((error: unknown) => this.#failed(error, 0));
    });
  }

  /** Completes the file that is being written. */
  async close(): Promise<void> {
    await this.settled();
    await this.#next(() => this.#end());
    await this.#redactor?.close();
    const missing = this.#missed + this.#leftOut;
    if (missing > 0) this.#say(`${exchanges(missing)} could not be written`);
  }

  async #work(): Promise<void> {
    // Exchanges that finish together are written together.
    await turn();
    while (this.#waiting.length > 0) {
      const batch = await this.#matching(this.#waiting.splice(0, BATCH));
      if (batch.length > 0) await this.#next(() => this.#write(batch));
    }
    this.#working = null;
  }

  /** Returns the flows that the filter matches, some of them by their content. */
  async #matching(flows: readonly Flow[]): Promise<readonly Flow[]> {
    if (this.#filter === null || this.#filter.contentTerms.length === 0) return flows;
    const { flowTest } = await import('../../flow/search/index.ts');
    const isKept = flowTest(this.#filter, new AbortController().signal);
    const matching: Flow[] = [];
    for (const flow of flows) if (await isKept(flow)) matching.push(flow);
    return matching;
  }

  #next(step: () => Promise<void>): Promise<void> {
    this.#turn = this.#turn.then(step);
    return this.#turn;
  }

  async #write(flows: readonly Flow[]): Promise<void> {
    try {
      const current = await this.#usable();
      if (current === null) {
        this.#missed += flows.length;
        return;
      }
      await current.file.add(...(await this.#shown(flows)));
      this.#resumed();
      if (current.file.size >= this.#options.maxBytes) await this.#end();
    } catch (error) {
      this.#failed(error, flows.length);
      await this.#end();
    }
  }

  async #shown(flows: readonly Flow[]): Promise<readonly Flow[]> {
    if (this.#redactor === null) return flows;
    const redacted: Flow[] = [];
    for (const flow of flows) redacted.push(await this.#redactor.redacted(flow));
    return redacted;
  }

  #leaveOut(): void {
    if (this.#leftOut === 0)
      this.#say(`${this.#options.folder} cannot be written as fast as traffic comes: exchanges are left out`);
    this.#leftOut += 1;
  }

  /** Returns the file to write to; null shortly after a failure. */
  async #usable(): Promise<Current | null> {
    const current = this.#current;
    if (current !== null && (await this.#isLost(current))) this.#abandon(current);
    if (this.#current !== null) return this.#current;
    if (performance.now() - this.#failedAt < this.#pauseMs) return null;
    const { path, file } = await this.#folder.create();
    const begun = await beginExchangeFile(this.#options.format, path, file).catch((error: unknown) => {
      removeSessionFile(path);
      throw error;
    });
    const end = (): void => void this.#next(() => this.#end());
    const timer = setTimeout(end, this.#options.minutes * 60_000).unref();
    return (this.#current = { path, file: begun, timer, checkedAt: performance.now() });
  }

  /** True when the file was removed: what is written to it would be lost, without an error. */
  async #isLost(current: Current): Promise<boolean> {
    const now = performance.now();
    if (now - current.checkedAt < CHECK_MS) return false;
    current.checkedAt = now;
    return !(await isThere(current.path));
  }

  #abandon({ file, timer, path }: Current): void {
    clearTimeout(timer);
    this.#current = null;
    void file
      .close()
      .catch(() => undefined)
      .then(() => removeSessionFile(path));
    this.#say(`${path} was removed, with ${exchanges(file.entries)} in it`);
  }

  /** Completes the present file; one that cannot be is left as it is, for a later start to complete. Never rejects. */
  async #end(): Promise<void> {
    const current = this.#current;
    if (current === null) return;
    if (!(await isThere(current.path))) this.#abandon(current);
    else await this.#complete(current);
  }

  async #complete(current: Current): Promise<void> {
    clearTimeout(current.timer);
    this.#current = null;
    try {
      await current.file.end();
      if (current.file.entries === 0) removeSessionFile(current.path);
      else await this.#folder.publish(current.path);
      this.#pauseMs = CHECK_MS / 2;
    } catch (error) {
      this.#failed(error, 0);
    }
  }

  #failed(error: unknown, missed: number): void {
    this.#failedAt = performance.now();
    if (missed > 0) this.#pauseMs = Math.min(2 * this.#pauseMs, MAX_PAUSE_MS);
    const isFirst = this.#missed === 0;
    this.#missed += missed;
    if (isFirst)
      this.#say(
        `${this.#options.folder} cannot be written: ${messageOf(error)}: exchanges are missing until it can`,
      );
  }

  #resumed(): void {
    if (this.#missed === 0) return;
    this.#say(`${this.#options.folder} is written again; ${exchanges(this.#missed)} are missing`);
    this.#missed = 0;
  }
}

/** Returns null for a filter that is empty. */
function filterOf(text: string): ValidFilter | null {
  if (text.trim() === '') return null;
  const filter = parseFilter(text);
  // Settings and options have been checked before this point.
  if (filter.type === 'invalid') throw new TypeError(filter.message);
  return filter;
}

function exchanges(count: number): string {
  return count === 1 ? '1 exchange' : `${count} exchanges`;
}
