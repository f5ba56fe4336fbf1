// The file of a report: written beside its place as the run goes on, and put there when it is whole.
import { mkdir, open, realpath, rename, rm, stat, type FileHandle } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import type { Reporter, RequestRun, RunStart, RunTotals } from '../runner/events.ts';

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
  const place = await placeOf(path);
  await attempt(path, () => check(place));
  return new FileReporter(path, place, text);
}

interface Place {
  readonly target: string;
  /** Where it is written until it is whole; null for a device or a pipe, which a file must not take the place of. */
  readonly unfinished: string | null;
}

/** Written at once from so many characters on. */
const CHUNK = 64 * 1024;

class FileReporter implements Reporter {
  readonly #path: string;
  readonly #place: Place;
  readonly #text: ReportText;
  #file: FileHandle | null = null;
  #waiting: string[] = [];
  #length = 0;

  constructor(path: string, place: Place, text: ReportText) {
    this.#path = path;
    this.#place = place;
    this.#text = text;
  }

  async start(run: RunStart): Promise<void> {
    await attempt(this.#path, async () => {
      const { target, unfinished } = this.#place;
      if (unfinished !== null) await rm(unfinished, { force: true });
      // Traffic holds secrets: a new file is for the user alone.
      this.#file = await open(unfinished ?? target, unfinished === null ? 'w' : 'wx', 0o600);
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
      const { target, unfinished } = this.#place;
      const again = this.#text.startAgain?.(totals);
      if (unfinished !== null && again !== undefined) await file.write(again, 0);
      this.#file = null;
      await file.close();
      if (unfinished !== null) await rename(unfinished, target);
    });
  }

  async close(): Promise<void> {
    const file = this.#file;
    if (file === null) return;
    this.#file = null;
    await file.close().catch(() => undefined);
    if (this.#place.unfinished !== null) await rm(this.#place.unfinished, { force: true });
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

async function placeOf(path: string): Promise<Place> {
  const known = await stat(path).catch(() => null);
  // Where `/dev/stdout` leads has no name.
  if (known !== null && !known.isFile() && !known.isDirectory()) return { target: path, unfinished: null };
  // A link stays a link.
  const target = await realpath(path).catch(() => resolve(path));
  return { target, unfinished: `${target}.part` };
}

async function check({ target, unfinished }: Place): Promise<void> {
  if (unfinished === null) return;
  await mkdir(dirname(target), { recursive: true });
  if ((await stat(target).catch(() => null))?.isDirectory() === true) throw new Error('it is a folder');
  await rm(unfinished, { force: true });
  await (await open(unfinished, 'wx', 0o600)).close();
  await rm(unfinished);
}

async function attempt(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    throw new Error(`cannot write ${path}: ${messageOf(cause)}`, { cause });
  }
}
