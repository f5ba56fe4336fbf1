// Finds the answer to a request among recorded exchanges: equal requests have their answers one after another.
import type { Flow } from '../flow/flow.ts';
import { nearestRequest } from './match/nearest.ts';
import { isSameRequest } from './match/same-request.ts';
import { recordedSet, type Recorded } from './recorded.ts';
import { withoutSecrets } from './request/without-secrets.ts';
import { canonicalRequest, type CanonicalRequest, type GivenRequest } from './request/canonical.ts';

export class Replay {
  readonly #all: readonly Recorded[];
  readonly #answered: ReadonlySet<string>;
  readonly #ignored: ReadonlySet<string>;
  /** By server. */
  readonly #sites: ReadonlyMap<string, readonly Recorded[]>;

  private constructor(all: readonly Recorded[], answered: ReadonlySet<string>, ignored: ReadonlySet<string>) {
    this.#all = all;
    this.#answered = answered;
    this.#ignored = ignored;
    this.#sites = Map.groupBy(all, ({ request }) => request.site);
  }

  static async of(flows: readonly Flow[], ignored: ReadonlySet<string>): Promise<Replay> {
    const { all, answered } = await recordedSet(flows, ignored);
    return new Replay(all, answered, ignored);
  }

  get all(): readonly Recorded[] {
    return this.#all;
  }

  canonical(given: GivenRequest): CanonicalRequest {
    return canonicalRequest(given, { isAnswered: this.isAnswered, ignored: this.#ignored });
  }

  /** Returns true for a text, such as an id or a time, that a recorded answer gave. */
  readonly isAnswered = (text: string): boolean => this.#answered.has(text);

  /** Returns the exchange whose answer comes next, and counts it; the last one repeats. */
  next(given: GivenRequest, asked: CanonicalRequest): Recorded | null {
    const same = this.#same(given, asked);
    // Where requests differ only in what is not compared, one with the same bytes is meant.
    const equal = same.filter((each) => each.given.body.equals(given.body) && each.given.path === given.path);
    const candidates = equal.length > 0 ? equal : same;
    const found = candidates.find(({ served }) => served === 0) ?? candidates.at(-1) ?? null;
    if (found !== null) found.served += 1;
    return found;
  }

  knows(given: GivenRequest, asked: CanonicalRequest): boolean {
    return this.#same(given, asked).length > 0;
  }

  nearest(asked: CanonicalRequest): Recorded | null {
    return nearestRequest(this.#sites.get(asked.site) ?? [], asked);
  }

  /** Some secrets leave no mark, such as numbers: a request that none equals is compared without its own. */
  #same(given: GivenRequest, asked: CanonicalRequest): readonly Recorded[] {
    const same = this.#equal(asked);
    return same.length > 0 ? same : this.#equal(this.canonical(withoutSecrets(given)));
  }

  #equal(asked: CanonicalRequest): readonly Recorded[] {
    return (this.#sites.get(asked.site) ?? []).filter(({ request }) => isSameRequest(request, asked));
  }
}
