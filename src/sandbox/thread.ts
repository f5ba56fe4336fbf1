// Client for a worker thread that runs scripts: passes on jobs, watches their progress, and replaces a thread that
// hangs.
import type { Worker } from 'node:worker_threads';
import { messageOf } from '../base/errors.ts';
import { startWorker } from '../base/worker-client.ts';
import { fullLimits, sandboxError, type Job, type JobOutput, type JobResult, type Outcome } from './job.ts';
import type { Done, FromWorker, NumberedJob, SentJob, ToWorker } from './protocol.ts';

const WORKER = new URL('./worker.ts', import.meta.url);

/** Milliseconds beyond the time of a job, after which native code that does not check the clock is ended. */
const GRACE_MS = 1000;
const CHECK_MS = 500;
/** Milliseconds for a new thread to load QuickJS and create snapshots, and in the source tree to link libraries. */
const MAX_START_MS = 60_000;
/** The number of times that a job is started when its thread ends because of another job. */
const MAX_ATTEMPTS = 3;
const CLOSED = sandboxError('SandboxError', 'the sandbox is closed');
const NO_OUTPUT: JobOutput = { console: [], notes: [] };

interface PendingJob {
  readonly job: Job;
  readonly timeoutMs: number;
  readonly waitMs: number;
  readonly resolve: (result: JobResult) => void;
  /** True when it has called the host, so that it must not run twice. */
  hasCalled: boolean;
  attempts: number;
  /** The output so far of a job that is followed. */
  output: JobOutput;
}

/** The state of a group on this side, for a thread that has to be restarted. */
interface Group {
  state: string | null;
  isSeeded: boolean;
  readonly sentKeys: Set<string>;
}

export class SandboxThread {
  readonly #pending = new Map<number, PendingJob>();
  readonly #groups = new Map<string, Group>();
  readonly #running = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  #outbox: NumberedJob[] = [];
  #worker: Worker | null = null;
  #isClosed = false;
  #lastNumber = 0;
  #lastMessageAt = 0;
  #progressTimer: NodeJS.Timeout | null = null;

  /** The number of jobs without a result. */
  get load(): number {
    return this.#pending.size;
  }

  /** Runs a job. Never rejects. */
  run(job: Job): Promise<JobResult> {
    if (this.#isClosed) return Promise.resolve(resultOf(CLOSED));
    const { promise, resolve } = Promise.withResolvers<JobResult>();
    const { timeoutMs, waitMs } = fullLimits(job.limits);
    this.#submit({ job, timeoutMs, waitMs, resolve, hasCalled: false, attempts: 0, output: NO_OUTPUT });
    return promise;
  }

  /** Discards the contexts and the state of a group. */
  forget(group: string): void {
    this.#groups.delete(group);
    this.#post({ type: 'forget', group });
  }

  /** Returns the latest state of a group as JSON; null when there is none. */
  stateOf(group: string): string | null {
    return this.#groups.get(group)?.state ?? null;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const pending = this.#takePending();
    await this.#stop();
    for (const { resolve, output } of pending.values()) resolve(resultOf(CLOSED, output));
  }

  #submit(pending: PendingJob): void {
    if (this.#pending.size === 0) this.#lastMessageAt = performance.now();
    this.#lastNumber += 1;
    const number = this.#lastNumber;
    this.#pending.set(number, { ...pending, attempts: pending.attempts + 1, output: NO_OUTPUT });
    this.#worker ??= this.#start();
    this.#worker.ref();
    if (this.#outbox.length === 0) setImmediate(() => this.#flush());
    this.#outbox.push({ number, job: this.#toSentJob(pending.job) });
    this.#progressTimer ??= this.#schedule(CHECK_MS);
  }

  /** Sends the jobs that were submitted together in one message. */
  #flush(): void {
    const jobs = this.#outbox;
    if (jobs.length === 0) return;
    this.#outbox = [];
    const buffers = jobs.flatMap(({ job }) => job.bodies.map(({ buffer }) => buffer as ArrayBuffer));
    this.#worker?.postMessage({ type: 'run', jobs } satisfies ToWorker, buffers);
  }

  #start(): Worker {
    this.#running.fill(0);
    for (const group of this.#groups.values()) {
      group.isSeeded = false;
      group.sentKeys.clear();
    }
    const worker = startWorker(WORKER, {
      name: 'sandbox',
      workerData: this.#running.buffer,
      // The young generation only holds text in transit. Recursive code must reach the limit of QuickJS, which is in
      // its own memory, before that of the thread.
      resourceLimits: { maxOldGenerationSizeMb: 512, maxYoungGenerationSizeMb: 6, stackSizeMb: 32 },
    });
    worker.on('message', (message: FromWorker) => this.#receive(worker, message));
    worker.on('error', (error) => this.#workerEnded(worker, messageOf(error)));
    worker.on('exit', () => this.#workerEnded(worker, 'its thread has ended'));
    return worker;
  }

  async #stop(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    this.#outbox = [];
    if (this.#progressTimer !== null) clearTimeout(this.#progressTimer);
    this.#progressTimer = null;
    await worker?.terminate();
  }

  #post(message: ToWorker): void {
    this.#flush();
    this.#worker?.postMessage(message);
  }

  #toSentJob(job: Job): SentJob {
    const reuse = job.reuse ?? null;
    const group = reuse === null ? null : this.#group(reuse.group);
    const isKnown = reuse !== null && group?.sentKeys.has(reuse.key) === true;
    const state = group === null || group.isSeeded ? null : group.state;
    if (reuse !== null) group?.sentKeys.add(reuse.key);
    if (group !== null) group.isSeeded = true;
    return {
      setup: job.setup,
      script: isKnown ? null : job.script,
      modules: isKnown ? null : (job.modules ?? null),
      setupInput: job.setupInput ?? 'null',
      call: job.call,
      input: job.input ?? 'null',
      // Copied, because transferring a view would take its whole buffer along.
      bodies: (job.bodies ?? []).map((body) => new Uint8Array(body)),
      limits: fullLimits(job.limits),
      notAfter: job.notAfter ?? null,
      reuse,
      state,
      isFollowed: job.onOutput !== undefined,
    };
  }

  #group(name: string): Group {
    let group = this.#groups.get(name);
    if (group === undefined) {
      group = { state: null, isSeeded: false, sentKeys: new Set() };
      this.#groups.set(name, group);
    }
    return group;
  }

  #receive(worker: Worker, message: FromWorker): void {
    if (worker !== this.#worker) return;
    this.#lastMessageAt = performance.now();
    if (message.type === 'output') this.#takeOutput(message);
    else if (message.type === 'call') void this.#handleCall(message);
    else if (message.type === 'done') for (const done of message.done) this.#finish(done);
  }

  #takeOutput({ number, output }: Extract<FromWorker, { type: 'output' }>): void {
    const pending = this.#pending.get(number);
    if (pending === undefined) return;
    const { console, notes } = pending.output;
    pending.output = { console: [...console, ...output.console], notes: [...notes, ...output.notes] };
    pending.job.onOutput?.(output);
  }

  #finish({ number, result, state }: Done): void {
    const pending = this.#pending.get(number);
    if (pending === undefined) return;
    this.#pending.delete(number);
    const group = this.#groups.get(pending.job.reuse?.group ?? '');
    if (group !== undefined && state !== null) group.state = state;
    if (this.#pending.size === 0) this.#unrefWorker();
    pending.resolve(result);
  }

  /** Lets the process exit, because nothing is running. */
  #unrefWorker(): void {
    this.#worker?.unref();
    if (this.#progressTimer !== null) clearTimeout(this.#progressTimer);
    this.#progressTimer = null;
  }

  async #handleCall({ number, id, name, json }: Extract<FromWorker, { type: 'call' }>): Promise<void> {
    const pending = this.#pending.get(number);
    if (pending === undefined) return;
    pending.hasCalled = true;
    const worker = this.#worker;
    const response = await callHandler(pending.job, name, json);
    if (worker === this.#worker) this.#post({ type: 'response', number, id, ...response });
  }

  /** Schedules a check. When this thread was blocked, messages that have arrived meanwhile are received first. */
  #schedule(ms: number): NodeJS.Timeout {
    return setTimeout(() => setImmediate(() => this.#checkProgress()), ms);
  }

  /** Replaces the worker when a job has exceeded its time and the grace period without a message. */
  #checkProgress(): void {
    this.#progressTimer = null;
    if (this.#pending.size === 0) return;
    const running = this.#pending.get(Atomics.load(this.#running, 0));
    // While no script runs, the worker prepares what scripts need, which is not charged to any of them.
    const timeLimit =
      running === undefined ? MAX_START_MS + this.#longestTimeout() : running.timeoutMs + GRACE_MS;
    if (this.#lastMessageAt + timeLimit > performance.now()) this.#progressTimer = this.#schedule(CHECK_MS);
    else this.#replace({ type: 'timeout' }, 'it did not answer in time');
  }

  #longestTimeout(): number {
    return Math.max(...Array.from(this.#pending.values(), ({ timeoutMs, waitMs }) => timeoutMs + waitMs));
  }

  #workerEnded(worker: Worker, reason: string): void {
    if (worker === this.#worker) this.#replace({ type: 'memory' }, reason);
  }

  /**
   * Restarts the worker. The job that was running gets `outcome`; the others start again unless they have called the
   * host.
   */
  #replace(outcome: Outcome, reason: string): void {
    const runningJob = Atomics.load(this.#running, 0);
    const pending = this.#takePending();
    void this.#stop();
    for (const [number, each] of pending) {
      if (number === runningJob) each.resolve(resultOf(outcome, each.output));
      else if (each.hasCalled || each.attempts >= MAX_ATTEMPTS)
        each.resolve(
          resultOf(sandboxError('SandboxError', `the sandbox was restarted: ${reason}`), each.output),
        );
      else this.#submit(each);
    }
  }

  #takePending(): ReadonlyMap<number, PendingJob> {
    const pending = new Map(this.#pending);
    this.#pending.clear();
    return pending;
  }
}

function resultOf(outcome: Outcome, { console, notes } = NO_OUTPUT): JobResult {
  return { outcome, console, ...(notes.length > 0 && { notes }) };
}

async function callHandler(
  job: Job,
  name: string,
  json: string,
): Promise<{ readonly isAnswered: boolean; readonly json: string }> {
  try {
    if (job.onHostCall === undefined) throw new Error(`there is no ${name} here`);
    return { isAnswered: true, json: await job.onHostCall(name, json) };
  } catch (error) {
    return { isAnswered: false, json: JSON.stringify(messageOf(error)) };
  }
}
