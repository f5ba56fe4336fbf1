// A row of a table, read where it lies. Filters and columns read a million rows through one object.
import type { FlowSummary } from '../../../src/session/methods/ui-types.ts';
import type { Block } from './block.ts';
import { HAS, type Shape } from './shapes.ts';

/** The summary of a row, which is another row's at the next look: nobody keeps it. */
export type LookedAt = FlowSummary & {
  /** Epoch milliseconds. */
  readonly startMs: number;
  /** A small number of whoever observes the rows. */
  mark: number;
};

export class Row implements Record<keyof LookedAt, unknown> {
  #block!: Block;
  #at = 0;
  #shape!: Shape;

  look(block: Block, at: number, shape: Shape): LookedAt {
    this.#block = block;
    this.#at = at;
    this.#shape = shape;
    return this as unknown as LookedAt;
  }

  get id() {
    return this.#block.ids[this.#at]!;
  }
  get url() {
    return this.#shape.origin + this.#block.pathAt(this.#at);
  }
  get startMs() {
    return this.#block.startedAt[this.#at]!;
  }
  get startedAt() {
    return new Date(this.startMs).toISOString();
  }
  get durationMs() {
    return this.#has(HAS.duration) ? this.#block.durations[this.#at] : undefined;
  }
  get requestSize() {
    return this.#has(HAS.requestSize) ? this.#block.sent[this.#at] : undefined;
  }
  get sentBytes() {
    return this.#has(HAS.sentBytes) ? this.#block.sent[this.#at] : this.#shape.common.sentBytes;
  }
  get responseSize() {
    return this.#has(HAS.responseSize) ? this.#block.received[this.#at] : undefined;
  }
  get receivedBytes() {
    return this.#has(HAS.receivedBytes) ? this.#block.received[this.#at] : this.#shape.common.receivedBytes;
  }
  get mark() {
    return this.#block.marks[this.#at]!;
  }
  set mark(mark: number) {
    this.#block.marks[this.#at] = mark;
  }
  get method() {
    return this.#shape.common.method;
  }
  get host() {
    return this.#shape.common.host;
  }
  get state() {
    return this.#shape.common.state;
  }
  get error() {
    return this.#shape.common.error;
  }
  get decrypted() {
    return this.#shape.common.decrypted;
  }
  get app() {
    return this.#shape.common.app;
  }
  get client() {
    return this.#shape.common.client;
  }
  get tags() {
    return this.#shape.common.tags;
  }
  get color() {
    return this.#shape.common.color;
  }
  get comment() {
    return this.#shape.common.comment;
  }
  get repaired() {
    return this.#shape.common.repaired;
  }
  get openedFrom() {
    return this.#shape.common.openedFrom;
  }
  get pinned() {
    return this.#shape.common.pinned;
  }
  get httpVersion() {
    return this.#shape.common.httpVersion;
  }
  get operation() {
    return this.#shape.common.operation;
  }
  get notDecrypted() {
    return this.#shape.common.notDecrypted;
  }
  get notDecryptedCode() {
    return this.#shape.common.notDecryptedCode;
  }
  get status() {
    return this.#shape.common.status;
  }
  get grpcStatus() {
    return this.#shape.common.grpcStatus;
  }
  get applicationError() {
    return this.#shape.common.applicationError;
  }
  get contentType() {
    return this.#shape.common.contentType;
  }

  #has(bit: number): boolean {
    return (this.#shape.has & bit) !== 0;
  }
}

/** Returns the summary of a row, as it was before it came into the table. */
export function summaryOf(block: Block, at: number, { common, origin, has }: Shape): FlowSummary {
  return {
    ...common,
    id: block.ids[at]!,
    url: origin + block.pathAt(at),
    startedAt: new Date(block.startedAt[at]!).toISOString(),
    ...((has & HAS.duration) !== 0 && { durationMs: block.durations[at]! }),
    ...((has & HAS.requestSize) !== 0 && { requestSize: block.sent[at]! }),
    ...((has & HAS.sentBytes) !== 0 && { sentBytes: block.sent[at]! }),
    ...((has & HAS.responseSize) !== 0 && { responseSize: block.received[at]! }),
    ...((has & HAS.receivedBytes) !== 0 && { receivedBytes: block.received[at]! }),
  };
}
