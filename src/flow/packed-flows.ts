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

/** A flow in memory: as it is, or as a record. */
export type HeldFlow = Flow | PackedFlow;

/** Returns the flow, which is made of its record where that is what is held. */
export function flowOf(held: HeldFlow): Flow {
  return held instanceof PackedFlow ? held.flow() : held;
}

/** Notes that a list has it from now on. */
export function enterList(held: HeldFlow): void {
  if (held instanceof PackedFlow) held.hold();
  else held.enterList();
}

/** Notes that a list dropped it. With the last one its memory is free. */
export function leaveList(held: HeldFlow): void {
  if (held instanceof PackedFlow) held.free();
  else held.leaveList();
}

/** A flow that is a record. Whoever uses it holds it. */
export class PackedFlow {
  readonly id: number;
  revision: number;
  readonly client: Client;
  readonly #packer: FlowPacker;
  readonly #slab: Slab;
  readonly #start: number;
  readonly #recordStart: number;
  readonly #end: number;
  #holders = 1;
  /** A flow that was made of it, as long as somebody has that. */
  #made: WeakRef<Flow> | null = null;

  /** Appends the path of a flow and its record to a slab. */
  constructor(flow: Flow, packer: FlowPacker, slab: Slab) {
    const { bytes } = slab;
    this.id = flow.id;
    this.revision = flow.revision;
    this.client = flow.client;
    this.#packer = packer;
    this.#slab = slab;
    this.#start = bytes.length;
    bytes.octets(flow.octetPath);
    this.#recordStart = bytes.length;
    encodeFlow(bytes, flow);
    this.#end = bytes.length;
    slab.records += 1;
  }

  /** Makes a flow of it; whoever asks while another one has it gets the same. */
  flow(): Flow {
    const known = this.#made?.deref();
    if (known !== undefined) return known;
    const { id, client } = this;
    const record = this.#slab.bytes.written(this.#recordStart, this.#end);
    const flow = decodeFlow(record, id, { captures: this.#packer.captures, client });
    flow.revision = this.revision;
    this.#made = new WeakRef(flow);
    return flow;
  }

  /** Appends the path, as `ByteWriter.octets` does, and the record. */
  copyTo(out: ByteWriter): void {
    out.bytes(this.#slab.bytes.written(this.#start, this.#end));
  }

  hold(): void {
    this.#holders += 1;
  }

  /** Gives it up; with the last holder its memory is used again. */
  free(): void {
    this.#holders -= 1;
    if (this.#holders > 0) return;
    this.#slab.records -= 1;
    this.#packer.reuse(this.#slab);
  }
}

export class FlowPacker {
  readonly captures: CaptureBudget;
  readonly #spare: Slab[] = [];
  #slab: Slab = newSlab();

  constructor(captures: CaptureBudget) {
    this.captures = captures;
  }

  /** Returns a flow that nothing changes any more as a record; null when it is better left as it is. */
  pack(flow: Flow): PackedFlow | null {
    if (!isPackable(flow)) return null;
    if (this.#slab.bytes.length > SLAB_BYTES - ROOM_BYTES) {
      const full = this.#slab;
      this.#slab = this.#spare.pop() ?? newSlab();
      this.reuse(full);
    }
    return new PackedFlow(flow, this, this.#slab);
  }

  /** Keeps a slab for later records when all of its own are gone. */
  reuse(slab: Slab): void {
    if (slab.records > 0 || slab === this.#slab || this.#spare.length >= MAX_SPARE) return;
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
