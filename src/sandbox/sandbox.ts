// Runs untrusted scripts in QuickJS on a few worker threads. Jobs and results are text; a script has no access to the
// machine, the network, or the state of other scripts.
import type { Job, JobResult } from './job.ts';
import { SandboxThread } from './thread.ts';

const THREADS = 2;

export interface SandboxOptions {
  /** The number of threads; each is started when it is first needed. */
  readonly threads?: number;
}

export class Sandbox {
  readonly #threads: readonly SandboxThread[];
  /** The thread of each group, where its cached contexts are. */
  readonly #threadOfGroup = new Map<string, SandboxThread>();

  constructor({ threads = THREADS }: SandboxOptions = {}) {
    this.#threads = Array.from({ length: Math.max(1, threads) }, () => new SandboxThread());
  }

  /** Runs a job. Never rejects: whatever happens to the script is the outcome. */
  run(job: Job): Promise<JobResult> {
    return this.#threadFor(job).run(job);
  }

  /** Returns the state that the scripts of a group share, as JSON; null when there is none. */
  stateOf(group: string): string | null {
    return this.#threadOfGroup.get(group)?.stateOf(group) ?? null;
  }

  /** Discards the contexts and the state of a group. */
  forget(group: string): void {
    this.#threadOfGroup.get(group)?.forget(group);
    this.#threadOfGroup.delete(group);
  }

  /** Ends the threads; unfinished jobs end with an error. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #threadFor({ reuse }: Job): SandboxThread {
    if (reuse === undefined) return this.#nextThread();
    const home = this.#threadOfGroup.get(reuse.group) ?? this.#nextThread();
    this.#threadOfGroup.set(reuse.group, home);
    return home;
  }

  #nextThread(): SandboxThread {
    return this.#threads.reduce((best, thread) => (thread.load < best.load ? thread : best));
  }
}
