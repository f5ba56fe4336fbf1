// A context that contains a script. It runs one job at a time to its end, including its calls to the host, and returns
// the outcome.
import { EngineError } from './engine-error.ts';
import { isThrown, type Engine, type Thrown } from './engine.ts';
import type { Snapshot } from './snapshot-file.ts';
import { sandboxError, type Limits, type Modules, type Outcome } from './job.ts';
import type { JobHost } from './job-host.ts';
import { ERROR_MARK, VALUE_MARK } from './kernel.ts';
import { parseError, SCRIPT_FILE } from './script-error.ts';
import type { OnRunning } from './turns.ts';

/** A job for a context; `limits` are complete. */
export interface Work {
  readonly script: string;
  /** Null for a script that is not a module. */
  readonly modules: Modules | null;
  readonly setupInput: string;
  readonly call: string | null;
  readonly input: string;
  readonly limits: Limits;
}

interface TimeBudget {
  /** On the clock of `performance.now()`. */
  deadline: number;
  /** Milliseconds that may still be spent waiting without counting. */
  waitMs: number;
}

interface CallResponse {
  readonly id: number;
  readonly isAnswered: boolean;
  readonly json: string;
}

/** The size of errors, which is independent of the limit for results. */
const MAX_ERROR_BYTES = 100_000;
const TIMEOUT: Outcome = { type: 'timeout' };
const MEMORY: Outcome = { type: 'memory' };

export class ScriptContext {
  readonly #engine: Engine;
  readonly #snapshot: Snapshot;
  readonly #responses: CallResponse[] = [];
  #wake: (() => void) | null = null;
  #isLoaded = false;
  #isBroken = false;

  /** The snapshot must have been restored into the engine. */
  constructor(engine: Engine, snapshot: Snapshot) {
    this.#engine = engine;
    this.#snapshot = snapshot;
  }

  get engine(): Engine {
    return this.#engine;
  }

  get snapshot(): Snapshot {
    return this.#snapshot;
  }

  /** False after a timeout, when memory ran out, or when the engine failed. */
  get isSound(): boolean {
    return !this.#isBroken && !this.#engine.hasGrown;
  }

  /** True when the script has run. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Runs a job, and loads the script before the first one. Never rejects. */
  async run(work: Work, host: JobHost, onRunning: OnRunning): Promise<Outcome> {
    const budget: TimeBudget = {
      deadline: performance.now() + work.limits.timeoutMs,
      waitMs: work.limits.waitMs,
    };
    onRunning(true);
    try {
      this.#engine.arm(
        budget.deadline,
        this.#snapshot.baseBytes + work.limits.memoryBytes,
        (number, values) => this.#snapshot.functions[number]?.(values, host),
        () => host.sendOutput(),
      );
      const outcome =
        (this.#isLoaded ? null : this.#load(work)) ?? (await this.#call(work, host, budget, onRunning));
      this.#isBroken ||= this.#engine.isFull || outcome.type === 'timeout' || outcome.type === 'memory';
      return this.#engine.isFull && isWithoutMessage(outcome) ? MEMORY : outcome;
    } catch (error) {
      this.#isBroken = true;
      // After a refused allocation the engine does not always recover.
      return this.#stoppedOutcome() ?? (this.#engine.isFull ? MEMORY : outcomeOfError(error));
    } finally {
      onRunning(false);
    }
  }

  /** Passes in the response to a call of the running job. */
  respond(response: CallResponse): void {
    this.#responses.push(response);
    this.#wake?.();
  }

  #load({ setupInput, script, modules }: Work): Outcome | null {
    this.#engine.modules = modules ?? {};
    const refused = this.#enter(['begin', setupInput], MAX_ERROR_BYTES);
    if (typeof refused !== 'string') return refused;
    if (refused !== '') return parseError(refused.slice(1));
    const result = this.#engine.evaluate(script, SCRIPT_FILE, modules !== null);
    if (isThrown(result)) return this.#outcomeOfThrown(result);
    this.#engine.free(result);
    this.#isLoaded = true;
    return null;
  }

  async #call(work: Work, host: JobHost, budget: TimeBudget, onRunning: OnRunning): Promise<Outcome> {
    const { call, input, limits } = work;
    const max = Math.max(limits.outputBytes + 1, MAX_ERROR_BYTES);
    let reply = this.#enter(call === null ? ['done'] : ['call', call, input], max);
    for (;;) {
      if (typeof reply !== 'string') return reply;
      while (this.#engine.runPendingJobs()) {
        const stopped = this.#stoppedOutcome() ?? (performance.now() > budget.deadline ? TIMEOUT : null);
        if (stopped !== null) return stopped;
      }
      if (reply !== '') return commitState(readOutcome(reply, limits), host);
      reply = this.#enter(['poll'], max);
      if (reply !== '') continue;
      const stopped = await this.#awaitResponse(host, budget, onRunning);
      if (stopped !== null) return stopped;
    }
  }

  /** Waits for the host, and passes its responses in. */
  async #awaitResponse(host: JobHost, budget: TimeBudget, onRunning: OnRunning): Promise<Outcome | null> {
    if (!host.isWaiting) {
      // An engine without memory drops the jobs that it cannot queue.
      if (this.#engine.isFull) return MEMORY;
      return sandboxError('Error', 'its promise never settles: no timer or request is pending');
    }
    host.sendOutput(true);
    onRunning(false);
    const hasResponse = this.#responses.length > 0 || (await this.#waitInBudget(budget));
    onRunning(true);
    if (!hasResponse) return TIMEOUT;
    for (const { id, isAnswered, json } of this.#responses.splice(0)) {
      if (!host.takeCall(id)) continue;
      const reply = this.#enter(['settle', JSON.stringify([id, isAnswered]), json], MAX_ERROR_BYTES);
      if (typeof reply !== 'string') return reply;
    }
    return null;
  }

  /** Waits for a response, and charges the time to the wait budget before the deadline. */
  async #waitInBudget(budget: TimeBudget): Promise<boolean> {
    const start = performance.now();
    const hasResponse = await this.#wait(budget.deadline + budget.waitMs);
    const free = Math.min(performance.now() - start, budget.waitMs);
    budget.waitMs -= free;
    budget.deadline += free;
    this.#engine.extendDeadline(budget.deadline);
    return hasResponse;
  }

  async #wait(deadline: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), Math.max(deadline - performance.now(), 0));
    this.#wake = () => resolve(true);
    const hasResponse = await promise;
    clearTimeout(timer);
    this.#wake = null;
    return hasResponse;
  }

  #enter(values: readonly string[], max: number): string | Outcome {
    const reply = this.#engine.enter(values, max);
    const stopped = this.#stoppedOutcome();
    if (stopped !== null) return stopped;
    if (reply === null) return sandboxError('RangeError', `the result is larger than ${max - 1} bytes`);
    return isThrown(reply) ? this.#outcomeOfThrown(reply) : reply;
  }

  #stoppedOutcome(): Outcome | null {
    const { stopped } = this.#engine;
    if (stopped === null) return null;
    return stopped === 'time' ? TIMEOUT : MEMORY;
  }

  #outcomeOfThrown({ thrown }: Thrown): Outcome {
    const engine = this.#engine;
    const stopped = this.#stoppedOutcome();
    if (stopped !== null) return stopped;
    const operation = engine.newText('describe');
    const description = engine.call(engine.roots.entry, [operation, thrown]);
    engine.free(operation, thrown);
    // Only an error without memory cannot be described.
    if (isThrown(description)) return this.#stoppedOutcome() ?? MEMORY;
    return this.#stoppedOutcome() ?? parseError(engine.takeText(description, MAX_ERROR_BYTES) ?? '');
  }
}

/** Without memory for an error the engine throws null, or something that is no value. */
const isWithoutMessage = (outcome: Outcome): boolean =>
  outcome.type === 'error' && (outcome.message === 'null' || outcome.message === '[unsupported type]');

/** Commits the state at once, because the next job that shares it may start before this result is delivered. */
function commitState(outcome: Outcome, host: JobHost): Outcome {
  if (outcome.type === 'value') host.commit();
  return outcome;
}

function readOutcome(reply: string, limits: Limits): Outcome {
  const rest = reply.slice(1);
  if (reply.startsWith(ERROR_MARK)) return parseError(rest);
  if (!reply.startsWith(VALUE_MARK)) return sandboxError('Error', 'the script has damaged its own sandbox');
  if (Buffer.byteLength(rest) <= limits.outputBytes) return { type: 'value', json: rest };
  return sandboxError('RangeError', `the result is larger than ${limits.outputBytes} bytes`);
}

function outcomeOfError(error: unknown): Outcome {
  if (error instanceof EngineError) return MEMORY;
  // The stack of V8 overflowed; in all known cases QuickJS notices earlier.
  if (error instanceof RangeError) return sandboxError('InternalError', 'stack overflow');
  return sandboxError('InternalError', 'the script has crashed its sandbox');
}
