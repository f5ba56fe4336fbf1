// Collects what is written to a session file together.
import type { Transferable } from 'node:worker_threads';
import type { BodyCapture } from '../../flow/body-capture.ts';
import { Flow } from '../../flow/flow.ts';
import type { HeldFlow } from '../../flow/packed-flows.ts';
import { ByteWriter } from '../../flow/record/byte-writer.ts';
import { encodeFlow, isShared } from '../../flow/record/encode.ts';
import { BODIES, type BodyName } from '../../flow/record/layout.ts';
import { CHECKSUM_BYTES } from './checksum.ts';
import type { SessionBatch, SessionChange } from './messages.ts';

/** A batch is sent when it has so many bytes. */
const BATCH_BYTES = 1024 * 1024;
/** Larger bodies are kept beside the record, in pieces. */
const MAX_INLINE_BYTES = 128 * 1024;

/** True for a body that is kept beside its record. */
export function isLarge(body: BodyCapture): boolean {
  return body.size - body.omitted > MAX_INLINE_BYTES;
}

/** Returns the bodies of a flow that are kept beside its record. */
export function largeBodies(flow: Flow): readonly { readonly name: BodyName; readonly body: BodyCapture }[] {
  return BODIES.flatMap((name) => {
    const body = flow[name]?.body;
    return body !== undefined && isLarge(body) && !isShared(flow, name) ? [{ name, body }] : [];
  });
}

/** Records of flows, back to back. */
export class RecordBatch {
  readonly #out = new ByteWriter(2 * BATCH_BYTES);
  #ids: number[] = [];
  #ends: number[] = [];
  /** Memory that the thread is done with. Allocating it for each batch would make the garbage collector run. */
  #spare: ArrayBuffer | null = null;

  get isFull(): boolean {
    return this.#out.length >= BATCH_BYTES;
  }

  /** Adds a flow, as the exchange `id` of the file. */
  add(held: HeldFlow, id = held.id): void {
    if (held instanceof Flow) {
      this.#out.octets(held.octetPath);
      encodeFlow(this.#out, held, isLarge);
    } else held.copyTo(this.#out);
    this.#out.skip(CHECKSUM_BYTES);
    this.#ids.push(id);
    this.#ends.push(this.#out.length);
  }

  /** Gives back the memory of an earlier batch. */
  reuse(memory: ArrayBuffer | null): void {
    this.#spare ??= memory;
  }

  /** Returns the change that writes the flows that were added; null without any. It is empty then. */
  take(): SessionChange | null {
    if (this.#ids.length === 0) return null;
    const change: SessionChange = {
      type: 'records',
      bytes: this.#out.take(this.#spare),
      ids: Float64Array.from(this.#ids),
      ends: Float64Array.from(this.#ends),
    };
    this.#spare = null;
    this.#ids = [];
    this.#ends = [];
    return change;
  }
}

/** Returns the memory of a batch, which is moved to the thread. */
export function memoryOf(batch: SessionBatch): readonly Transferable[] {
  return batch.flatMap((change) => {
    if (change.type === 'records') return [change.bytes.buffer, change.ids.buffer, change.ends.buffer];
    return change.type === 'body' ? [change.bytes.buffer] : [];
  });
}
