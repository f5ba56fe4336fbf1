// What a run learns of its traffic: secrets and JSON shapes, looked for on a thread while the traffic goes on. Where a
// check or a report depends on it every exchange is looked at, however long that takes; otherwise as many as cost next
// to nothing.
import { RecentMap } from '../../base/generational-map.ts';
import type { Flow } from '../../flow/flow.ts';
import type { Baseline } from '../../traffic/insights/baseline.ts';
import type { FoundSoFar, LookedAt } from '../../traffic/insights/scan/live-scan.ts';
import type { ReportFigures } from '../../traffic/insights/report/index.ts';
import type { SchemasSeen } from '../../traffic/insights/sections/schema.ts';
import type { SecretsFound } from '../../traffic/insights/sections/secrets.ts';
import { Allowance } from './time-budget.ts';
import { LatestExchange, likeness } from './fingerprint.ts';

export interface Learning {
  /** Whether every exchange has to be looked at. */
  readonly isWhole: boolean;
  /** Of a report; null without. */
  readonly figures: ReportFigures | null;
  readonly baseline: Baseline | null;
}

export interface Learnt {
  readonly secrets: SecretsFound;
  readonly schemas: SchemasSeen;
  readonly figures: ReportFigures | null;
  /** Exchanges that were not looked at. */
  readonly missed: number;
  /** Texts that go on beyond what was captured, or beyond what is looked at. */
  readonly cut: number;
  /** Why no more were looked at; null where nothing went wrong. */
  readonly fault: unknown;
}

/** An exchange, and those that say the same. */
interface Kind {
  /** Null until it has been looked at. */
  found: LookedAt | null;
  /** How many came before that, besides the first. */
  repeats: number;
}

interface Waiting {
  readonly flow: Flow;
  readonly kind: Kind;
}

/** Kinds that are remembered. */
const MAX_KINDS = 5000;
/** Exchanges that wait, by what they take of memory besides their bodies. */
const MAX_WAITING = 200_000;
const BATCH = 200;
/** How long a run that nobody asked to look waits for what is still looked at. */
const PATIENCE_MS = 2000;

/** Milliseconds, about: for finding out whether an exchange is a new one, for a new one, and for each byte of it. */
const COMPARING = 0.005;
const LOOKING = 0.1;
const LOOKING_AT_BYTE = 0.00003;

export class Learner {
  readonly #learning: Learning;
  readonly #allowance: Allowance | null;
  readonly #kinds = new RecentMap<string, Kind>(MAX_KINDS);
  #latest: { readonly exchange: LatestExchange; readonly kind: Kind } | null = null;
  #waiting: Waiting[] = [];
  #queued = 0;
  #answered = 0;
  #missed = 0;
  #found: FoundSoFar | null = null;
  #working: Promise<void> | null = null;
  #isOver = false;
  #fault: unknown = null;
  readonly #awaited: { readonly count: number; readonly resolve: () => void }[] = [];

  constructor(learning: Learning) {
    this.#learning = learning;
    this.#allowance = learning.isWhole ? null : new Allowance();
  }

  /** Takes a finished exchange. */
  add(flow: Flow): void {
    const isRepeat = flow.request !== null && this.#learn(flow);
    this.#learning.figures?.add(flow, isRepeat);
  }

  /** Exchanges that wait to be looked at. */
  get behind(): number {
    return this.#queued - this.#answered;
  }

  /** Waits until what has come so far has been looked at, though more may come. */
  caughtUp(): Promise<void> {
    const count = this.#queued;
    return new Promise((resolve) => {
      if (this.#answered >= count) {
        resolve();
        return;
      }
      this.#awaited.push({ count, resolve });
      if (!this.#learning.isWhole) setTimeout(resolve, PATIENCE_MS).unref();
    });
  }

  /** Nothing may be added any more. */
  async finish(): Promise<Learnt> {
    await this.caughtUp();
    this.#isOver = true;
    const found = await this.#findings();
    await found.close();
    await this.#working;
    const { secrets, schemas, cut } = found;
    const missed = this.#missed + (this.#queued - this.#answered) + found.givenUp;
    return { secrets, schemas, cut, missed, figures: this.#learning.figures, fault: this.#fault };
  }

  /** Whether it says the same as one before. */
  #learn(flow: Flow): boolean {
    // Even to compare is not free: it would be six percent of what an exchange costs.
    if (this.#allowance?.take(COMPARING) === false) return this.#miss();
    if (this.#latest?.exchange.isLike(flow) === true) return this.#repeat(this.#latest.kind, flow);
    if (this.#allowance?.take(0, LOOKING) === false) return this.#miss();
    const key = likeness(flow);
    const known = key === null ? undefined : this.#kinds.get(key);
    const kind = known ?? { found: null, repeats: 0 };
    if (known === undefined && !this.#queue(flow, kind)) return this.#miss();
    if (key === null) return false;
    this.#latest = { exchange: new LatestExchange(flow), kind };
    if (known !== undefined) return this.#repeat(known, flow);
    this.#kinds.set(key, kind);
    return false;
  }

  #miss(): false {
    this.#missed += 1;
    return false;
  }

  #repeat(kind: Kind, flow: Flow): true {
    if (kind.found === null) kind.repeats += 1;
    else this.#found?.again(flow, kind.found);
    return true;
  }

  #queue(flow: Flow, kind: Kind): boolean {
    const cost = LOOKING + LOOKING_AT_BYTE * sizeOf(flow);
    if (this.#isOver || this.#waiting.length >= MAX_WAITING) return false;
    if (this.#allowance?.take(cost) === false) return false;
    // Its bodies stay in the budget of captures, in memory or in their file, until it has been looked at.
    flow.enterList();
    this.#waiting.push({ flow, kind });
    this.#queued += 1;
    this.#working ??= this.#work().catch((error: unknown) => this.#stop(error));
    return true;
  }

  async #work(): Promise<void> {
    const found = await this.#findings();
    while (this.#waiting.length > 0 && !this.#isOver) {
      const batch = this.#waiting.slice(0, BATCH);
      this.#waiting = this.#waiting.slice(BATCH);
      await this.#look(batch, found);
    }
    this.#working = null;
  }

  #stop(fault: unknown): void {
    this.#fault = fault;
    this.#isOver = true;
    for (const { resolve } of this.#awaited) resolve();
  }

  async #look(batch: readonly Waiting[], found: FoundSoFar): Promise<void> {
    const looked = await found.look(batch.map(({ flow }) => flow));
    for (const [at, { flow, kind }] of batch.entries()) {
      kind.found = looked[at] ?? [];
      found.again(flow, kind.found, kind.repeats);
      flow.leaveList();
    }
    this.#answered += batch.length;
    for (const { count, resolve } of this.#awaited) if (this.#answered >= count) resolve();
  }

  /** Loaded only here: a run starts sooner without. */
  async #findings(): Promise<FoundSoFar> {
    const { FoundSoFar: Found } = await import('../../traffic/insights/scan/live-scan.ts');
    return (this.#found ??= new Found(this.#learning.baseline));
  }
}

function sizeOf({ request, response }: Flow): number {
  return (request?.body.size ?? 0) + (response?.body.size ?? 0);
}
