// Runs jobs on a thread: makes the images of setups when they are first needed, keeps contexts that are to be kept, and
// uses an engine again as long as it is as small as it was.
import { Engine } from './engine.ts';
import { imageOf, restore } from './snapshot.ts';
import type { Image } from './snapshot-file.ts';
import { sandboxError, type JobResult } from './job.ts';
import { JobHost, SharedState } from './job-host.ts';
import type { SentJob } from './protocol.ts';
import { ScriptContext, type Turn } from './script-context.ts';
import type { Setup } from './setup.ts';

/** Each has a memory of its own. */
const MAX_KEPT = 16;
const MAX_SPARE = 4;
const EMPTY_STATE = '{}';
const LATE: Ran = { result: { outcome: { type: 'timeout' }, console: [] }, state: null };

export interface RunnerOptions {
  readonly setups: readonly Setup[];
  /** Hands a call of a script to the host. */
  readonly call: (number: number, id: number, name: string, json: string) => void;
  /** Something that takes its time, and is no script's fault, is done. */
  readonly alive: () => void;
  /** The number of the job whose code is running; 0 for none. */
  readonly running: (number: number) => void;
}

export interface Ran {
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
interface Kept {
  /** Null until it is needed, and when the one before could not be kept. */
  context: Promise<ScriptContext> | null;
  last: Promise<unknown>;
}

export class Runner {
  readonly #options: RunnerOptions;
  readonly #images = new Map<string, Promise<Image>>();
  readonly #spare: Engine[] = [];
  /** The one unused for longest comes first. */
  readonly #kept = new Map<string, Kept>();
  readonly #groups = new Map<string, Group>();
  readonly #running = new Map<number, ScriptContext>();
  /** Clean contexts that wait, by their setup. */
  readonly #ready = new Map<string, ScriptContext>();
  /** What the last job that wanted a clean one has left. */
  #used: { readonly engine: Engine; readonly setup: string; readonly image: Image } | null = null;

  constructor(options: RunnerOptions) {
    this.#options = options;
  }

  /** Never rejects. */
  run(number: number, job: SentJob): Promise<Ran> {
    const run = job.keep === null ? this.#runClean(number, job) : this.#runKept(number, job, job.keep);
    return run.catch((error: unknown) => failed(error));
  }

  answer(number: number, answer: Parameters<ScriptContext['answer']>[0]): void {
    this.#running.get(number)?.answer(answer);
  }

  forget(group: string): void {
    this.#groups.delete(group);
    for (const name of this.#kept.keys()) if (name.startsWith(keptName(group, ''))) this.#kept.delete(name);
  }

  /** While nobody waits: the next job that wants a clean context of the same setup need not wait for it. */
  prepare(): void {
    const used = this.#used;
    this.#used = null;
    if (used === null) return;
    if (this.#ready.has(used.setup)) this.#spare.push(used.engine);
    else this.#ready.set(used.setup, restored(used.engine, used.image));
  }

  async #runClean(number: number, job: SentJob): Promise<Ran> {
    if (job.notAfter !== null && Date.now() > job.notAfter) return LATE;
    const context = await this.#context(job.setup);
    const ran = await this.#ranIn(context, number, job, new SharedState(job.state ?? EMPTY_STATE));
    if (context.isSound && this.#spare.length < MAX_SPARE) {
      this.prepare();
      this.#used = { engine: context.engine, setup: job.setup, image: context.image };
    }
    return ran;
  }

  async #runKept(number: number, job: SentJob, keep: NonNullable<SentJob['keep']>): Promise<Ran> {
    const group = this.#group(keep.group, job);
    if (job.script !== null) group.scripts.set(keep.key, job.script);
    const name = keptName(keep.group, keep.key);
    const kept = this.#keptAs(name);
    const run = kept.last.then(async () => {
      if (job.notAfter !== null && Date.now() > job.notAfter) return LATE;
      const context = await (kept.context ??= this.#context(job.setup));
      const ran = await this.#ranIn(context, number, job, group.state, group.scripts.get(keep.key));
      if (!context.isSound || !context.isLoaded) kept.context = null;
      return ran;
    });
    kept.last = run.catch(() => (kept.context = null));
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

  #keptAs(name: string): Kept {
    const kept = this.#kept.get(name) ?? { context: null, last: Promise.resolve() };
    this.#kept.delete(name);
    this.#kept.set(name, kept);
    for (const oldest of this.#kept.keys()) {
      if (this.#kept.size <= MAX_KEPT) break;
      this.#kept.delete(oldest);
    }
    return kept;
  }

  async #ranIn(
    context: ScriptContext,
    number: number,
    job: SentJob,
    state: SharedState,
    script = job.script,
  ): Promise<Ran> {
    const host = new JobHost({
      limits: job.limits,
      bodies: job.bodies,
      state,
      call: (id, name, json) => this.#options.call(number, id, name, json),
    });
    const turn: Turn = (isRunning) => this.#options.running(isRunning ? number : 0);
    this.#running.set(number, context);
    const outcome = await context.run({ ...job, script: script ?? '' }, host, turn);
    this.#running.delete(number);
    const notes = host.notes.length > 0 ? { notes: host.notes } : {};
    return { result: { outcome, console: host.lines, ...notes }, state: host.committed };
  }

  /** Clean: as its setup left it. */
  async #context(id: string): Promise<ScriptContext> {
    const ready = this.#ready.get(id);
    this.#ready.delete(id);
    if (ready !== undefined) return ready;
    this.prepare();
    const image = await this.#image(id);
    return restored(this.#spare.pop() ?? (await Engine.create()), image);
  }

  #image(id: string): Promise<Image> {
    let image = this.#images.get(id);
    if (image === undefined) {
      const setup = this.#options.setups.find((each) => each.id === id);
      if (setup === undefined) return Promise.reject(new Error(`there is no setup ${id}`));
      image = imageOf(setup).finally(() => this.#options.alive());
      this.#images.set(id, image);
      // A failure may be of the moment, such as no memory.
      image.catch(() => this.#images.delete(id));
    }
    return image;
  }
}

function restored(engine: Engine, image: Image): ScriptContext {
  restore(engine, image);
  return new ScriptContext(engine, image);
}

function keptName(group: string, key: string): string {
  return `${JSON.stringify(group)}${key}`;
}

function failed(error: unknown): Ran {
  const message = error instanceof Error ? error.message : String(error);
  return { result: { outcome: sandboxError('SandboxError', message), console: [] }, state: null };
}
