// Runs scripts that nobody vouches for, in QuickJS, on a few threads. A job goes in as text, and a result comes out; a
// script sees neither the machine nor the network, nor what other scripts have left.
import type { Job, JobResult } from './job.ts';
import { SandboxThread } from './thread.ts';

const THREADS = 2;

export interface SandboxOptions {
  /** Threads, each started when it is first needed. */
  readonly threads?: number;
}

export class Sandbox {
  readonly #threads: readonly SandboxThread[];
  /** Contexts that are kept stay where they are. */
  readonly #threadOfGroup = new Map<string, SandboxThread>();

  constructor({ threads = THREADS }: SandboxOptions = {}) {
    this.#threads = Array.from({ length: Math.max(1, threads) }, () => new SandboxThread());
  }

  /** Never rejects: whatever happens to the script is the outcome. */
  run(job: Job): Promise<JobResult> {
    return this.#threadFor(job).run(job);
  }

  /** The state that the scripts of a group share, as JSON; null when none of them has left any. */
  stateOf(group: string): string | null {
    return this.#threadOfGroup.get(group)?.stateOf(group) ?? null;
  }

  /** Ends the contexts of a group; its state is lost. */
  forget(group: string): void {
    this.#threadOfGroup.get(group)?.forget(group);
    this.#threadOfGroup.delete(group);
  }

  /** Jobs that have not ended end with an error. */
  async close(): Promise<void> {
    await Promise.all(this.#threads.map((thread) => thread.close()));
  }

  #threadFor({ reuse }: Job): SandboxThread {
    if (reuse === undefined) return this.#leastLoaded();
    const home = this.#threadOfGroup.get(reuse.group) ?? this.#leastLoaded();
    this.#threadOfGroup.set(reuse.group, home);
    return home;
  }

  #leastLoaded(): SandboxThread {
    return this.#threads.reduce((best, thread) => (thread.load < best.load ? thread : best));
  }
}
