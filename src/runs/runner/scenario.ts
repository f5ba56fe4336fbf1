// Runs the iterations of a collection or of a flow, and passes all events to the reporters.
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { CookieStore } from '../../requests/http/cookies.ts';
import { HttpSender } from '../../requests/http/sender.ts';
import { ScriptRunner } from '../scripts/index.ts';
import type { Variable } from '../../collections/model/values.ts';
import { Scopes, valuesOf } from '../../collections/variables/scopes.ts';
import type { Reporter, RequestRun, RunTotals } from './events.ts';
import type { RunOptions } from './options.ts';
import type { RunContext } from './run-context.ts';
import { runStep, type StepResult } from './run-step.ts';
import { allowProgram } from './allowed-programs.ts';
import { allowFilesIn } from './allowed-files.ts';
import { observerOf } from './observer.ts';
import { type Step } from './steps.ts';
import { hasFailed, Totals, type EarlyEnd } from './totals.ts';

/** The maximum number of requests in one iteration, which stops scripts that loop. */
const MAX_REQUESTS = 100_000;

/** Decides which requests an iteration sends, and in which order. */
export interface Scenario {
  /** The number of requests of an iteration, as far as it is known before. */
  readonly requests: number;
  /** The numbers of the iterations, counted from 0, where they are not all from the first one on. */
  readonly numbers?: readonly number[];
  /** Sends the requests of one iteration. Rejects with a ScenarioError to end the run. */
  iterate(controls: IterationControls): Promise<void>;
}

export interface IterationControls {
  /** Counted from 0. */
  readonly iteration: number;
  readonly context: RunContext;
  /** Sends a request and reports it, after the delay between requests. */
  send(step: Step): Promise<StepResult>;
  /** Reports what was run without a request, such as a script. */
  report(run: RequestRun): Promise<void>;
  /** Notes that a script has ended the iteration before its last request. */
  endedEarly(end: EarlyEnd): void;
  isStopped(): boolean;
}

/** An error of a scenario, which ends the run. The message is for the user. */
export class ScenarioError extends Error {}

/**
 * Runs the iterations of any scenario. Resolves when all reporters are done. Rejects with an Error when the run cannot
 * start or a reporter fails.
 */
export async function runScenario(options: RunOptions, scenario: Scenario): Promise<RunTotals> {
  const run = new Run(options, scenario);
  try {
    return await run.all();
  } finally {
    await run.close();
  }
}

class Run {
  readonly #options: RunOptions;
  readonly #scenario: Scenario;
  readonly #iterations: number;
  readonly #sender: HttpSender;
  readonly #scripts: ScriptRunner;
  readonly #totals = new Totals();
  /** Shared by all iterations, so that parallel ones ask for one token. */
  readonly #authCache: Map<string, unknown>;
  readonly #stop = new AbortController();
  readonly #signal: AbortSignal;
  /** The reason why the run was stopped; null when it was not. */
  #stopped: string | null = null;
  #started = 0;
  /** The last event for the reporters, which receive one at a time. */
  #pendingReport: Promise<void> = Promise.resolve();

  constructor(options: RunOptions, scenario: Scenario) {
    this.#options = options;
    this.#scenario = scenario;
    this.#iterations = options.iterations ?? Math.max(1, options.data.length);
    const { scriptTimeoutMs, parallel } = options;
    this.#scripts = new ScriptRunner({
      // Without parallel iterations only one script runs at a time.
      threads: parallel > 1 ? 2 : 1,
      ...(scriptTimeoutMs !== null && { limits: { timeoutMs: scriptTimeoutMs } }),
    });
    this.#authCache = options.authCache ?? new Map<string, unknown>();
    this.#sender = new HttpSender({
      environment: options.processEnvironment,
      trust: options.trust,
      onConnecting: options.onConnecting,
      goesDirect: options.goesDirect,
    });
    this.#signal = AbortSignal.any([
      this.#stop.signal,
      ...(options.signal === undefined ? [] : [options.signal]),
    ]);
    if (options.interruptsScripts === true)
      this.#signal.addEventListener('abort', () => void this.#scripts.close(), { once: true });
  }

  async all(): Promise<RunTotals> {
    const { collection, environment, parallel } = this.#options;
    await this.#report((reporter) =>
      reporter.start?.({
        subject: this.#options,
        collection: { id: collection.id, name: collection.name },
        environment: environment?.name ?? null,
        iterations: this.#iterations,
        requests: this.#scenario.requests,
        startedAt: Date.now(),
        placeOf: this.#options.placeOf,
      }),
    );
    const workers = Math.max(1, Math.min(parallel, this.#iterations));
    const contexts = await Promise.all(Array.from({ length: workers }, () => this.#context()));
    await this.#runAll(contexts.map((context) => this.#runIterations(context)));
    const totals = this.#totals.result(this.#started, this.#stopped ?? this.#interruptedReason(), {
      failsOnEarlyEnd: this.#options.failsOnEarlyEnd === true,
    });
    const { scopes, cookies } = contexts[0]!;
    await this.#report((reporter) => reporter.state?.({ scopes, cookies }));
    await this.#report((reporter) => reporter.end?.(totals));
    return totals;
  }

  async close(): Promise<void> {
    this.#sender.close();
    await this.#scripts.close();
    for (const reporter of this.#options.reporters) await reporter.close?.();
  }

  /** Waits for all workers, and stops the others when one has failed. */
  async #runAll(workers: readonly Promise<void>[]): Promise<void> {
    try {
      await Promise.all(workers);
    } catch (error) {
      this.#stop.abort(error);
      await Promise.allSettled(workers);
      throw error;
    }
  }

  #interruptedReason(): string | null {
    const { signal } = this.#options;
    if (signal?.aborted !== true) return null;
    return signal.reason instanceof Error ? signal.reason.message : 'it was interrupted';
  }

  /** Returns the state that consecutive iterations share. */
  async #context(): Promise<RunContext> {
    const { collection, environment, globals, cookies } = this.#options;
    const scopes = new Scopes({
      globals: valuesOf(globals),
      collection: valuesOf(collection.variables),
      environment: valuesOf(environment?.variables ?? []),
    });
    return {
      scopes,
      cookies: cookies instanceof CookieStore ? cookies : await CookieStore.from(cookies),
      sender: this.#sender,
      authCache: this.#authCache,
      showPage: this.#options.showPage,
      scripts: this.#scripts,
      resolveFile: allowFilesIn(this.#options.fileRoots),
      folder: resolve(this.#options.fileRoots[0] ?? '.'),
      allowProgram: this.#options.allowProgram ?? allowProgram(),
      modelPrices: this.#options.modelPrices ?? (() => Promise.resolve([])),
      collection,
      vault: secretsOf([...globals, ...collection.variables, ...(environment?.variables ?? [])]),
      collectionName: collection.name,
      environmentName: environment?.name ?? '',
      iterationCount: this.#iterations,
      timeoutMs: this.#options.timeoutMs,
      ignoreRedirects: this.#options.ignoreRedirects === true,
      insecure: this.#options.insecure,
      retries: this.#options.retries ?? 0,
      failsOnStatus: this.#options.failsOnStatus === true,
      onMessage: this.#options.onMessage,
      onScriptOutput: this.#options.onScriptOutput,
      onOpen: this.#options.onOpen,
      watchExchange: this.#options.watchExchange,
      bodyFiles: this.#options.bodyFiles,
      signal: this.#signal,
      observe: observerOf(this.#options.reporters),
    };
  }

  /** Runs iterations one after another. Variables and cookies carry over from each to the next. */
  async #runIterations(context: RunContext): Promise<void> {
    while (this.#started < this.#iterations && !this.#isStopped()) {
      const iteration = this.#scenario.numbers?.[this.#started] ?? this.#started;
      this.#started += 1;
      const { data } = this.#options;
      context.scopes.replace('data', data[Math.min(iteration, data.length - 1)] ?? {});
      await this.#report((reporter) => reporter.iteration?.(iteration));
      await this.#iteration(iteration, context);
      await this.#report((reporter) => reporter.iterationEnd?.(iteration));
      if (this.#started < this.#iterations) await this.#pause();
    }
  }

  async #iteration(iteration: number, context: RunContext): Promise<void> {
    let count = 0;
    const send = async (step: Step): Promise<StepResult> => {
      if (count >= MAX_REQUESTS)
        this.#stopWith(`an iteration has sent ${MAX_REQUESTS} requests, which is the limit`);
      if (count > 0) await this.#pause();
      this.#signal.throwIfAborted();
      count += 1;
      const result = await runStep(step, iteration, context);
      await this.#take(result.run);
      return result;
    };
    const isStopped = (): boolean => this.#isStopped();
    const report = (run: RequestRun): Promise<void> => this.#take(run);
    const endedEarly = (end: EarlyEnd): void => this.#totals.endedEarly(iteration, end);
    try {
      await this.#scenario.iterate({ iteration, context, send, report, endedEarly, isStopped });
    } catch (error) {
      if (error instanceof ScenarioError) this.#stopWith(error.message);
      // A stopped run ends wherever it is, and its reason is already known.
      else if (!this.#isStopped() || error !== this.#signal.reason) throw error;
    }
  }

  /** Counts a run request and reports it. */
  async #take(run: RequestRun): Promise<void> {
    this.#totals.add(run);
    await this.#report((reporter) => reporter.request?.(run));
    if (this.#options.finish?.aborted === true) this.#stopWith('it was stopped');
    if (this.#options.bail && hasFailed(run)) this.#stopWith(`${run.name} failed, and --bail was given`);
  }

  #isStopped(): boolean {
    return this.#signal.aborted;
  }

  /** Stops the run early; everything so far is reported. */
  #stopWith(reason: string): void {
    this.#stopped ??= reason;
    this.#stop.abort(new Error(reason));
  }

  async #pause(): Promise<void> {
    const { delayMs } = this.#options;
    if (delayMs === 0) return;
    try {
      await delay(delayMs, null, { signal: this.#signal });
    } catch {
      // The run was stopped.
    }
  }

  #report(notify: (reporter: Reporter) => void | Promise<void>): Promise<void> {
    const pendingReport = this.#pendingReport.then(async () => {
      for (const reporter of this.#options.reporters) await notify(reporter);
    });
    this.#pendingReport = pendingReport.catch(() => undefined);
    return pendingReport;
  }
}

/** Returns the values of secret variables by name; of several, the last. */
function secretsOf(variables: readonly Variable[]): Map<string, string> {
  const secrets = variables.filter(({ enabled, secret }) => enabled && secret);
  return new Map(secrets.map(({ name, value }) => [name, value]));
}
