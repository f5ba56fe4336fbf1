// The file of a report: written beside its place as the run goes on, and put there when it is whole.
import { mkdir, open, rename, rm, type FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf } from '../../../base/errors.ts';
import { checkWritable, atomicOutput, type AtomicOutput } from '../../../base/atomic-output.ts';
import type { Reporter, RequestRun, RunStart, RunTotals } from '../../runner/events.ts';

/** The texts that a report consists of, one after another. */
export interface ReportText {
  start(run: RunStart): string;
  request(run: RequestRun): string;
  end(totals: RunTotals): string;
  /** What takes the place of the text of `start`; as many bytes, and nothing where the file cannot be gone back in. */
  startAgain?(totals: RunTotals): string;
}

/** Rejects with an Error that names the file when it cannot be written there. Leaves what is there until the end. */
export async function fileReporter(path: string, text: ReportText): Promise<Reporter> {
  const place = await atomicOutput(path, '.part');
  await attempt(path, async () => {
    if (place.temporary !== null) await mkdir(dirname(place.target), { recursive: true });
    await checkWritable(place);
  });
  return new FileReporter(path, place, text);
}

/** Written at once from so many characters on. */
const CHUNK = 64 * 1024;

class FileReporter implements Reporter {
  readonly #path: string;
  readonly #place: AtomicOutput;
  readonly #text: ReportText;
  #file: FileHandle | null = null;
  #waiting: string[] = [];
  #length = 0;

  constructor(path: string, place: AtomicOutput, text: ReportText) {
    this.#path = path;
    this.#place = place;
    this.#text = text;
  }

  async start(run: RunStart): Promise<void> {
    await attempt(this.#path, async () => {
      const { target, temporary } = this.#place;
      if (temporary !== null) await rm(temporary, { force: true });
      // Traffic holds secrets: a new file is for the user alone.
      this.#file = await open(temporary ?? target, temporary === null ? 'w' : 'wx', 0o600);
    });
    await this.#write(this.#text.start(run));
  }

  async request(run: RequestRun): Promise<void> {
    await this.#write(this.#text.request(run));
  }

  async end(totals: RunTotals): Promise<void> {
    const file = this.#file;
    if (file === null) return;
    await this.#write(this.#text.end(totals));
    await attempt(this.#path, async () => {
      await this.#flush();
      const { target, temporary } = this.#place;
      const again = this.#text.startAgain?.(totals);
      if (temporary !== null && again !== undefined) await file.write(again, 0);
      this.#file = null;
      await file.close();
      if (temporary !== null) await rename(temporary, target);
    });
  }

  async close(): Promise<void> {
    const file = this.#file;
    if (file === null) return;
    this.#file = null;
    await file.close().catch(() => undefined);
    if (this.#place.temporary !== null) await rm(this.#place.temporary, { force: true });
  }

  async #write(text: string): Promise<void> {
    this.#waiting.push(text);
    this.#length += text.length;
    if (this.#length >= CHUNK) await attempt(this.#path, () => this.#flush());
  }

  async #flush(): Promise<void> {
    const text = this.#waiting.join('');
    this.#waiting = [];
    this.#length = 0;
    await this.#file?.writeFile(text);
  }
}

async function attempt(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    throw new Error(`cannot write ${path}: ${messageOf(cause)}`, { cause });
  }
}
