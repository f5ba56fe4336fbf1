// Appends each finished exchange to a file as a line of NDJSON, for other programs to follow.
import { open } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { FollowedRuns } from '../../agents/followed-runs.ts';
import type { Flow } from '../../flow/flow.ts';
import type { BackgroundRedactor } from '../background-redactor.ts';
import { redactorFor } from '../redactor-on-demand.ts';
import type { FlowOutput } from '../flow-output.ts';
import { exchangeLine, runOf } from './line.ts';

/** The destination of lines. */
interface LineTarget {
  /** Rejects with the reason when the line cannot be written. */
  readonly write: (line: string) => Promise<void>;
  readonly close: () => Promise<void>;
}

export class NdjsonOutput implements FlowOutput {
  readonly #target: LineTarget;
  readonly #runs = new FollowedRuns();
  /** Null when lines keep secrets. */
  readonly #redactor: BackgroundRedactor | null;

  private constructor(target: LineTarget, redactor: BackgroundRedactor | null) {
    this.#target = target;
    this.#redactor = redactor;
  }

  /**
   * Opens a file to append to, or takes a stream, which stays open. `redact`: lines hold no secrets. Rejects with the
   * reason when the file cannot be opened.
   */
  static async open(target: string | Writable, redact: boolean): Promise<NdjsonOutput> {
    const lines = typeof target === 'string' ? await fileTarget(target) : streamTarget(target);
    return new NdjsonOutput(lines, await redactorFor(redact));
  }

  /** Adds a finished exchange. Calls must not overlap. Rejects with the reason when it cannot be written. */
  async add(flow: Flow): Promise<void> {
    const run = await runOf(this.#runs, flow);
    await this.#target.write(exchangeLine((await this.#redactor?.redacted(flow)) ?? flow, run));
  }

  async close(): Promise<void> {
    await this.#redactor?.close();
    await this.#target.close();
  }
}

async function fileTarget(path: string): Promise<LineTarget> {
  // Only this user may read a new file, because traffic holds secrets.
  const file = await open(path, 'a', 0o600);
  return { write: (line) => file.appendFile(line), close: () => file.close() };
}

function streamTarget(stream: Writable): LineTarget {
  return {
    write: (line) =>
      new Promise((resolve, reject) => {
        stream.write(line, (error) => {
          if (error === null || error === undefined) resolve();
          else reject(error);
        });
      }),
    close: () => Promise.resolve(),
  };
}
