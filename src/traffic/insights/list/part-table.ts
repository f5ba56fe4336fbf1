// The parts of a traffic list, ranges of ids, read again where something changed in them. A part that was evicted is
// dropped, the others stay.
import type { Flow } from '../../../flow/flow.ts';
import type { RangeStamp } from '../../entry-table.ts';
import type { BodyScanner } from '../scan/body-scanner.ts';
import { FieldReader } from '../sections/security/field-values.ts';
import { TrafficPart } from './traffic-part.ts';

/** The list that insights are kept of. */
export interface AnalyzedList {
  selected(isAsked: (id: number) => boolean): AsyncIterable<Flow>;
  between(first: number, end: number): AsyncIterable<Flow>;
  stamps(span: number): ReadonlyMap<number, RangeStamp>;
}

/** The number of endpoints, secrets and shapes of all parts, of about half a kilobyte each. */
const MAX_KEPT = 300_000;

export class PartTable {
  readonly #list: AnalyzedList;
  readonly #span: number;
  readonly #maxKept: number;
  readonly #parts = new Map<number, TrafficPart>();
  readonly #fields = new FieldReader();
  /** Flows up to which the traffic is not too varied to be kept. */
  #maxFlows = Infinity;

  /** `span`: the number of ids in a part. */
  constructor(list: AnalyzedList, span: number, maxKept = MAX_KEPT) {
    this.#list = list;
    this.#span = span;
    this.#maxKept = maxKept;
  }

  /** Returns the parts, in the order of the list. */
  inOrder(): readonly TrafficPart[] {
    return [...this.#parts].sort(([a], [b]) => a - b).map(([, part]) => part);
  }

  /** Returns what tells whether anything changed, of all parts; null where they are too varied to be kept. */
  stamps(): ReadonlyMap<number, RangeStamp> | null {
    const stamps = this.#list.stamps(this.#span);
    let flows = 0;
    for (const { count } of stamps.values()) flows += count;
    if (flows > this.#maxFlows) return null;
    this.#maxFlows = Infinity;
    return stamps;
  }

  /** Drops the parts that are gone, and returns whether there were any. */
  dropGone(stamps: ReadonlyMap<number, RangeStamp>): boolean {
    const gone = [...this.#parts.keys()].filter((number) => !stamps.has(number));
    for (const number of gone) this.#parts.delete(number);
    return gone.length > 0;
  }

  /** Returns the numbers of the parts that have to be read, in the order of the list. */
  stale(stamps: ReadonlyMap<number, RangeStamp>, needsMessages: boolean): readonly number[] {
    return [...stamps]
      .filter(([number, stamp]) => this.#parts.get(number)?.isCurrent(stamp, needsMessages) !== true)
      .map(([number]) => number);
  }

  /** Returns the number of flows in a part as it was read last; 0 for a new one. */
  knownIn(number: number): number {
    return this.#parts.get(number)?.count ?? 0;
  }

  flowsOf(number: number): AsyncIterable<Flow> {
    return this.#list.between(number * this.#span, (number + 1) * this.#span);
  }

  /** Reads a part. Without a scanner, messages are left out. `isOver` returns true when it is not worth going on. */
  async read(
    number: number,
    stamps: ReadonlyMap<number, RangeStamp>,
    scanner: BodyScanner | null,
    isOver: () => boolean = () => false,
  ): Promise<void> {
    const part = await TrafficPart.of(untilOver(this.flowsOf(number), isOver), {
      stamp: stamps.get(number) ?? { count: 0, revision: 0 },
      before: this.#parts.get(number),
      scanner,
      isLast: number === Math.max(...stamps.keys()),
      fields: this.#fields,
    });
    if (!isOver()) this.#parts.set(number, part);
  }

  /** Returns true, and drops all parts until the list is much shorter, when they take too much memory. */
  isTooVaried(): boolean {
    const parts = [...this.#parts.values()];
    if (parts.reduce((sum, { size }) => sum + size, 0) <= this.#maxKept) return false;
    this.#maxFlows = parts.reduce((sum, { count }) => sum + count, 0) / 2;
    this.#parts.clear();
    return true;
  }
}

async function* untilOver(
  flows: AsyncIterable<Flow>,
  isOver: () => boolean,
): AsyncGenerator<Flow, void, undefined> {
  for await (const flow of flows) {
    if (isOver()) return;
    yield flow;
  }
}
