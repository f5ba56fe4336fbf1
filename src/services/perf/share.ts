// One thread's share of a load test. Its virtual users repeat the requests of a collection. In the closed model each
// user waits for its responses. With a rate (the open model) iterations start by the clock, and latency counts from
// the planned start, so that a stalled server cannot hide the requests it delays.
import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';
import { setTimeout as delay } from 'node:timers/promises';
import { environmentProxies } from '../../requests/http/environment-proxies.ts';
import { HttpSender } from '../../requests/http/sender.ts';
import type { RunContext } from '../../runs/runner/run-context.ts';
import { stepsOf } from '../../runs/runner/steps.ts';
import { ScriptRunner } from '../../runs/scripts/index.ts';
import { Arrivals } from './arrivals.ts';
import { measurementsOf, type RequestMeasurement, type Sample } from './measurements.ts';
import { mixOf, turnAt, type Mix, type Turn } from './mix.ts';
import type { ShareOptions } from './options.ts';
import { isFixed, isPreparable } from './prepared-request.ts';
import { loadAt, pointsOf, stageEnds, type ProfilePoint } from './profile.ts';
import type { ShareEnd, ShareReport } from './share-messages.ts';
import { userContext } from './user-context.ts';
import { VirtualUser, type Iteration, type SharedStep } from './virtual-user.ts';

const SECOND_MS = 1000;
/** Milliseconds between two looks at the profile, and in the open model at the clock. */
const TICK_MS = 20;
const OPEN_TICK_MS = 1;
/** The time that requests in flight have at the end. */
const GRACE_MS = 5000;
const MAX_SCRIPT_THREADS = 4;
const UNFINISHED = 'there was no response when the test ended';

/**
 * The callback for reports. It is called about once a second and at the end; the measurements are reset afterwards.
 */
export type OnReport = (report: ShareReport) => void;

export class LoadShare {
  readonly #options: ShareOptions;
  readonly #onReport: OnReport;
  readonly #steps: readonly SharedStep[];
  readonly #measurements: readonly RequestMeasurement[];
  readonly #users = new Map<number, VirtualUser>();
  readonly #sender: HttpSender;
  readonly #scripts: ScriptRunner;
  readonly #abort = new AbortController();
  readonly #arrivals: Arrivals | null;
  readonly #points: readonly ProfilePoint[];
  readonly #mix: Mix;
  /** Milliseconds at which stages end, the last one aside. */
  readonly #stageEnds: readonly number[];
  #startTime = performance.now();
  /** Users of the closed model that are at work. */
  readonly #slots = new Set<number>();
  readonly #loops = new Set<Promise<void>>();
  /** Users that wait for an iteration of the open model. */
  readonly #idle: VirtualUser[] = [];
  /** The number of users of the whole test that the profile has slots for. */
  #active = 0;
  #iterations = 0;
  #stage = 0;
  #secondAt = this.#startTime;
  readonly #hosts = new Map<string, number>();
  #isOver = false;
  /** Ends the pauses of users. */
  readonly #wake = new AbortController();

  constructor(options: ShareOptions, onReport: OnReport) {
    this.#options = options;
    this.#points = pointsOf(options.profile, options.stages);
    this.#onReport = onReport;
    const { collection, only, rate, data, environment, globals, processEnvironment } = options;
    const steps = stepsOf(collection, only);
    this.#mix = mixOf(steps, options.weights);
    this.#stageEnds = stageEnds(options.stages).slice(0, -1);
    const isDirect = environmentProxies(processEnvironment) === null;
    const variables = steps.map((step) => [...step.variables]);
    const texts = JSON.stringify([steps, variables, collection.variables, environment?.variables, globals]);
    const hasScripts = steps.some(({ preRequest, test }) => preRequest.length + test.length > 0);
    const isConstant = !hasScripts && data.length === 0 && !texts.includes('{{$');
    this.#steps = steps.map((step) => ({
      step,
      isPreparable: isDirect && isPreparable(step),
      isFixed: isConstant || isFixed(step),
      prepared: null,
      bodiesToKeep: null,
    }));
    this.#measurements = measurementsOf(steps);
    // Each user may add a listener.
    setMaxListeners(0, this.#abort.signal, this.#wake.signal);
    this.#sender = new HttpSender({ environment: processEnvironment });
    this.#scripts = new ScriptRunner({ threads: scriptThreads(options.shares) });
    this.#arrivals = rate === null ? null : new Arrivals({ ...options, rate, points: this.#points });
  }

  /** Loads what scripts need, before the clock starts. */
  async prepare(): Promise<void> {
    const scripts = this.#steps.flatMap(({ step }) => [...step.preRequest, ...step.test]);
    if (scripts[0] !== undefined) await this.#scripts.prepare(scripts[0].script);
  }

  /**
   * Resolves when the time is over, or the signal is aborted, and no request is in flight. `hurry` fails those that
   * are.
   */
  async run(signal: AbortSignal, hurry: AbortSignal): Promise<ShareEnd> {
    const end = (): void => this.#end();
    hurry.addEventListener('abort', end, { once: true });
    this.#startTime = this.#secondAt = performance.now();
    await this.#untilEnd(signal);
    this.#isOver = true;
    for (const user of this.#users.values()) user.stop();
    await this.#inFlight();
    hurry.removeEventListener('abort', end);
    const durationMs = performance.now() - this.#startTime;
    this.#report(true);
    return { durationMs };
  }

  async close(): Promise<void> {
    this.#end();
    this.#sender.close();
    await this.#scripts.close();
  }

  #end(): void {
    this.#abort.abort(new Error(UNFINISHED));
    for (const user of this.#users.values()) user.close(UNFINISHED);
  }

  #untilEnd(signal: AbortSignal): Promise<void> {
    const { durationMs } = this.#options;
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
    if (elapsed >= (this.#stageEnds[this.#stage] ?? Infinity)) this.#nextStage(elapsed);
    if (performance.now() - this.#secondAt >= SECOND_MS) this.#report(true);
    if (this.#arrivals !== null) this.#startArrived(this.#arrivals, elapsed);
    else this.#setActive(elapsed);
  }

  /** Reports what belongs to the stage that has ended. */
  #nextStage(elapsed: number): void {
    this.#report(false);
    while (elapsed >= (this.#stageEnds[this.#stage] ?? Infinity)) this.#stage += 1;
  }

  /** Starts and stops users of the closed model; slots go to the shares by turns. */
  #setActive(elapsed: number): void {
    const { users, durationMs, share, shares } = this.#options;
    this.#active = Math.max(1, Math.round(users * loadAt(this.#points, elapsed / durationMs)));
    for (let slot = share; slot < this.#active; slot += shares)
      if (!this.#slots.has(slot)) this.#start(this.#loop(slot));
  }

  #start(loop: Promise<void>): void {
    const tracked = loop.finally(() => this.#loops.delete(tracked));
    this.#loops.add(tracked);
  }

  /** Repeats iterations while the profile has a slot for the user. */
  async #loop(slot: number): Promise<void> {
    const user = this.#user(slot);
    this.#slots.add(slot);
    while (!this.#isOver && slot < this.#active) {
      await user.iterate(null);
      await this.#think();
    }
    this.#slots.delete(slot);
  }

  /** Starts the iterations of the open model whose time has come, while there are users for them. */
  #startArrived(arrivals: Arrivals, elapsed: number): void {
    const { users, share, shares } = this.#options;
    arrivals.advance(elapsed);
    while (arrivals.waiting > 0) {
      const slot = share + this.#users.size * shares;
      const user = this.#idle.pop() ?? (slot < users ? this.#user(slot) : null);
      if (user === null) break;
      this.#start(this.#arrived(user, arrivals));
    }
  }

  async #arrived(user: VirtualUser, arrivals: Arrivals): Promise<void> {
    do await user.iterate(this.#startTime + arrivals.take());
    while (arrivals.waiting > 0 && !this.#isOver);
    this.#idle.push(user);
  }

  #user(slot: number): VirtualUser {
    const known = this.#users.get(slot);
    if (known !== undefined) return known;
    const user = new VirtualUser({
      steps: this.#steps,
      context: userContext(this.#options, {
        sender: this.#sender,
        scripts: this.#scripts,
        signal: this.#abort.signal,
      }),
      begin: (context) => this.#begin(context, slot),
      onSample: this.#add,
    });
    this.#users.set(slot, user);
    return user;
  }

  /** Turns and rows of data are dealt out to the shares by turns. */
  #begin({ scopes }: RunContext, slot: number): Iteration {
    const { data, dataPerUser, share, shares } = this.#options;
    const number = share + this.#iterations * shares;
    this.#iterations += 1;
    const { steps, row }: Turn = turnAt(this.#mix, number);
    if (data.length > 0) scopes.replace('data', data[(dataPerUser ? slot : row) % data.length]!);
    return { number, steps };
  }

  readonly #add = (index: number, sample: Sample, host: string | null): void => {
    this.#measurements[index]!.add(sample);
    if (host !== null) this.#hosts.set(host, (this.#hosts.get(host) ?? 0) + 1);
  };

  #report(isSecond: boolean): void {
    if (isSecond) this.#secondAt = performance.now();
    this.#onReport({
      stage: this.#stage,
      isSecond,
      users: this.#arrivals === null ? this.#slotsNow() : this.#users.size - this.#idle.length,
      iterations: this.#iterations,
      notStarted: this.#arrivals?.waiting ?? 0,
      hosts: this.#hosts,
      requests: this.#measurements,
    });
    for (const each of this.#measurements) each.reset();
    this.#hosts.clear();
  }

  /** Returns the number of users that the profile has given this share. */
  #slotsNow(): number {
    const { share, shares } = this.#options;
    return Math.max(0, Math.ceil((this.#active - share) / shares));
  }

  /** Waits for the responses that are on their way; those that are late fail. */
  async #inFlight(): Promise<void> {
    const timer = setTimeout(() => this.#end(), GRACE_MS);
    this.#wake.abort();
    await Promise.all(this.#loops);
    clearTimeout(timer);
  }

  async #think(): Promise<void> {
    const { thinkTimeMs, maxThinkTimeMs } = this.#options;
    if (maxThinkTimeMs === 0 || this.#isOver) return;
    await delay(thinkTimeMs + Math.random() * (maxThinkTimeMs - thinkTimeMs), undefined, {
      signal: this.#wake.signal,
    }).catch(() => undefined);
  }
}

/** Returns the number of threads for the scripts of one share, so that its own thread keeps a core. */
function scriptThreads(shares: number): number {
  return Math.max(1, Math.min(MAX_SCRIPT_THREADS, Math.floor(availableParallelism() / shares) - 1));
}
