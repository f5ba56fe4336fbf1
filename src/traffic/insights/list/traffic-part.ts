// A part of the traffic list: what is known of its flows, as they were when it was read.
import type { Flow } from '../../../flow/flow.ts';
import type { RangeStamp } from '../../entry-table.ts';
import { knownScans, rememberScans } from '../scan/known-scans.ts';
import type { ScannedMessage } from '../scan/scanned-message.ts';
import type { BodyScanner } from '../scan/body-scanner.ts';
import { collectFlows, collectMessages, passedTo } from '../sections/contract.ts';
import type { FieldReader } from '../sections/security/field-values.ts';
import { FigurePart } from './figure-part.ts';
import { MessagePart } from './message-part.ts';

/** The results of scans of a flow that has ended. */
interface ScannedFlow {
  readonly revision: number;
  readonly messages: readonly Omit<ScannedMessage, 'flow'>[];
}

export interface PartOptions {
  readonly stamp: RangeStamp;
  /** The part as it was read before; undefined for the first time. */
  readonly before: TrafficPart | undefined;
  /** Scans the messages; null where they are not scanned. */
  readonly scanner: BodyScanner | null;
  /** True where more flows may come. */
  readonly isLast: boolean;
  readonly fields: FieldReader;
}

export class TrafficPart {
  readonly figures: FigurePart;
  /** Null where messages were not scanned. */
  readonly messages: MessagePart | null;
  readonly #stamp: RangeStamp;
  /** False when flows go on, their app is being found, or they were not scanned in time: the next look reads again. */
  #isSettled = true;
  /** By the ids of flows, where the part is likely to be read again: then only what is new is scanned. */
  #scanned: ReadonlyMap<number, ScannedFlow> = new Map();

  private constructor({ stamp, scanner, fields }: PartOptions) {
    this.#stamp = stamp;
    this.figures = new FigurePart(fields);
    this.messages = scanner === null ? null : new MessagePart();
  }

  /** Reads the flows of a part. */
  static async of(flows: AsyncIterable<Flow>, options: PartOptions): Promise<TrafficPart> {
    const part = new TrafficPart(options);
    const { scanner, before } = options;
    if (part.messages === null || scanner === null) {
      await collectFlows(part, flows);
      if (before !== undefined) part.#scanned = before.#scanned;
    } else await part.#scan(flows, part.messages, scanner, options);
    return part;
  }

  /** The number of flows. */
  get count(): number {
    return this.#stamp.count;
  }

  /** The number of things that are kept. */
  get size(): number {
    return this.figures.endpoints.size + (this.messages?.size ?? 0);
  }

  /** Returns true when it tells what would be read now. */
  isCurrent({ count, revision }: RangeStamp, needsMessages: boolean): boolean {
    if (!this.#isSettled || (needsMessages && this.messages === null)) return false;
    return this.#stamp.count === count && this.#stamp.revision === revision;
  }

  /** Adds the figures of a flow. */
  add(flow: Flow): void {
    this.figures.add(flow);
    const { state, finished, client } = flow;
    if (state === 'pending' || !finished || !client.isIdentified) this.#isSettled = false;
  }

  async #scan(
    flows: AsyncIterable<Flow>,
    messages: MessagePart,
    scanner: BodyScanner,
    { before, isLast }: PartOptions,
  ): Promise<void> {
    const { timedOut } = scanner;
    const scanned = new Map<number, ScannedFlow>();
    await collectMessages(
      {
        add(message) {
          messages.add(message);
          noteScan(message.flow, scanned);
        },
      },
      passedTo(this, recalled(flows, before)),
      'both',
      scanner,
    );
    if (scanner.timedOut !== timedOut) this.#isSettled = false;
    if (isLast || !this.#isSettled) this.#scanned = scanned;
  }

  /** Returns what scans found in a flow, if it has not changed since. */
  scanOf({ id, revision }: Flow): ScannedFlow['messages'] | null {
    const known = this.#scanned.get(id);
    return known?.revision === revision ? known.messages : null;
  }
}

function noteScan(flow: Flow, scanned: Map<number, ScannedFlow>): void {
  const { id, revision } = flow;
  if (scanned.get(id)?.revision === revision) return;
  const messages = knownScans(flow, 'both');
  if (messages === null) return;
  scanned.set(id, {
    revision,
    messages: messages.map(({ side, isCut, secrets, schema }) => ({ side, isCut, secrets, schema })),
  });
}

/** Yields flows after what scans found in them before is known again: most were made again since. */
async function* recalled(
  flows: AsyncIterable<Flow>,
  before: TrafficPart | undefined,
): AsyncGenerator<Flow, void, undefined> {
  for await (const flow of flows) {
    const messages = before?.scanOf(flow) ?? null;
    if (messages !== null && knownScans(flow, 'both') === null)
      rememberScans(
        flow,
        'both',
        messages.map((message) => ({ ...message, flow })),
      );
    yield flow;
  }
}
