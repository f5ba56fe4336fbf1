// A context with a script in it: runs one job at a time to its end, answers of the host included, and says what came out.
import { EngineFault, isThrown, type Engine, type Thrown } from './engine.ts';
import type { Image } from './snapshot-file.ts';
import { sandboxError, type Limits, type Outcome } from './job.ts';
import type { JobHost } from './job-host.ts';
import { ERROR_MARK, VALUE_MARK } from './kernel.ts';
import { readError } from './script-error.ts';

/** What is to be run; `limits` are complete. */
export interface Work {
  readonly script: string;
  readonly begin: string;
  readonly call: string | null;
  readonly input: string;
  readonly limits: Limits;
}

/** Told when code is about to run, and when it rests: whoever watches the thread knows whom to blame. */
export type Turn = (isRunning: boolean) => void;

interface Time {
  /** As `performance.now()` counts. */
  deadline: number;
  /** Milliseconds that may still be waited beyond. */
  waitMs: number;
}

interface Answer {
  readonly id: number;
  readonly isAnswered: boolean;
  readonly json: string;
}

/** Errors may be longer than results are allowed to be. */
const MAX_ERROR_BYTES = 100_000;
const SCRIPT_FILE = 'script.js';
const TIMEOUT: Outcome = { type: 'timeout' };
const MEMORY: Outcome = { type: 'memory' };

export class ScriptContext {
  readonly #engine: Engine;
  readonly #image: Image;
  readonly #answers: Answer[] = [];
  #wake: (() => void) | null = null;
  #isLoaded = false;
  #isBroken = false;

  /** Of an engine into which the image has been restored. */
  constructor(engine: Engine, image: Image) {
    this.#engine = engine;
    this.#image = image;
  }

  get engine(): Engine {
    return this.#engine;
  }

  get image(): Image {
    return this.#image;
  }

  /** False once it ran out of time or memory, or failed in itself. */
  get isSound(): boolean {
    return !this.#isBroken && !this.#engine.hasGrown;
  }

  /** Whether its script has run. */
  get isLoaded(): boolean {
    return this.#isLoaded;
  }

  /** Never rejects. Loads the script if that has not been done. */
  async run(work: Work, host: JobHost, turn: Turn): Promise<Outcome> {
    const time: Time = { deadline: performance.now() + work.limits.timeoutMs, waitMs: work.limits.waitMs };
    turn(true);
    try {
      this.#engine.arm(time.deadline, this.#image.baseBytes + work.limits.memoryBytes, (number, values) =>
        this.#image.functions[number]?.(values, host),
      );
      const outcome =
        (this.#isLoaded ? null : this.#load(work)) ?? (await this.#call(work, host, time, turn));
      this.#isBroken ||= this.#engine.isFull || outcome.type === 'timeout' || outcome.type === 'memory';
      // Where there was no room for an error either, null is thrown.
      return this.#engine.isFull && outcome.type === 'error' && outcome.message === 'null' ? MEMORY : outcome;
    } catch (error) {
      this.#isBroken = true;
      // Where memory is refused the engine does not always get over it.
      return this.#stopped() ?? (this.#engine.isFull ? MEMORY : ofFault(error));
    } finally {
      turn(false);
    }
  }

  /** Brings the answer to a call of the job that is running. */
  answer(answer: Answer): void {
    this.#answers.push(answer);
    this.#wake?.();
  }

  #load({ begin, script }: Work): Outcome | null {
    const refused = this.#enter(['begin', begin], MAX_ERROR_BYTES);
    if (typeof refused !== 'string') return refused;
    if (refused !== '') return readError(refused.slice(1));
    const result = this.#engine.evaluate(script, SCRIPT_FILE);
    if (isThrown(result)) return this.#thrown(result);
    this.#engine.free(result);
    this.#isLoaded = true;
    return null;
  }

  async #call(work: Work, host: JobHost, time: Time, turn: Turn): Promise<Outcome> {
    const { call, input, limits } = work;
    const max = Math.max(limits.outputBytes + 1, MAX_ERROR_BYTES);
    let said = this.#enter(call === null ? ['done'] : ['call', call, input], max);
    for (;;) {
      if (typeof said !== 'string') return said;
      while (this.#engine.pump()) {
        const stopped = this.#stopped() ?? (performance.now() > time.deadline ? TIMEOUT : null);
        if (stopped !== null) return stopped;
      }
      if (said !== '') return counted(readOutcome(said, limits), host);
      said = this.#enter(['poll'], max);
      if (said !== '') continue;
      const stopped = await this.#nextAnswer(host, time, turn);
      if (stopped !== null) return stopped;
    }
  }

  /** Waits for the host, and hands its answers in. */
  async #nextAnswer(host: JobHost, time: Time, turn: Turn): Promise<Outcome | null> {
    if (!host.isWaiting)
      return sandboxError('Error', 'its promise never settles: nothing is left that could');
    turn(false);
    const isThere = this.#answers.length > 0 || (await this.#waited(time));
    turn(true);
    if (!isThere) return TIMEOUT;
    for (const { id, isAnswered, json } of this.#answers.splice(0)) {
      if (!host.answered(id)) continue;
      const said = this.#enter(['settle', JSON.stringify([id, isAnswered]), json], MAX_ERROR_BYTES);
      if (typeof said !== 'string') return said;
    }
    return null;
  }

  /** What was waited is taken from what may be waited, as long as there is any. */
  async #waited(time: Time): Promise<boolean> {
    const start = performance.now();
    const isThere = await this.#wait(time.deadline + time.waitMs);
    const free = Math.min(performance.now() - start, time.waitMs);
    time.waitMs -= free;
    time.deadline += free;
    this.#engine.prolong(time.deadline);
    return isThere;
  }

  async #wait(deadline: number): Promise<boolean> {
    const { promise, resolve } = Promise.withResolvers<boolean>();
    const timer = setTimeout(() => resolve(false), Math.max(deadline - performance.now(), 0));
    this.#wake = () => resolve(true);
    const isThere = await promise;
    clearTimeout(timer);
    this.#wake = null;
    return isThere;
  }

  #enter(values: readonly string[], max: number): string | Outcome {
    const said = this.#engine.enter(values, max);
    const stopped = this.#stopped();
    if (stopped !== null) return stopped;
    if (said === null) return sandboxError('RangeError', `the result is larger than ${max - 1} bytes`);
    return isThrown(said) ? this.#thrown(said) : said;
  }

  #stopped(): Outcome | null {
    const { stopped } = this.#engine;
    if (stopped === null) return null;
    return stopped === 'time' ? TIMEOUT : MEMORY;
  }

  #thrown({ thrown }: Thrown): Outcome {
    const engine = this.#engine;
    const stopped = this.#stopped();
    if (stopped !== null) return stopped;
    const operation = engine.newText('describe');
    const described = engine.call(engine.roots.entry, [operation, thrown]);
    engine.free(operation, thrown);
    // Only what has run out cannot even be described.
    if (isThrown(described)) return this.#stopped() ?? MEMORY;
    return this.#stopped() ?? readError(engine.takeText(described, MAX_ERROR_BYTES) ?? '');
  }
}

/** At once: the next job that shares the state may begin before anybody hears of this one. */
function counted(outcome: Outcome, host: JobHost): Outcome {
  if (outcome.type === 'value') host.commit();
  return outcome;
}

function readOutcome(said: string, limits: Limits): Outcome {
  const rest = said.slice(1);
  if (said.startsWith(ERROR_MARK)) return readError(rest);
  if (!said.startsWith(VALUE_MARK))
    return sandboxError('Error', 'the script has taken its own sandbox apart');
  if (Buffer.byteLength(rest) <= limits.outputBytes) return { type: 'value', json: rest };
  return sandboxError('RangeError', `the result is larger than ${limits.outputBytes} bytes`);
}

function ofFault(error: unknown): Outcome {
  if (error instanceof EngineFault) return MEMORY;
  // V8's own stack; QuickJS notices before in all cases that are known.
  if (error instanceof RangeError) return sandboxError('InternalError', 'stack overflow');
  return sandboxError('InternalError', 'the script has brought its sandbox down');
}
