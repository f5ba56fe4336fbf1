// `--watch`: runs again when a file of the collection, or a file named in the options, changes.
import { watch, type FSWatcher } from 'node:fs';
import { dirname, resolve } from 'node:path';
import { messageOf } from '../../base/errors.ts';
import { printable } from '../../base/printable.ts';

/** Editors write a file in several steps. */
const QUIET_MS = 150;

/**
 * Calls `run` immediately, and again after each change below one of the paths, until a signal. Resolves with the last
 * result. An error is only printed, because the next change may correct it.
 */
export async function watchAndRun(
  paths: readonly string[],
  run: () => Promise<number>,
  signal: AbortSignal,
): Promise<number> {
  let code = 1;
  while (!signal.aborted) {
    const changed = new Change(paths);
    try {
      code = await run();
    } catch (error) {
      code = 1;
      process.stderr.write(`error: ${printable(messageOf(error))}\n`);
    }
    if (!isAborted(signal)) process.stderr.write('Waiting for a change; Ctrl-C ends.\n');
    await changed.or(signal);
  }
  return code;
}

/** Calls `changed` after each change below one of the paths, one call after the other, until the signal. */
export async function followChanges(
  paths: readonly string[],
  changed: () => Promise<void>,
  signal: AbortSignal,
): Promise<void> {
  let next = new Change(paths);
  for (;;) {
    await next.or(signal);
    if (isAborted(signal)) return;
    // A change while files are read is one for the next round.
    next = new Change(paths);
    await changed();
  }
}

/** A function, because the signal changes while a run is awaited. */
function isAborted(signal: AbortSignal): boolean {
  return signal.aborted;
}

/** Waits for a change since it was created, also one that happens while a run goes on. */
class Change {
  readonly #watchers: readonly FSWatcher[];
  readonly #promise: Promise<void>;
  #resolve: () => void = () => undefined;
  #timer: NodeJS.Timeout | undefined;

  constructor(paths: readonly string[]) {
    this.#promise = new Promise((done) => {
      this.#resolve = done;
    });
    this.#watchers = paths.map((path) => this.#watch(path));
  }

  async or(signal: AbortSignal): Promise<void> {
    if (signal.aborted) this.#resolve();
    signal.addEventListener('abort', this.#resolve, { once: true });
    await this.#promise;
    signal.removeEventListener('abort', this.#resolve);
    clearTimeout(this.#timer);
    for (const watcher of this.#watchers) watcher.close();
  }

  #watch(path: string): FSWatcher {
    const onChange = (): void => {
      clearTimeout(this.#timer);
      this.#timer = setTimeout(this.#resolve, QUIET_MS);
    };
    // An editor replaces a file with a new one, which only a watch of the folder reports.
    const isFile = /\.\w+$/.test(path);
    if (!isFile) return watch(path, { recursive: true }, onChange);
    const name = path.slice(dirname(resolve(path)).length + 1);
    return watch(dirname(path), (_, changed) => {
      if (changed === null || changed === name) onChange();
    });
  }
}
