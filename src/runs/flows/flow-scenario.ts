// Runs the steps of a flow, one iteration after another.
import { setTimeout as wait } from 'node:timers/promises';
import { isObject } from '../../base/is-object.ts';
import type { ClientFlow, FlowStep } from '../../collections/model/flow.ts';
import { request as requestSchema } from '../../collections/model/request.ts';
import type { RequestRun } from '../runner/events.ts';
import { ScenarioError, type Scenario, type IterationControls } from '../runner/run.ts';
import type { Step } from '../runner/steps.ts';
import { valuesOf, type Scopes, type Values } from '../../collections/variables/scopes.ts';
import { holds } from './condition.ts';
import { extracted } from './extract.ts';
import { runScriptStep } from './script-step.ts';
import type { FlowSend, sendsOf } from './sends.ts';

/** The most rounds of one loop. */
const MAX_ROUNDS = 10_000;
/** The most steps of one iteration, which ends loops in loops. */
const MAX_STEPS = 1_000_000;

type LoopStep = Extract<FlowStep, { readonly type: 'loop' }>;

export class FlowScenario implements Scenario {
  readonly requests: number;
  readonly #flow: ClientFlow;
  readonly #sends: ReturnType<typeof sendsOf>;

  constructor(flow: ClientFlow, sends: ReturnType<typeof sendsOf>) {
    this.#flow = flow;
    this.#sends = sends;
    this.requests = sends.size;
  }

  async iterate(controls: IterationControls): Promise<void> {
    await new FlowRun(this.#sends, controls).steps(this.#flow.steps, '');
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

  constructor(sends: ReturnType<typeof sendsOf>, controls: IterationControls) {
    this.#sends = sends;
    this.#controls = controls;
    this.#scopes = controls.context.scopes;
  }

  async steps(steps: readonly FlowStep[], prefix: string): Promise<void> {
    for (const [at, step] of steps.entries()) {
      if (this.#controls.isStopped()) return;
      const number = `${prefix}${at + 1}`;
      this.#count += 1;
      if (this.#count > MAX_STEPS)
        throw new ScenarioError(`step ${number}: more than ${MAX_STEPS} steps were run`);
      await this.#named(number, step.type, () => this.#step(step, number));
    }
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
        this.#set(step.variable, extracted(step, this.#last));
        return undefined;
      case 'delay':
        await wait(step.ms, null, { signal: this.#controls.context.signal }).catch(() => undefined);
        return undefined;
      case 'script':
        return this.#script(step.code, number);
      case 'condition':
        return holds(step.when, this.#scopes)
          ? this.steps(step.then, `${number}.then.`)
          : this.steps(step.else, `${number}.else.`);
      case 'loop':
        return this.#loop(step, number);
    }
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
    this.#lastStep = step;
  }

  async #script(code: string, number: string): Promise<void> {
    const script = { code, name: `Script of step ${number}`, step: this.#lastStep, last: this.#last };
    await this.#controls.report(await runScriptStep(script, this.#controls));
  }

  async #loop(step: LoopStep, number: string): Promise<void> {
    const entries = step.over.trim() === '' ? null : this.#entries(step.over.trim());
    const rounds = Math.min(entries?.length ?? Infinity, step.times ?? Infinity);
    if (rounds === Infinity && step.while === null)
      throw new ScenarioError('say how often: give times, over or while');
    for (let round = 0; round < rounds; round += 1) {
      if (this.#controls.isStopped()) return;
      if (round >= MAX_ROUNDS)
        throw new ScenarioError(`it has gone round ${MAX_ROUNDS} times, which is the limit`);
      if (step.variable !== '') this.#set(step.variable, entries === null ? round : entries[round]);
      if (step.while !== null && !holds(step.while, this.#scopes)) return;
      await this.steps(step.steps, `${number}.steps.`);
    }
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
  const request = requestSchema.parse({ id: crypto.randomUUID(), name: '' });
  return { request, folders: [], auth: { type: 'none' }, variables: new Map(), preRequest: [], test: [] };
}
