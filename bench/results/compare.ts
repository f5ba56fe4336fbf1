// Proxies measured side by side: in each round one after the other, so that a slow period of the machine
// affects all of them. The ratios within a round are compared.
import { messageOf, type Bench } from '../bench.ts';
import type { Window } from '../load/plan.ts';
import { othersSeconds } from '../processes/proc.ts';
import { median, spread, type Spread } from './statistics.ts';

export interface Contender {
  readonly name: string;
  /** Takes one measurement. */
  readonly take: () => Promise<Window>;
  /** True when the comparison is useful without it. It then takes part in every other round only. */
  readonly optional?: boolean;
}

export interface Sample extends Window {
  /** CPU time of other processes meanwhile, as a share of one core. */
  readonly others: number;
}

type Round = ReadonlyMap<string, Sample>;

/** A round is repeated when others used more than this share of a core meanwhile. */
const MAX_OTHERS = 0.1;

export interface CompareOptions {
  /** Default: the rounds of the benchmark's effort. */
  readonly rounds?: number;
  /** True when a first round does not count, in which code is compiled and memory is allocated. */
  readonly warmUp?: boolean;
}

/** Compares the contenders. Rejects when one that is not optional fails. */
export async function compare(
  bench: Bench,
  contenders: readonly Contender[],
  { rounds = bench.effort.rounds, warmUp = true }: CompareOptions = {},
): Promise<Comparison> {
  const failed = new Map<string, string>();
  const takesPart = ({ name, optional = false }: Contender, round: number): boolean =>
    !failed.has(name) && !(optional && round % 2 === 1);
  if (warmUp)
    await roundOf(
      contenders.filter(({ optional = false }) => !optional),
      failed,
    );
  const taken: Round[] = [];
  let repeats = 0;
  while (taken.length < rounds) {
    const due = contenders.filter((contender) => takesPart(contender, taken.length));
    const round = await roundOf(due, failed);
    if (maxOthers(round) > MAX_OTHERS && repeats < rounds) repeats += 1;
    else taken.push(round);
  }
  return new Comparison(taken, repeats, failed);
}

export class Comparison {
  readonly #rounds: readonly Round[];
  /** The number of rounds that were disturbed, and therefore repeated. */
  readonly repeats: number;
  /** Contenders that failed, and why. */
  readonly failed: ReadonlyMap<string, string>;

  constructor(rounds: readonly Round[], repeats: number, failed: ReadonlyMap<string, string>) {
    this.#rounds = rounds;
    this.repeats = repeats;
    this.failed = failed;
  }

  median(name: string, value: (sample: Sample) => number): number {
    return median(this.#values(name, value));
  }

  spread(name: string, value: (sample: Sample) => number): Spread {
    return spread(this.#values(name, value));
  }

  /** Returns the confidence interval of `combine`, applied to two contenders' values in each round. */
  paired(
    name: string,
    base: string,
    value: (sample: Sample) => number,
    combine = (a: number, b: number): number => a / b,
  ): Spread {
    return spread(this.pairs(name, base, value, combine));
  }

  /** Returns these values round by round; NaN where one of them did not take part. */
  pairs(
    name: string,
    base: string,
    value: (sample: Sample) => number,
    combine = (a: number, b: number): number => a / b,
  ): readonly number[] {
    return this.#rounds.map((round): number => {
      const [a, b] = [round.get(name), round.get(base)];
      return a === undefined || b === undefined ? Number.NaN : combine(value(a), value(b));
    });
  }

  /** All samples, round by round. */
  get data(): unknown {
    return this.#rounds.map((round) => Object.fromEntries(round));
  }

  /** The largest share of a core that others used in any round. */
  get others(): number {
    return Math.max(...this.#rounds.map(maxOthers));
  }

  /** Notes on how the figures were obtained. */
  get notes(): readonly string[] {
    const again = this.repeats === 0 ? '' : `, and ${this.repeats} more that were disturbed and taken again`;
    return [
      `Rounds: ${this.#rounds.length}${again}; others took at most ${Math.round(this.others * 100)} % of a core.`,
      ...[...this.failed].map(([name, error]) => `${name} failed: ${error}.`),
    ];
  }

  #values(name: string, value: (sample: Sample) => number): number[] {
    return this.#rounds.flatMap((round) => {
      const sample = round.get(name);
      return sample === undefined ? [] : [value(sample)];
    });
  }
}

async function roundOf(contenders: readonly Contender[], failed: Map<string, string>): Promise<Round> {
  const round = new Map<string, Sample>();
  for (const { name, take, optional = false } of contenders) {
    try {
      round.set(name, await undisturbed(take));
    } catch (error) {
      if (!optional) throw error;
      failed.set(name, messageOf(error));
    }
  }
  return round;
}

async function undisturbed(take: () => Promise<Window>): Promise<Sample> {
  const start = performance.now();
  const before = othersSeconds(process.pid);
  const window = await take();
  const others = (othersSeconds(process.pid) - before) / ((performance.now() - start) / 1000);
  return { ...window, others: Math.max(0, others) };
}

function maxOthers(round: Round): number {
  return Math.max(0, ...[...round.values()].map(({ others }) => others));
}
