// Finished exchanges as records in memory outside of the JavaScript heap: the garbage collector copies and marks
// thousands of objects for the flows of a list, and one for a record.
import { encodeFlow } from './record/encode.ts';
import { ByteWriter } from './record/byte-writer.ts';
import { decodeFlow } from './record/decode.ts';
import type { CaptureBudget } from './capture-budget.ts';
import type { Client } from './client.ts';
import type { Flow } from './flow.ts';
import type { Message } from './message.ts';

/** Flows with larger bodies stay as they are: their memory is that of the bodies, which the budget moves to a file. */
const MAX_BODY_BYTES = 4 * 1024;
/** Larger heads would leave too much of a slab empty. */
const MAX_HEAD_CHARS = 16 * 1024;
const SLAB_BYTES = 256 * 1024;
/** A slab with less room than this is full: few records are larger. */
const ROOM_BYTES = 8 * 1024;
/** Slabs without records that are kept for the next ones. */
const MAX_SPARE = 4;

/** Memory for records, one after another; its bytes are used again when all of its records are gone. */
interface Slab {
  readonly bytes: ByteWriter;
  records: number;
}

/** A flow that is a record. */
export class PackedFlow {
  readonly id: number;
  readonly revision: number;
  readonly client: Client;
  readonly slab: Slab;
  readonly start: number;
  readonly end: number;
  /** A flow that was made of it, as long as somebody holds that. */
  made: WeakRef<Flow> | null = null;

  constructor({ id, revision, client }: Flow, slab: Slab, start: number) {
    this.id = id;
    this.revision = revision;
    this.client = client;
    this.slab = slab;
    this.start = start;
    this.end = slab.bytes.length;
  }
}

export class FlowPacker {
  readonly #captures: CaptureBudget;
  readonly #spare: Slab[] = [];
  #slab: Slab = newSlab();

  constructor(captures: CaptureBudget) {
    this.#captures = captures;
  }

  /** Returns the record of a flow that nothing changes any more; null when it is better left as it is. */
  pack(flow: Flow): PackedFlow | null {
    if (!isPackable(flow)) return null;
    if (this.#slab.bytes.length > SLAB_BYTES - ROOM_BYTES) this.#turnOver();
    const slab = this.#slab;
    const start = slab.bytes.length;
    encodeFlow(slab.bytes, flow);
    slab.records += 1;
    return new PackedFlow(flow, slab, start);
  }

  /** Makes a flow of its record; whoever asks while another one holds it gets the same. */
  unpack(packed: PackedFlow): Flow {
    const known = packed.made?.deref();
    if (known !== undefined) return known;
    const { id, revision, client, slab, start, end } = packed;
    const flow = decodeFlow(slab.bytes.written(start, end), id, { captures: this.#captures, client });
    flow.revision = revision;
    packed.made = new WeakRef(flow);
    return flow;
  }

  /** Gives up the memory of a record. */
  free({ slab }: PackedFlow): void {
    slab.records -= 1;
    if (slab !== this.#slab) this.#reuse(slab);
  }

  #turnOver(): void {
    const full = this.#slab;
    this.#slab = this.#spare.pop() ?? newSlab();
    this.#reuse(full);
  }

  #reuse(slab: Slab): void {
    if (slab.records > 0 || this.#spare.length >= MAX_SPARE) return;
    slab.bytes.clear();
    this.#spare.push(slab);
  }
}

function newSlab(): Slab {
  return { bytes: new ByteWriter(SLAB_BYTES), records: 0 };
}

function isPackable(flow: Flow): boolean {
  const { state, client, webSocket, serverSentEvents } = flow;
  if (state !== 'completed' || !client.isIdentified) return false;
  if (webSocket !== null || serverSentEvents !== null) return false;
  return (
    isSmall(flow.request) &&
    isSmall(flow.response) &&
    isSmall(flow.originalRequest) &&
    isSmall(flow.originalResponse)
  );
}

function isSmall(message: Message | null): boolean {
  if (message === null) return true;
  if (message.head.length > MAX_HEAD_CHARS) return false;
  return message.bodySize === 0 || (message.body.loss === null && message.capturedSize <= MAX_BODY_BYTES);
}
