// Joins exchanges to runs as they end, for outputs that write each one at once.
import type { Flow } from '../flow/flow.ts';
import { readFacts } from './facts/read-facts.ts';
import { AgentExchanges } from './index.ts';
import type { DraftRun, DraftStep } from './join/drafts.ts';
import { RunJoiner } from './join/index.ts';

export type { DraftRun, DraftStep } from './join/drafts.ts';

/** Steps after which runs that have ended are forgotten. */
const MAX_STEPS = 20_000;

export interface JoinedFlow {
  /** The run that the exchange is part of; null for none as far as is known. */
  readonly run: DraftRun | null;
  /** True for a message that may yet turn out to be part of a run. */
  readonly mayJoin: boolean;
}

const NONE: JoinedFlow = { run: null, mayJoin: false };

export class FollowedRuns {
  readonly #onStep: (run: DraftRun, step: DraftStep) => void;
  readonly #chosen = new AgentExchanges();
  #joiner: RunJoiner;
  #steps = 0;

  /** `onStep` is called with each step that is added, those of tools and of messages that had to wait included. */
  constructor(onStep: (run: DraftRun, step: DraftStep) => void = () => undefined) {
    this.#onStep = onStep;
    this.#joiner = this.#newJoiner();
  }

  get runs(): readonly DraftRun[] {
    return this.#joiner.runs;
  }

  /** Adds an exchange that has ended; null, at once, for one that is of no agent. Calls must not overlap. */
  add(flow: Flow): Promise<JoinedFlow> | null {
    return this.#chosen.isOne(flow) ? this.#addChosen(flow) : null;
  }

  /** Forgets all runs where they have become many; returns true when it has. */
  forgetMany(): boolean {
    if (this.#steps < MAX_STEPS) return false;
    this.#joiner = this.#newJoiner();
    this.#steps = 0;
    return true;
  }

  async #addChosen(flow: Flow): Promise<JoinedFlow> {
    const facts = await readFacts(flow);
    const run = this.#joiner.add(facts);
    return run === null && facts.subject === null ? NONE : { run, mayJoin: run === null };
  }

  #newJoiner(): RunJoiner {
    return new RunJoiner((run, step) => {
      this.#steps += 1;
      this.#onStep(run, step);
    });
  }
}
