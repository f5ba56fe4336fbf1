// Runs the steps of a flow, one iteration after another.
import { setTimeout as wait } from 'node:timers/promises';
import { messageOf } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import type { ClientFlow, FlowStep } from '../../collections/model/flow.ts';
import { effectiveRequest } from '../../collections/model/inherited.ts';
import { request as requestSchema } from '../../collections/model/request.ts';
import type { RequestRun } from '../runner/events.ts';
import { ScenarioError, type Scenario, type IterationControls } from '../runner/scenario.ts';
import type { Step } from '../runner/steps.ts';
import { valuesOf, type Scopes, type Values } from '../../collections/variables/scopes.ts';
import { holds } from './condition.ts';
import { extracted } from './extract.ts';
import { CHANGING_SCOPES, changingValues, variablesSet, type FlowState } from './flow-state.ts';
import type { ObserveSteps } from './step-events.ts';
import { runScriptStep } from './script-step.ts';
import type { FlowSend, sendsOf } from './sends.ts';

/** The most rounds of one loop. */
const MAX_ROUNDS = 10_000;
/** The most steps of one iteration, which ends loops in loops. */
const MAX_STEPS = 1_000_000;

type ConditionStep = Extract<FlowStep, { readonly type: 'condition' }>;
type LoopStep = Extract<FlowStep, { readonly type: 'loop' }>;

/** Options of a run of a part of a flow. */
export interface FlowParts {
  /** The number of the step to begin with, among those that no other contains; 1 for all. */
  readonly from?: number | undefined;
  /** The state to begin with; by default that of the files. */
  readonly state?: FlowState | undefined;
  readonly observe?: ObserveSteps | undefined;
  /** Receives the state before each step that no other contains. */
  readonly onState?: ((number: number, state: FlowState) => void) | undefined;
}

export class FlowScenario implements Scenario {
  readonly requests: number;
  readonly #flow: ClientFlow;
  readonly #sends: ReturnType<typeof sendsOf>;
  readonly #parts: FlowParts;

  constructor(flow: ClientFlow, sends: ReturnType<typeof sendsOf>, parts: FlowParts = {}) {
    this.#flow = flow;
    this.#sends = sends;
    this.#parts = parts;
    this.requests = sends.size;
  }

  async iterate(controls: IterationControls): Promise<void> {
    await new FlowRun(this.#sends, controls, this.#parts).all(this.#flow.steps);
  }
}

/** One iteration. */
class FlowRun {
  readonly #sends: ReturnType<typeof sendsOf>;
  readonly #controls: IterationControls;
  readonly #scopes: Scopes;
  /** Variables of collections, as their requests have left them. */
  readonly #collections = new Map<string, Values>();
  #collection: string | null = null;
  #last: RequestRun | null = null;
  #lastStep: Step = emptyStep();
  #count = 0;
  readonly #parts: FlowParts;
  readonly #rounds: number[] = [];
  /** The result of the step in progress. */
  #result: unknown = null;
  /** The request that it has sent, or the script that it has run. */
  #ran: RequestRun | null = null;

  constructor(sends: ReturnType<typeof sendsOf>, controls: IterationControls, parts: FlowParts) {
    this.#sends = sends;
    this.#controls = controls;
    this.#scopes = controls.context.scopes;
    this.#parts = parts;
    if (parts.state !== undefined) this.#restore(parts.state);
  }

  async all(steps: readonly FlowStep[]): Promise<void> {
    await this.#steps(steps, '', (this.#parts.from ?? 1) - 1);
  }

  async #steps(steps: readonly FlowStep[], prefix: string, from = 0): Promise<void> {
    for (const [at, step] of steps.entries()) {
      if (at < from) continue;
      if (this.#controls.isStopped()) return;
      const number = `${prefix}${at + 1}`;
      if (prefix === '') this.#parts.onState?.(at + 1, this.#state());
      this.#count += 1;
      if (this.#count > MAX_STEPS)
        throw new ScenarioError(`step ${number}: more than ${MAX_STEPS} steps were run`);
      await this.#observed(number, () => this.#named(number, step.type, () => this.#step(step, number)));
    }
  }

  /** Runs a step, and tells what it did. */
  async #observed(number: string, run: () => Promise<void>): Promise<void> {
    const { observe } = this.#parts;
    if (observe === undefined) return run();
    const { iteration } = this.#controls;
    const about = { number, iteration, rounds: [...this.#rounds] };
    observe({ type: 'begun', ...about });
    const [before, collection] = [changingValues(this.#scopes), this.#collection];
    const startedAt = performance.now();
    this.#result = null;
    let error: string | null = null;
    try {
      await run();
    } catch (caught) {
      error = messageOf(caught);
      throw caught;
    } finally {
      const isSame = this.#collection === collection;
      observe({
        type: 'ended',
        ...about,
        ms: performance.now() - startedAt,
        error,
        run: this.#ran,
        result: this.#result,
        set: variablesSet(before, changingValues(this.#scopes), isSame),
      });
      this.#result = null;
      this.#ran = null;
    }
  }

  #state(): FlowState {
    return {
      values: changingValues(this.#scopes),
      collections: new Map(this.#collections),
      collection: this.#collection,
      last: this.#last,
      lastStep: this.#lastStep,
    };
  }

  #restore({ values, collections, collection, last, lastStep }: FlowState): void {
    for (const scope of CHANGING_SCOPES) this.#scopes.replace(scope, values[scope]);
    for (const [id, each] of collections) this.#collections.set(id, each);
    this.#collection = collection;
    this.#last = last;
    this.#lastStep = lastStep ?? this.#lastStep;
  }

  /** Puts the number of the step before the message of its error, once. */
  async #named(number: string, type: string, run: () => Promise<void>): Promise<void> {
    try {
      await run();
    } catch (error) {
      if (!(error instanceof ScenarioError) || error instanceof NumberedError) throw error;
      throw new NumberedError(`step ${number} (${type}): ${error.message}`);
    }
  }

  async #step(step: FlowStep, number: string): Promise<void> {
    switch (step.type) {
      case 'send':
        return this.#send(this.#sends.get(step)!);
      case 'extract':
        this.#result = extracted(step, this.#last);
        this.#set(step.variable, this.#result);
        return undefined;
      case 'delay':
        await wait(step.ms, null, { signal: this.#controls.context.signal }).catch(() => undefined);
        return undefined;
      case 'script':
        return this.#script(step.code, number);
      case 'condition':
        return this.#condition(step, number);
      case 'loop':
        return this.#loop(step, number);
    }
  }

  async #condition(step: ConditionStep, number: string): Promise<void> {
    const branch = holds(step.when, this.#scopes) ? 'then' : 'else';
    await this.#steps(step[branch], `${number}.${branch}.`);
    this.#result = branch;
  }

  async #send({ collection, step }: FlowSend): Promise<void> {
    if (this.#collection !== collection.id) {
      if (this.#collection !== null)
        this.#collections.set(this.#collection, this.#scopes.values('collection'));
      const values =
        this.#collections.get(collection.id) ?? Object.fromEntries(valuesOf(collection.variables));
      this.#scopes.replace('collection', values);
      this.#collection = collection.id;
    }
    this.#last = (await this.#controls.send(step)).run;
    this.#ran = this.#last;
    this.#lastStep = step;
  }

  async #script(code: string, number: string): Promise<void> {
    const script = { code, name: `Script of step ${number}`, step: this.#lastStep, last: this.#last };
    const run = await runScriptStep(script, this.#controls);
    this.#ran = run;
    await this.#controls.report(run);
  }

  async #loop(step: LoopStep, number: string): Promise<void> {
    const entries = step.over.trim() === '' ? null : this.#entries(step.over.trim());
    const rounds = Math.min(entries?.length ?? Infinity, step.times ?? Infinity);
    if (rounds === Infinity && step.while === null)
      throw new ScenarioError('say how often: give times, over or while');
    let round = 0;
    const depth = this.#rounds.length;
    try {
      for (; round < rounds && (await this.#round(step, number, round, entries)); round += 1);
    } finally {
      this.#rounds.length = depth;
      this.#result = round;
    }
  }

  /** Runs the steps of a loop once. Resolves with false when it has ended. */
  async #round(
    step: LoopStep,
    number: string,
    round: number,
    entries: readonly unknown[] | null,
  ): Promise<boolean> {
    if (this.#controls.isStopped()) return false;
    if (round >= MAX_ROUNDS)
      throw new ScenarioError(`it has gone round ${MAX_ROUNDS} times, which is the limit`);
    if (step.variable !== '') this.#set(step.variable, entries === null ? round : entries[round]);
    if (step.while !== null && !holds(step.while, this.#scopes)) return false;
    this.#rounds.push(round + 1);
    await this.#steps(step.steps, `${number}.steps.`);
    this.#rounds.pop();
    return true;
  }

  /** Returns the list that a variable holds; its name may stand in braces. */
  #entries(over: string): readonly unknown[] {
    const name = /^\{\{\s*(.+?)\s*\}\}$/.exec(over)?.[1] ?? over;
    const value = this.#scopes.value(name);
    const list = typeof value === 'string' ? parsed(value) : value;
    if (Array.isArray(list)) return list;
    const found = value === undefined ? 'has no value' : isObject(value) ? 'is an object' : 'is no list';
    throw new ScenarioError(`over: the variable ${name} ${found}`);
  }

  #set(name: string, value: unknown): void {
    this.#scopes.replace('local', { ...this.#scopes.values('local'), [name]: value });
  }
}

/** An error whose message names its step. */
class NumberedError extends ScenarioError {}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return text;
  }
}

/** A request for scripts that run before any was sent. */
function emptyStep(): Step {
  const request = effectiveRequest([], requestSchema.parse({ id: crypto.randomUUID(), name: '' }));
  const nowhere = { folders: [], folderIds: [], tags: [], variables: new Map<string, unknown>() };
  return { request, ...nowhere, auth: { type: 'none' }, preRequest: [], test: [] };
}
