// A row of a table, read where it lies. Filters and columns read a million rows through one object.
import type { FlowSummary } from '../../../src/session/methods/ui-types.ts';
import type { Block } from './block.ts';
import { HAS, type CommonPart } from './common-parts.ts';

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
  #common!: CommonPart;

  look(block: Block, at: number, common: CommonPart): LookedAt {
    this.#block = block;
    this.#at = at;
    this.#common = common;
    return this as unknown as LookedAt;
  }

  get id() {
    return this.#block.ids[this.#at]!;
  }
  get url() {
    return this.#common.origin + this.#block.pathAt(this.#at);
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
    return this.#has(HAS.sentBytes) ? this.#block.sent[this.#at] : this.#common.fields.sentBytes;
  }
  get responseSize() {
    return this.#has(HAS.responseSize) ? this.#block.received[this.#at] : undefined;
  }
  get receivedBytes() {
    return this.#has(HAS.receivedBytes) ? this.#block.received[this.#at] : this.#common.fields.receivedBytes;
  }
  get mark() {
    return this.#block.marks[this.#at]!;
  }
  set mark(mark: number) {
    this.#block.marks[this.#at] = mark;
  }
  get method() {
    return this.#common.fields.method;
  }
  get host() {
    return this.#common.fields.host;
  }
  get state() {
    return this.#common.fields.state;
  }
  get error() {
    return this.#common.fields.error;
  }
  get decrypted() {
    return this.#common.fields.decrypted;
  }
  get app() {
    return this.#common.fields.app;
  }
  get client() {
    return this.#common.fields.client;
  }
  get tags() {
    return this.#common.fields.tags;
  }
  get color() {
    return this.#common.fields.color;
  }
  get comment() {
    return this.#common.fields.comment;
  }
  get repaired() {
    return this.#common.fields.repaired;
  }
  get openedFrom() {
    return this.#common.fields.openedFrom;
  }
  get pinned() {
    return this.#common.fields.pinned;
  }
  get httpVersion() {
    return this.#common.fields.httpVersion;
  }
  get operation() {
    return this.#common.fields.operation;
  }
  get notDecrypted() {
    return this.#common.fields.notDecrypted;
  }
  get notDecryptedCode() {
    return this.#common.fields.notDecryptedCode;
  }
  get status() {
    return this.#common.fields.status;
  }
  get grpcStatus() {
    return this.#common.fields.grpcStatus;
  }
  get applicationError() {
    return this.#common.fields.applicationError;
  }
  get contentType() {
    return this.#common.fields.contentType;
  }

  #has(bit: number): boolean {
    return (this.#common.has & bit) !== 0;
  }
}

/** Returns the summary of a row, as it was before it came into the table. */
export function summaryOf(block: Block, at: number, { fields, origin, has }: CommonPart): FlowSummary {
  return {
    ...fields,
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
