// Writes a report to a temporary file while the run proceeds, and renames it when it is complete.
import type { FileHandle } from 'node:fs/promises';
import { dirname } from 'node:path';
import { messageOf, UserError } from '../../../base/errors.ts';
import {
  atomicOutput,
  checkWritable,
  discardOutput,
  openOutput,
  publishOutput,
  type AtomicOutput,
} from '../../../base/atomic-output.ts';
import { makeFolder } from '../../../base/make-folder.ts';
import type { Reporter, RequestRun, RunStart, RunTotals } from '../../runner/events.ts';

/** The parts of a report, in order. */
export interface ReportFormat {
  start(run: RunStart): string;
  request(run: RequestRun): string;
  end(totals: RunTotals): string;
  /**
   * Returns a text of the same length to replace that of `start`. It is not used for outputs that cannot be
   * rewritten.
   */
  rewriteStart?(totals: RunTotals): string;
}

/**
 * Creates a reporter that writes a file. It rejects with an Error that names an unwritable file. An existing file is
 * replaced only at the end.
 */
export async function fileReporter(path: string, text: ReportFormat): Promise<Reporter> {
  const output = await atomicOutput(path, '.part');
  await withWriteError(path, async () => {
    if (output.temporary !== null) makeFolder(dirname(output.target));
    await checkWritable(output);
  });
  return new FileReporter(path, output, text);
}

/** The mode before the umask is taken from it: who may read the folder of a build may read its reports. */
const READABLE = 0o666;
/** The number of characters that are buffered before they are written. */
const CHUNK_CHARS = 64 * 1024;

class FileReporter implements Reporter {
  readonly #path: string;
  readonly #output: AtomicOutput;
  readonly #text: ReportFormat;
  #file: FileHandle | null = null;
  #pending: string[] = [];
  #length = 0;

  constructor(path: string, output: AtomicOutput, text: ReportFormat) {
    this.#path = path;
    this.#output = output;
    this.#text = text;
  }

  async start(run: RunStart): Promise<void> {
    await withWriteError(this.#path, async () => {
      this.#file = await openOutput(this.#output, { mode: READABLE });
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
    await withWriteError(this.#path, async () => {
      await this.#flush();
      const rewritten = this.#text.rewriteStart?.(totals);
      if (this.#output.temporary !== null && rewritten !== undefined) await file.write(rewritten, 0);
      this.#file = null;
      await file.close();
      await publishOutput(this.#output);
    });
  }

  async close(): Promise<void> {
    const file = this.#file;
    if (file === null) return;
    this.#file = null;
    await file.close().catch(() => undefined);
    await discardOutput(this.#output);
  }

  async #write(text: string): Promise<void> {
    this.#pending.push(text);
    this.#length += text.length;
    if (this.#length >= CHUNK_CHARS) await withWriteError(this.#path, () => this.#flush());
  }

  async #flush(): Promise<void> {
    const text = this.#pending.join('');
    this.#pending = [];
    this.#length = 0;
    await this.#file?.writeFile(text);
  }
}

async function withWriteError(path: string, work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (cause) {
    throw new UserError('INVALID_FILE', `cannot write ${path}: ${messageOf(cause)}`, { cause });
  }
}
