// Runs jobs on a thread: makes the images of setups when they are first needed, keeps contexts that are to be kept, and
// uses an engine again as long as it is as small as it was.
import { Engine } from './engine.ts';
import { loadSnapshot, restore } from './snapshot.ts';
import type { Snapshot } from './snapshot-file.ts';
import { sandboxError, type JobResult } from './job.ts';
import { JobHost, SharedState } from './job-host.ts';
import type { SentJob } from './protocol.ts';
import { ScriptContext, type OnRunning } from './script-context.ts';
import type { Setup } from './setup.ts';

/** Each has a memory of its own. */
const MAX_CACHED_CONTEXTS = 16;
const MAX_SPARE_ENGINES = 4;
const EMPTY_STATE = '{}';
const TIMED_OUT: CompletedJob = { result: { outcome: { type: 'timeout' }, console: [] }, state: null };

export interface RunnerOptions {
  readonly setups: readonly Setup[];
  /** Hands a call of a script to the host. */
  readonly call: (number: number, id: number, name: string, json: string) => void;
  /** Something that takes its time, and is no script's fault, is done. */
  readonly alive: () => void;
  /** The number of the job whose code is running; 0 for none. */
  readonly running: (number: number) => void;
}

export interface CompletedJob {
  readonly result: JobResult;
  /** The state of its group, if the job has changed it. */
  readonly state: string | null;
}

/** The scripts of a group, and what they share. */
interface Group {
  readonly scripts: Map<string, string>;
  readonly state: SharedState;
}

/** A context that is kept; the next job waits for the one before. */
interface CachedContext {
  /** Null until it is needed, and when the one before could not be kept. */
  context: Promise<ScriptContext> | null;
  last: Promise<unknown>;
}

export class Runner {
  readonly #options: RunnerOptions;
  readonly #snapshots = new Map<string, Promise<Snapshot>>();
  readonly #spare: Engine[] = [];
  /** The one unused for longest comes first. */
  readonly #cached = new Map<string, CachedContext>();
  readonly #groups = new Map<string, Group>();
  readonly #running = new Map<number, ScriptContext>();
  /** Clean contexts that wait, by their setup. */
  readonly #ready = new Map<string, ScriptContext>();
  /** What the last job that wanted a clean one has left. */
  #used: { readonly engine: Engine; readonly setup: string; readonly snapshot: Snapshot } | null = null;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** Never rejects. */
  run(number: number, job: SentJob): Promise<CompletedJob> {
    const run = job.reuse === null ? this.#runClean(number, job) : this.#runCached(number, job, job.reuse);
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

  /** While nobody waits: the next job that wants a clean context of the same setup need not wait for it. */
  prepare(): void {
    const used = this.#used;
    this.#used = null;
    if (used === null) return;
    if (this.#ready.has(used.setup)) this.#spare.push(used.engine);
    else this.#ready.set(used.setup, restoreContext(used.engine, used.snapshot));
  }

  async #runClean(number: number, job: SentJob): Promise<CompletedJob> {
    if (job.notAfter !== null && Date.now() > job.notAfter) return TIMED_OUT;
    const context = await this.#cleanContext(job.setup);
    const completed = await this.#runIn(context, number, job, new SharedState(job.state ?? EMPTY_STATE));
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
    if (job.script !== null) group.scripts.set(reuse.key, job.script);
    const name = contextName(reuse.group, reuse.key);
    const cached = this.#cachedContext(name);
    const run = cached.last.then(async () => {
      if (job.notAfter !== null && Date.now() > job.notAfter) return TIMED_OUT;
      const context = await (cached.context ??= this.#cleanContext(job.setup));
      const completed = await this.#runIn(context, number, job, group.state, group.scripts.get(reuse.key));
      if (!context.isSound || !context.isLoaded) cached.context = null;
      return completed;
    });
    cached.last = run.catch(() => (cached.context = null));
    return run;
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

  #cachedContext(name: string): CachedContext {
    const cached = this.#cached.get(name) ?? { context: null, last: Promise.resolve() };
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
    script = job.script,
  ): Promise<CompletedJob> {
    const host = new JobHost({
      limits: job.limits,
      bodies: job.bodies,
      state,
      call: (id, name, json) => this.#options.call(number, id, name, json),
    });
    const onRunning: OnRunning = (isRunning) => this.#options.running(isRunning ? number : 0);
    this.#running.set(number, context);
    const outcome = await context.run({ ...job, script: script ?? '' }, host, onRunning);
    this.#running.delete(number);
    const notes = host.notes.length > 0 ? { notes: host.notes } : {};
    return { result: { outcome, console: host.lines, ...notes }, state: host.committed };
  }

  /** Clean: as its setup left it. */
  async #cleanContext(id: string): Promise<ScriptContext> {
    const ready = this.#ready.get(id);
    this.#ready.delete(id);
    if (ready !== undefined) return ready;
    this.prepare();
    const snapshot = await this.#snapshot(id);
    return restoreContext(this.#spare.pop() ?? (await Engine.create()), snapshot);
  }

  #snapshot(id: string): Promise<Snapshot> {
    let snapshot = this.#snapshots.get(id);
    if (snapshot === undefined) {
      const setup = this.#options.setups.find((each) => each.id === id);
      if (setup === undefined) return Promise.reject(new Error(`there is no setup ${id}`));
      snapshot = loadSnapshot(setup).finally(() => this.#options.alive());
      this.#snapshots.set(id, snapshot);
      // A failure may be of the moment, such as no memory.
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
