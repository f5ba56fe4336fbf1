// Runs a collection: its requests in order, once an iteration, told to reporters one after another.
import { setTimeout as delay } from 'node:timers/promises';
import { Cookies } from '../protocols/http/cookies.ts';
import { HttpSender } from '../protocols/http/sender.ts';
import { ScriptRunner } from '../scripts/index.ts';
import { Scopes, valuesOf } from '../variables/scopes.ts';
import type { Reporter, RunTotals } from './events.ts';
import type { RunOptions } from './options.ts';
import { runStep, type Surroundings } from './run-step.ts';
import { filesIn } from './allowed-files.ts';
import { placeOf, stepsOf, type Step } from './steps.ts';
import { hasFailed, Totals } from './totals.ts';

/** Requests of one iteration: a script that goes round in circles is stopped. */
const MAX_REQUESTS = 100_000;

/** Resolves when all reporters are done. Rejects with an Error when the run cannot be started, or a reporter fails. */
export async function runCollection(options: RunOptions): Promise<RunTotals> {
  const steps = stepsOf(options.collection, options.only);
  const run = new Run(options, steps);
  try {
    return await run.all();
  } finally {
    await run.close();
  }
}

class Run {
  readonly #options: RunOptions;
  readonly #steps: readonly Step[];
  readonly #iterations: number;
  readonly #sender: HttpSender;
  readonly #scripts: ScriptRunner;
  readonly #totals = new Totals();
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  /** Why it ended before its end. */
  #stopped: string | null = null;
  #begun = 0;
  /** Reporters are told one thing at a time. */
  #telling: Promise<void> = Promise.resolve();

  constructor(options: RunOptions, steps: readonly Step[]) {
    this.#options = options;
    this.#steps = steps;
    this.#iterations = options.iterations ?? Math.max(1, options.data.length);
    const { scriptTimeoutMs, parallel } = options;
    this.#scripts = new ScriptRunner({
      // One request after another has one script after another.
      threads: parallel > 1 ? 2 : 1,
      ...(scriptTimeoutMs !== null && { limits: { timeoutMs: scriptTimeoutMs } }),
    });
    this.#sender = new HttpSender({ environment: options.processEnvironment });
    this.#signal = AbortSignal.any([
      this.#stop.signal,
      ...(options.signal === undefined ? [] : [options.signal]),
    ]);
  }

  async all(): Promise<RunTotals> {
    const { collection, environment, parallel } = this.#options;
    await this.#tell((reporter) =>
      reporter.start?.({
        collection: { id: collection.id, name: collection.name },
        environment: environment?.name ?? null,
        iterations: this.#iterations,
        startedAt: Date.now(),
      }),
    );
    const lanes = Math.max(1, Math.min(parallel, this.#iterations));
    await this.#together(Array.from({ length: lanes }, () => this.#lane()));
    const totals = this.#totals.result(this.#begun, this.#stopped ?? this.#interrupted());
    await this.#tell((reporter) => reporter.end?.(totals));
    return totals;
  }

  async close(): Promise<void> {
    this.#sender.close();
    await this.#scripts.close();
    for (const reporter of this.#options.reporters) await reporter.close?.();
  }

  /** Of lanes that belong together none goes on when one has failed. */
  async #together(lanes: readonly Promise<void>[]): Promise<void> {
    try {
      await Promise.all(lanes);
    } catch (error) {
      this.#stop.abort(error);
      await Promise.allSettled(lanes);
      throw error;
    }
  }

  #interrupted(): string | null {
    return this.#options.signal?.aborted === true ? 'it was interrupted' : null;
  }

  /** One iteration after another, with what the ones before have left. */
  async #lane(): Promise<void> {
    const { collection, environment, globals } = this.#options;
    const scopes = new Scopes({
      globals: valuesOf(globals),
      collection: valuesOf(collection.variables),
      environment: valuesOf(environment?.variables ?? []),
    });
    const around: Surroundings = {
      scopes,
      cookies: new Cookies(),
      sender: this.#sender,
      kept: new Map(),
      showPage: this.#options.showPage,
      scripts: this.#scripts,
      fileAllowed: filesIn(this.#options.fileRoots),
      collectionName: collection.name,
      environmentName: environment?.name ?? '',
      iterationCount: this.#iterations,
      timeoutMs: this.#options.timeoutMs,
      insecure: this.#options.insecure,
      signal: this.#signal,
    };
    while (this.#begun < this.#iterations && !this.#isOver()) {
      const iteration = this.#begun;
      this.#begun += 1;
      const { data } = this.#options;
      scopes.replace('data', data[Math.min(iteration, data.length - 1)] ?? {});
      await this.#tell((reporter) => reporter.iteration?.(iteration));
      await this.#iteration(iteration, around);
      if (this.#begun < this.#iterations) await this.#pause();
    }
  }

  async #iteration(iteration: number, around: Surroundings): Promise<void> {
    let at = 0;
    for (let count = 0; at < this.#steps.length && !this.#isOver(); count += 1) {
      if (count >= MAX_REQUESTS) this.#end(`an iteration has sent ${MAX_REQUESTS} requests, and would go on`);
      if (count > 0) await this.#pause();
      if (this.#isOver()) return;
      const { run, next } = await runStep(this.#steps[at]!, iteration, around);
      this.#totals.add(run);
      await this.#tell((reporter) => reporter.request?.(run));
      if (this.#options.bail && hasFailed(run)) this.#end(`${run.name} failed, and --bail was given`);
      if (next === undefined) at += 1;
      else at = next === null ? -1 : placeOf(this.#steps, next);
      // What names no request ends the iteration.
      if (at < 0) return;
    }
  }

  #isOver(): boolean {
    return this.#signal.aborted;
  }

  /** Before its end, and in order: what has happened is reported. */
  #end(reason: string): void {
    this.#stopped ??= reason;
    this.#stop.abort(new Error(reason));
  }

  async #pause(): Promise<void> {
    const { delayMs } = this.#options;
    if (delayMs === 0) return;
    try {
      await delay(delayMs, null, { signal: this.#signal });
    } catch {
      // It is over.
    }
  }

  #tell(told: (reporter: Reporter) => void | Promise<void>): Promise<void> {
    const telling = this.#telling.then(async () => {
      for (const reporter of this.#options.reporters) await told(reporter);
    });
    this.#telling = telling.catch(() => undefined);
    return telling;
  }
}
