// Runs jobs on a worker thread: creates the snapshots of setups when they are first needed, caches contexts, and
// reuses an engine as long as its memory has not grown.
import { Engine } from './engine.ts';
import { loadSnapshot, restore } from './snapshot.ts';
import type { Snapshot } from './snapshot-file.ts';
import { sandboxError, type JobOutput, type JobResult, type Modules } from './job.ts';
import { JobHost, SharedState } from './job-host.ts';
import type { SentJob } from './protocol.ts';
import { ScriptContext } from './script-context.ts';
import type { Setup } from './setup.ts';
import { Turns, type OnRunning } from './turns.ts';

/** The number of cached contexts, each of which has its own memory. */
const MAX_CACHED_CONTEXTS = 16;
const MAX_SPARE_ENGINES = 4;
/** The maximum number of jobs of one script that wait for the host at a time. Each has its own memory. */
const MAX_PARALLEL_JOBS = 16;
/** The number of contexts of one script that are kept when no job needs them. */
const MAX_IDLE_CONTEXTS = 2;
const EMPTY_STATE = '{}';
const TIMED_OUT: CompletedJob = { result: { outcome: { type: 'timeout' }, console: [] }, state: null };

export interface RunnerOptions {
  readonly setups: readonly Setup[];
  /** Passes a call of a script to the host. */
  readonly call: (number: number, id: number, name: string, json: string) => void;
  /** Receives the output of a script while it runs. */
  readonly output: (number: number, output: JobOutput) => void;
  /** Called after slow work that no script caused. */
  readonly alive: () => void;
  /** Called with the number of the job whose code is running; 0 for none. */
  readonly running: (number: number) => void;
}

export interface CompletedJob {
  readonly result: JobResult;
  /** The state of the group, if the job has changed it. */
  readonly state: string | null;
}

interface SentScript {
  readonly code: string;
  readonly modules: Modules | null;
}

/** The scripts of a group and the state that they share. */
interface Group {
  readonly scripts: Map<string, SentScript>;
  readonly state: SharedState;
}

/** The contexts of one script. While a job waits for the host, the next one runs in a further context. */
interface CachedContexts {
  /** Idle contexts with the script; the last one is reused first. */
  readonly idle: ScriptContext[];
  readonly turns: Turns;
}

export class Runner {
  readonly #options: RunnerOptions;
  readonly #snapshots = new Map<string, Promise<Snapshot>>();
  readonly #spare: Engine[] = [];
  /** Cached contexts, the least recently used first. */
  readonly #cached = new Map<string, CachedContexts>();
  readonly #groups = new Map<string, Group>();
  readonly #running = new Map<number, ScriptContext>();
  /** The turns of jobs that start clean. */
  readonly #turns = new Turns();
  /** Clean contexts by their setup, ready for the next job. */
  readonly #ready = new Map<string, ScriptContext>();
  /** The engine of the last job in a clean context, to be restored while nothing else waits. */
  #used: { readonly engine: Engine; readonly setup: string; readonly snapshot: Snapshot } | null = null;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** Never rejects. */
  run(number: number, job: SentJob): Promise<CompletedJob> {
    const run =
      job.reuse === null
        ? this.#turns.take((onRunning) => this.#runClean(number, job, onRunning))
        : this.#runCached(number, job, job.reuse);
    return run.catch((error: unknown) => failedJob(error));
  }

  respond(number: number, response: Parameters<ScriptContext['respond']>[0]): void {
    this.#running.get(number)?.respond(response);
  }

  forget(group: string): void {
    this.#groups.delete(group);
    for (const name of this.#cached.keys())
      if (name.startsWith(contextName(group, ''))) this.#cached.delete(name);
  }

  /** Restores the engine of the last job while the thread is idle, so that the next job need not wait for it. */
  prepare(): void {
    const used = this.#used;
    this.#used = null;
    if (used === null) return;
    if (this.#ready.has(used.setup)) this.#spare.push(used.engine);
    else this.#ready.set(used.setup, restoreContext(used.engine, used.snapshot));
  }

  async #runClean(number: number, job: SentJob, onRunning: OnRunning): Promise<CompletedJob> {
    if (job.notAfter !== null && Date.now() > job.notAfter) return TIMED_OUT;
    const context = await this.#cleanContext(job.setup);
    const completed = await this.#runIn(
      context,
      number,
      job,
      new SharedState(job.state ?? EMPTY_STATE),
      onRunning,
    );
    if (context.isSound && this.#spare.length < MAX_SPARE_ENGINES) {
      this.prepare();
      this.#used = { engine: context.engine, setup: job.setup, snapshot: context.snapshot };
    }
    return completed;
  }

  async #runCached(
    number: number,
    job: SentJob,
    reuse: NonNullable<SentJob['reuse']>,
  ): Promise<CompletedJob> {
    const group = this.#group(reuse.group, job);
    if (job.script !== null) group.scripts.set(reuse.key, { code: job.script, modules: job.modules });
    const cached = this.#cachedContexts(contextName(reuse.group, reuse.key));
    return cached.turns.take((onRunning) =>
      this.#runNext(cached, number, job, group.state, group.scripts.get(reuse.key), onRunning),
    );
  }

  async #runNext(
    cached: CachedContexts,
    number: number,
    job: SentJob,
    state: SharedState,
    script: SentScript | undefined,
    onRunning: OnRunning,
  ): Promise<CompletedJob> {
    if (job.notAfter !== null && Date.now() > job.notAfter) return TIMED_OUT;
    const context = cached.idle.pop() ?? (await this.#contextToKeep(job.setup));
    const completed = await this.#runIn(context, number, job, state, onRunning, script);
    const isKept = context.isSound && context.isLoaded && cached.idle.length < MAX_IDLE_CONTEXTS;
    if (isKept) cached.idle.push(context);
    return completed;
  }

  #group(name: string, job: SentJob): Group {
    let group = this.#groups.get(name);
    if (group === undefined) {
      group = { scripts: new Map(), state: new SharedState(EMPTY_STATE) };
      this.#groups.set(name, group);
    }
    if (job.state !== null) group.state.replace(job.state, group.state.nextVersion());
    return group;
  }

  #cachedContexts(name: string): CachedContexts {
    const cached = this.#cached.get(name) ?? { idle: [], turns: new Turns(MAX_PARALLEL_JOBS) };
    this.#cached.delete(name);
    this.#cached.set(name, cached);
    for (const oldest of this.#cached.keys()) {
      if (this.#cached.size <= MAX_CACHED_CONTEXTS) break;
      this.#cached.delete(oldest);
    }
    return cached;
  }

  async #runIn(
    context: ScriptContext,
    number: number,
    job: SentJob,
    state: SharedState,
    onRunning: OnRunning,
    script?: SentScript,
  ): Promise<CompletedJob> {
    const host = new JobHost({
      limits: job.limits,
      bodies: job.bodies,
      state,
      call: (id, name, json) => this.#options.call(number, id, name, json),
      ...(job.isFollowed && { output: (output) => this.#options.output(number, output) }),
    });
    const report: OnRunning = (isRunning) => {
      this.#options.running(isRunning ? number : 0);
      onRunning(isRunning);
    };
    this.#running.set(number, context);
    const outcome = await context.run(
      { ...job, script: script?.code ?? job.script ?? '', modules: script?.modules ?? job.modules },
      host,
      report,
    );
    this.#running.delete(number);
    const notes = host.notes.length > 0 ? { notes: host.notes } : {};
    return { result: { outcome, console: host.lines, ...notes }, state: host.committed };
  }

  /** Returns a context as its setup left it. */
  async #cleanContext(id: string): Promise<ScriptContext> {
    this.prepare();
    const ready = this.#ready.get(id);
    this.#ready.delete(id);
    if (ready !== undefined) return ready;
    const snapshot = await this.#snapshot(id);
    return restoreContext(this.#spare.pop() ?? (await Engine.create()), snapshot);
  }

  /** Returns a context whose engine will not be restored again. */
  async #contextToKeep(id: string): Promise<ScriptContext> {
    const snapshot = await this.#snapshot(id);
    return restoreContext(await Engine.create(), snapshot);
  }

  #snapshot(id: string): Promise<Snapshot> {
    let snapshot = this.#snapshots.get(id);
    if (snapshot === undefined) {
      const setup = this.#options.setups.find((each) => each.id === id);
      if (setup === undefined) return Promise.reject(new Error(`there is no setup ${id}`));
      snapshot = loadSnapshot(setup).finally(() => this.#options.alive());
      this.#snapshots.set(id, snapshot);
      // The failure may be temporary, for example when memory was short.
      snapshot.catch(() => this.#snapshots.delete(id));
    }
    return snapshot;
  }
}

function restoreContext(engine: Engine, snapshot: Snapshot): ScriptContext {
  restore(engine, snapshot);
  return new ScriptContext(engine, snapshot);
}

function contextName(group: string, key: string): string {
  return `${JSON.stringify(group)}${key}`;
}

function failedJob(error: unknown): CompletedJob {
  const message = error instanceof Error ? error.message : String(error);
  return { result: { outcome: sandboxError('SandboxError', message), console: [] }, state: null };
}
