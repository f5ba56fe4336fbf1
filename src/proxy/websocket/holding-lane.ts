// Each message is held until a tool has seen it, and goes on in a frame of its own. Messages that are too long to be
// held pass in fragments. Order is kept; while much waits, the side it comes from is paused.
import { messageOf } from '../../base/errors.ts';
import { CONTINUATION, opcodeOf, type Sender } from '../../codec/websocket/frame.ts';
import { writeFrame } from '../../codec/websocket/frame-writer.ts';
import { Inflater, type PartInflater } from '../../codec/websocket/inflater.ts';
import { MessageReader, type ReadMessage } from '../../codec/websocket/message-reader.ts';
import type { WebSocketDirection } from '../../flow/web-socket-log.ts';
import { answerTo, heldMessage, payloadOf, type Ask } from './held-message.ts';
import {
  maskFor,
  messageFrame,
  MOST_INJECTED_BYTES,
  weightOf,
  type Injected,
  type Inlet,
  type Lane,
  type Outlet,
} from './lane.ts';
import type { Recorder } from './recorder.ts';

/** Most bytes of a message that is held, as it travels and decompressed. */
const MOST_HELD_BYTES = 16 * 1024 * 1024;
/** Bytes that wait for the tool before the sender is paused. */
const MOST_WAITING_BYTES = 1024 * 1024;
/** What an item that waits takes besides its bytes. */
const ITEM_BYTES = 256;
const PART_BYTES = 64 * 1024;
/** A message is not decompressed past this only to understand those behind it. */
const MOST_SKIPPED_BYTES = 64 * 1024 * 1024;
const TOO_MUCH = `it is more than ${MOST_SKIPPED_BYTES} bytes`;
const NOTHING: Buffer = Buffer.alloc(0);

type DataKind = 'text' | 'binary';

interface Payload {
  readonly kind: DataKind;
  readonly compressed: boolean;
  readonly payload: Buffer;
}

type Item =
  /** A whole message that the tool is asked about. */
  | ({ readonly type: 'message' } & Payload)
  /** A part of a message that is too long for that; `size` of the whole, so far. */
  | ({ readonly type: 'fragment'; readonly last: boolean; readonly size: number } & Payload)
  /** A control frame, or a message that was put in, which then has a weight. */
  | ({ readonly type: 'ready'; readonly weight: number } & Injected)
  /** What cannot be read. */
  | { readonly type: 'raw'; readonly payload: Buffer }
  | { readonly type: 'end'; readonly payload: Buffer };

export interface HoldingLaneOptions {
  readonly sender: Sender;
  readonly direction: WebSocketDirection;
  readonly compresses: boolean;
  /** Whether a compressed message may refer to those before it. */
  readonly takeover: boolean;
  readonly inlet: Inlet;
  readonly outlet: Outlet;
  readonly recorder: Recorder;
  readonly ask: Ask;
  /** Told why messages are no longer read. */
  readonly onFault: (reason: string) => void;
  /** Told when nothing that follows could be understood on the other side. */
  readonly onBroken: (reason: string) => void;
}

export class HoldingLane implements Lane {
  closing = false;
  readonly #options: HoldingLaneOptions;
  readonly #reader: MessageReader;
  readonly #inflater: Inflater;
  #queue: Item[] = [];
  #waiting = 0;
  #running = false;
  #paused = false;
  #stopped = false;
  /** Whether what comes cannot be read any more. */
  #isBlind = false;
  readonly #done: (() => void)[] = [];
  #draining: PromiseWithResolvers<undefined> | null = null;
  /** Of the message that arrives: what is held, or, once it is too long, nothing. */
  #held: Buffer[] = [];
  #arrived = 0;
  #passing = false;
  #injected: Injected[] = [];
  #injectedBytes = 0;
  /** Whether the other side has missed or not decompressed what messages to come may refer to. */
  #diverged = false;
  /** Why compressed messages can no longer be read. */
  #lost: string | null = null;
  /** Of the message that goes on in fragments: its first bytes, and whether a fragment has been written. */
  #firstBytes = NOTHING;
  #begun = false;
  #skipping: PartInflater | null = null;
  #skipped = 0;

  constructor(options: HoldingLaneOptions) {
    const { sender, compresses, takeover } = options;
    this.#options = options;
    this.#reader = new MessageReader({ sender, compresses, keep: 0, parts: 'all', partBytes: PART_BYTES });
    this.#inflater = new Inflater(takeover);
  }

  bytes(bytes: Buffer): void {
    if (this.#isBlind) {
      this.#enqueue({ type: 'raw', payload: bytes });
      return;
    }
    let at = 0;
    while (at < bytes.length) at = this.#read(bytes, at);
  }

  ended(): void {
    this.#flushRest();
    this.#enqueue({ type: 'end', payload: NOTHING });
  }

  drained(): void {
    this.#draining?.resolve(undefined);
    this.#draining = null;
  }

  inject(message: Injected): boolean {
    const size = weightOf(message);
    if (this.#isBlind || this.closing || this.#stopped) return false;
    if (this.#options.outlet.waiting() + this.#injectedBytes + size > MOST_INJECTED_BYTES) return false;
    this.#injected.push(message);
    this.#injectedBytes += size;
    if (!this.#passing) this.#enqueueInjected();
    return true;
  }

  whenDone(done: () => void): void {
    if (this.#running) this.#done.push(done);
    else done();
  }

  stop(): void {
    this.#stopped = true;
    this.#queue = [];
    this.#skipping?.end();
    this.drained();
  }

  /** Returns where what was read, or needs no reading any more, ends. */
  #read(bytes: Buffer, from: number): number {
    const reader = this.#reader;
    const at = reader.read(bytes, from);
    if (reader.message !== null) this.#arrive(reader.message);
    else if (reader.part !== null) this.#part(reader.part);
    if (reader.fault === null) return at;
    this.#giveUp(reader.fault.reason, bytes.subarray(at));
    return bytes.length;
  }

  #arrive({ kind, compressed, payload, size }: ReadMessage): void {
    if (kind !== 'text' && kind !== 'binary') {
      this.#enqueue({ type: 'ready', weight: 0, kind, payload });
      if (kind === 'close') this.closing = true;
      return;
    }
    if (this.#passing) this.#enqueue({ type: 'fragment', kind, compressed, payload, last: true, size });
    else {
      const whole = this.#held.length === 0 ? payload : Buffer.concat([...this.#held, payload]);
      this.#enqueue({ type: 'message', kind, compressed, payload: whole });
    }
    this.#held = [];
    this.#arrived = 0;
    this.#passing = false;
    this.#enqueueInjected();
  }

  #part(part: Buffer): void {
    this.#arrived += part.length;
    this.#held.push(part);
    if (this.#passing || this.#arrived > MOST_HELD_BYTES) this.#flushPart();
  }

  /** The end of the message in progress will not come, or not be understood. */
  #flushRest(): void {
    // Behind a close it could not go on.
    if (!this.#reader.inMessage || this.closing) return;
    this.#held.push(this.#reader.takeRest());
    this.#flushPart();
  }

  /** Lets what is held of a message that is too long go on. */
  #flushPart(): void {
    const { kind, compressed } = this.#reader;
    if (kind !== 'text' && kind !== 'binary') return;
    const payload = Buffer.concat(this.#held);
    this.#held = [];
    this.#passing = true;
    this.#enqueue({ type: 'fragment', kind, compressed, payload, last: false, size: this.#arrived });
  }

  /** What breaks the rules passes as it came: it is for the other side to judge. */
  #giveUp(reason: string, rest: Buffer): void {
    this.#isBlind = true;
    this.#flushRest();
    this.#options.onFault(reason);
    const { rejected } = this.#reader;
    const payload = rejected === null ? rest : Buffer.concat([rejected, rest]);
    if (payload.length > 0) this.#enqueue({ type: 'raw', payload });
  }

  #enqueueInjected(): void {
    const messages = this.#injected;
    this.#injected = [];
    for (const message of messages) {
      if (message.kind === 'close') this.closing = true;
      this.#enqueue({ type: 'ready', weight: weightOf(message), ...message });
    }
  }

  #enqueue(item: Item): void {
    if (this.#stopped) return;
    this.#queue.push(item);
    this.#waiting += item.payload.length + ITEM_BYTES;
    if (this.#waiting > MOST_WAITING_BYTES && !this.#paused) {
      this.#paused = true;
      this.#options.inlet.pause();
    }
    if (this.#running) return;
    this.#run().catch((error: unknown) => this.#options.onBroken(messageOf(error)));
  }

  async #run(): Promise<void> {
    this.#running = true;
    for (let item = this.#queue.shift(); item !== undefined; item = this.#queue.shift()) {
      await this.#deliver(item);
      this.#waiting -= item.payload.length + ITEM_BYTES;
      if (this.#paused && this.#waiting < MOST_WAITING_BYTES / 2) {
        this.#paused = false;
        this.#options.inlet.resume();
      }
    }
    this.#running = false;
    for (const done of this.#done.splice(0)) done();
  }

  #deliver(item: Item): Promise<void> | undefined {
    const { sender, recorder, outlet } = this.#options;
    switch (item.type) {
      case 'message':
        return this.#deliverMessage(item);
      case 'fragment':
        return item.compressed ? this.#deliverCompressed(item) : this.#deliverFragment(item);
      case 'ready':
        this.#injectedBytes -= item.weight;
        recorder.add(item.kind, item.payload, item.payload.length);
        return this.#write(messageFrame(sender, item.kind, item.payload));
      case 'raw':
        return this.#write(item.payload);
      case 'end':
        outlet.end();
        return undefined;
    }
  }

  async #deliverMessage(item: Payload): Promise<void> {
    const { direction, ask, sender, recorder } = this.#options;
    const { kind, compressed } = item;
    const payload = compressed ? await this.#inflate(item) : item.payload;
    if (payload === null) return;
    const message = heldMessage(direction, kind, payload);
    const answer = message === null ? null : await answerTo(ask, message);
    if (this.#stopped) return;
    const chosen = answer === null ? payload : payloadOf(answer);
    const isSame = message === null || (answer?.kind === kind && chosen.equals(payload));
    if (!isSame && compressed && this.#options.takeover) this.#diverged = true;
    if (isSame && compressed && !this.#diverged)
      await this.#write(messageFrame(sender, kind, item.payload, true));
    else if (isSame || answer !== null) await this.#write(messageFrame(sender, answer?.kind ?? kind, chosen));
    else return;
    recorder.add(answer?.kind ?? kind, chosen, chosen.length);
  }

  /** The message decompressed; null when it could not be, or was too long, and has gone on. */
  async #inflate(item: Payload): Promise<Buffer | null> {
    if (this.#lost !== null) return this.#passUnread(item, this.#lost);
    const small =
      item.payload.length <= PART_BYTES / 4 ? this.#inflater.inflate(item.payload, PART_BYTES * 4) : null;
    if (small?.type === 'inflated') return small.bytes;
    const kept: Buffer[] = [];
    let size = 0;
    const inflater = this.#inflater.begin();
    const fault = await inflater.write(item.payload, (piece) => {
      size += piece.length;
      kept.push(piece);
      if (size <= MOST_HELD_BYTES) return undefined;
      if (this.#diverged) return this.#writePieces(item.kind, kept);
      kept.length = 0;
      if (size > MOST_SKIPPED_BYTES) inflater.end(TOO_MUCH);
      return undefined;
    });
    inflater.end();
    if (fault !== null) return this.#passUnread(item, this.#lose(fault));
    if (size <= MOST_HELD_BYTES) return Buffer.concat(kept);
    if (!this.#diverged) return this.#passUnread(item, `${size} bytes, too long to be held`);
    await this.#endPieces(item.kind, size);
    return null;
  }

  /** Lets a compressed message go on as it came. */
  async #passUnread({ kind, payload }: Payload, note: string): Promise<null> {
    const { sender, recorder, onBroken } = this.#options;
    if (this.#diverged) onBroken(note);
    else {
      await this.#write(messageFrame(sender, kind, payload, true));
      recorder.addUnread(kind, payload.length, note);
    }
    return null;
  }

  async #deliverFragment({ kind, payload, last, size }: Item & { type: 'fragment' }): Promise<void> {
    if (!this.#begun) this.#firstBytes = payload;
    await this.#writeFragment(kind, payload, last, false);
    if (last) this.#options.recorder.add(kind, this.#firstBytes, size);
    if (last) this.#firstBytes = NOTHING;
  }

  /** A part of a compressed message that is too long: passed as it is, or, where it would not be understood, decompressed. */
  async #deliverCompressed({ kind, payload, last, size }: Item & { type: 'fragment' }): Promise<void> {
    const { takeover, onBroken, recorder } = this.#options;
    if (this.#diverged && this.#lost !== null) {
      onBroken(this.#lost);
      return;
    }
    if (!this.#diverged) await this.#writeFragment(kind, payload, last, true);
    if (takeover && this.#lost === null) await this.#skip(kind, payload);
    if (!last) return;
    this.#skipping?.end();
    this.#skipping = null;
    if (this.#diverged) await this.#endPieces(kind, this.#skipped);
    else recorder.addUnread(kind, size, `${size} compressed bytes, too long to be held`);
    this.#skipped = 0;
  }

  /** Decompresses a part, to understand what follows, and to pass it on where the other side cannot do so itself. */
  async #skip(kind: DataKind, payload: Buffer): Promise<void> {
    const inflater = (this.#skipping ??= this.#inflater.begin());
    const fault = await inflater.write(payload, (piece) => {
      this.#skipped += piece.length;
      if (this.#diverged) return this.#writePieces(kind, [piece]);
      if (this.#skipped > MOST_SKIPPED_BYTES) inflater.end(TOO_MUCH);
      return undefined;
    });
    if (fault === null) return;
    const note = this.#lose(fault);
    if (this.#diverged) this.#options.onBroken(note);
  }

  #lose(reason: string): string {
    const note = `not decompressed: ${reason}`;
    if (this.#options.takeover) this.#lost ??= note;
    return note;
  }

  /** Writes decompressed pieces as fragments, taking them out of the list. */
  #writePieces(kind: DataKind, pieces: Buffer[]): Promise<void> | undefined {
    const all = pieces.splice(0);
    if (!this.#begun) this.#firstBytes = Buffer.concat(all);
    // All at once, since more of them may come before the other side has taken these.
    let taken: Promise<void> | undefined;
    for (const piece of all) taken = this.#writeFragment(kind, piece, false, false) ?? taken;
    return taken;
  }

  async #endPieces(kind: DataKind, size: number): Promise<void> {
    await this.#writeFragment(kind, NOTHING, true, false);
    this.#options.recorder.add(kind, this.#firstBytes, size);
    this.#firstBytes = NOTHING;
  }

  #writeFragment(
    kind: DataKind,
    payload: Buffer,
    fin: boolean,
    compressed: boolean,
  ): Promise<void> | undefined {
    const opcode = this.#begun ? CONTINUATION : opcodeOf(kind);
    const rsv1 = compressed && !this.#begun;
    this.#begun = !fin;
    return this.#write(writeFrame(opcode, payload, { fin, rsv1, key: maskFor(this.#options.sender) }));
  }

  /** Resolves when more may be written. */
  #write(bytes: Buffer): Promise<void> | undefined {
    if (this.#stopped || this.#options.outlet.write(bytes)) return undefined;
    this.#draining ??= Promise.withResolvers<undefined>();
    return this.#draining.promise;
  }
}
