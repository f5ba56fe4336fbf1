// A load test: virtual users repeat the requests of a collection, and what they measure is counted. In the closed model
// each user waits for its responses; with a rate (the open model) iterations start by the clock, and latency counts
// from the planned start, so that a server which stalls cannot hide the requests that it kept waiting.
import { setMaxListeners } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { environmentProxies } from '../protocols/http/environment-proxies.ts';
import { HttpSender } from '../protocols/http/sender.ts';
import type { RunContext } from '../runner/run-context.ts';
import { stepsOf } from '../runner/steps.ts';
import { ScriptRunner } from '../scripts/index.ts';
import { UserError } from '../../base/errors.ts';
import { Arrivals } from './arrivals.ts';
import { Measurement, RequestMeasurement, type Sample } from './measurements.ts';
import type { LoadTestOptions, Second } from './options.ts';
import { isPreparable } from './prepared-request.ts';
import { loadAt } from './profile.ts';
import { resultOf, type LoadTestResult } from './result.ts';
import { userContext } from './user-context.ts';
import { VirtualUser, type SharedStep } from './virtual-user.ts';

const SECOND_MS = 1000;
const SCRIPT_THREADS = 2;
/** Milliseconds between two looks at the profile, and in the open model at the clock. */
const TICK_MS = 20;
const OPEN_TICK_MS = 1;
/** The time that requests in flight have at the end. */
const GRACE_MS = 5000;
const UNFINISHED = 'there was no response when the test ended';

/** Resolves at the end, or when the signal is aborted. Rejects with an Error when there is nothing to send. */
export async function runLoadTest(options: LoadTestOptions): Promise<LoadTestResult> {
  const test = new LoadTest(options);
  try {
    return await test.run();
  } finally {
    await test.close();
  }
}

class LoadTest {
  readonly #options: LoadTestOptions;
  readonly #steps: readonly SharedStep[];
  readonly #measurements: readonly RequestMeasurement[];
  readonly #current = new Measurement();
  readonly #seconds: Second[] = [];
  readonly #users: VirtualUser[] = [];
  readonly #isConstant: boolean;
  readonly #sender: HttpSender;
  readonly #scripts = new ScriptRunner({ threads: SCRIPT_THREADS });
  readonly #abort = new AbortController();
  readonly #arrivals: Arrivals | null;
  #startedAt = Date.now();
  #startTime = performance.now();
  /** Users of the closed model that are at work. */
  readonly #places = new Set<number>();
  readonly #loops = new Set<Promise<void>>();
  /** Users that wait for an iteration of the open model. */
  readonly #idle: VirtualUser[] = [];
  #active = 0;
  #iterations = 0;
  #secondAt = this.#startTime;
  #host: string | null = null;
  #isOver = false;
  #endedAt = this.#startTime;
  /** Ends the pauses of users. */
  readonly #wake = new AbortController();

  constructor(options: LoadTestOptions) {
    this.#options = options;
    const { collection, only, rate, profile, durationMs, data, environment, globals, processEnvironment } =
      options;
    const steps = stepsOf(collection, only);
    if (steps.length === 0)
      throw new UserError('INVALID_DATA', `the collection ${collection.name} has no requests to send`);
    const isDirect = environmentProxies(processEnvironment) === null;
    this.#steps = steps.map((step) => ({
      step,
      isPreparable: isDirect && isPreparable(step),
      prepared: null,
    }));
    this.#measurements = steps.map(
      ({ request: { name, method }, folders }) => new RequestMeasurement({ name, folders, method }),
    );
    const texts = JSON.stringify([steps, collection.variables, environment?.variables, globals]);
    const hasScripts = steps.some(({ preRequest, test }) => preRequest.length + test.length > 0);
    this.#isConstant = !hasScripts && data.length === 0 && !texts.includes('{{$');
    // Each user may listen.
    setMaxListeners(0, this.#abort.signal, this.#wake.signal);
    this.#sender = new HttpSender({ environment: processEnvironment });
    this.#arrivals = rate === null ? null : new Arrivals({ rate, profile, durationMs });
  }

  async run(): Promise<LoadTestResult> {
    const { signal } = this.#options;
    await this.#prepareScripts();
    this.#startedAt = Date.now();
    this.#startTime = this.#secondAt = performance.now();
    await this.#untilEnd();
    this.#isOver = true;
    for (const user of this.#users) user.stop();
    await this.#inFlight();
    this.#endSecond();
    return this.#result(signal.aborted ? 'it was interrupted' : null);
  }

  async close(): Promise<void> {
    this.#end();
    this.#sender.close();
    await this.#scripts.close();
  }

  /** Loads what scripts need before the clock starts. */
  async #prepareScripts(): Promise<void> {
    const scripts = this.#steps.flatMap(({ step }) => [...step.preRequest, ...step.test]);
    await Promise.all(scripts.slice(0, SCRIPT_THREADS).map(({ script }) => this.#scripts.prepare(script)));
  }

  #end(): void {
    this.#abort.abort(new Error(UNFINISHED));
    for (const user of this.#users) user.close(UNFINISHED);
  }

  #untilEnd(): Promise<void> {
    const { signal, durationMs } = this.#options;
    const tickMs = this.#arrivals === null ? TICK_MS : OPEN_TICK_MS;
    return new Promise((resolve) => {
      const end = (): void => {
        clearInterval(timer);
        signal.removeEventListener('abort', end);
        resolve();
      };
      const timer = setInterval(() => {
        const elapsed = performance.now() - this.#startTime;
        if (elapsed >= durationMs) end();
        else this.#tick(elapsed);
      }, tickMs);
      signal.addEventListener('abort', end);
      if (signal.aborted) end();
      else this.#tick(0);
    });
  }

  #tick(elapsed: number): void {
    if (performance.now() - this.#secondAt >= SECOND_MS) this.#endSecond();
    if (this.#arrivals !== null) this.#startArrived(this.#arrivals, elapsed);
    else this.#setActive(elapsed);
  }

  /** Starts and stops users of the closed model. */
  #setActive(elapsed: number): void {
    const { users, profile, durationMs } = this.#options;
    this.#active = Math.max(1, Math.round(users * loadAt(profile, elapsed / durationMs)));
    for (let place = 0; place < this.#active; place += 1)
      if (!this.#places.has(place)) this.#start(this.#loop(place));
  }

  #start(loop: Promise<void>): void {
    const tracked = loop.finally(() => this.#loops.delete(tracked));
    this.#loops.add(tracked);
  }

  /** Repeats iterations while the profile has a place for the user. */
  async #loop(place: number): Promise<void> {
    const user = this.#user(place);
    this.#places.add(place);
    while (!this.#isOver && place < this.#active) {
      await user.iterate(null);
      await this.#think();
    }
    this.#places.delete(place);
  }

  /** Starts the iterations of the open model whose time has come, while there are users for them. */
  #startArrived(arrivals: Arrivals, elapsed: number): void {
    arrivals.advance(elapsed);
    while (arrivals.waiting > 0) {
      const user =
        this.#idle.pop() ??
        (this.#users.length < this.#options.users ? this.#user(this.#users.length) : null);
      if (user === null) break;
      this.#start(this.#arrived(user, arrivals));
    }
    this.#active = this.#users.length - this.#idle.length;
  }

  async #arrived(user: VirtualUser, arrivals: Arrivals): Promise<void> {
    do await user.iterate(this.#startTime + arrivals.take());
    while (arrivals.waiting > 0 && !this.#isOver);
    this.#idle.push(user);
  }

  #user(place: number): VirtualUser {
    return (this.#users[place] ??= new VirtualUser({
      steps: this.#steps,
      context: userContext(this.#options, {
        sender: this.#sender,
        scripts: this.#scripts,
        signal: this.#abort.signal,
      }),
      isConstant: this.#isConstant,
      begin: this.#begin,
      onSample: this.#add,
    }));
  }

  readonly #begin = ({ scopes }: RunContext): number => {
    const iteration = this.#iterations;
    this.#iterations += 1;
    const { data } = this.#options;
    if (data.length > 0) scopes.replace('data', data[iteration % data.length]!);
    return iteration;
  };

  readonly #add = (index: number, sample: Sample, host: string | null): void => {
    this.#measurements[index]!.add(sample);
    this.#current.add(sample.ms, sample.bytes, sample.error !== null);
    this.#host = host ?? this.#host;
  };

  #endSecond(): void {
    const now = performance.now();
    const { requests, errors, latency } = this.#current.summary();
    const seconds = (now - this.#secondAt) / SECOND_MS;
    this.#secondAt = now;
    this.#current.reset();
    const second: Second = {
      at: (now - this.#startTime) / SECOND_MS,
      users: this.#active,
      requests,
      requestsPerSecond: seconds === 0 ? 0 : requests / seconds,
      errors,
      averageMs: latency.average,
      p95Ms: latency.p95,
      host: this.#host,
    };
    this.#seconds.push(second);
    this.#options.onSecond(second);
  }

  /** Waits for the responses that are on their way; those that are late fail. */
  async #inFlight(): Promise<void> {
    const timer = setTimeout(() => this.#end(), GRACE_MS);
    this.#wake.abort();
    await Promise.all(this.#loops);
    clearTimeout(timer);
    this.#endedAt = performance.now();
  }

  async #think(): Promise<void> {
    const { thinkTimeMs } = this.#options;
    if (thinkTimeMs === 0 || this.#isOver) return;
    await delay(thinkTimeMs, undefined, { signal: this.#wake.signal }).catch(() => undefined);
  }

  #result(stopped: string | null): LoadTestResult {
    return resultOf(this.#options, this.#measurements, {
      startedAt: this.#startedAt,
      durationMs: this.#endedAt - this.#startTime,
      iterations: this.#iterations,
      notStarted: this.#arrivals?.waiting ?? 0,
      stopped,
      seconds: this.#seconds,
    });
  }
}
