// Passes on what has waited in an intercepting relay: messages as the tool returns them, other items
// unchanged. After a changed message the other side may no longer understand compressed ones, which are then
// passed on decompressed.
import { CONTINUATION, opcodeOf, type Sender } from '../../codec/websocket/frame.ts';
import { writeFrame } from '../../codec/websocket/frame-writer.ts';
import { Inflater, type PartInflater } from '../../codec/websocket/inflater.ts';
import type { WebSocketDirection } from '../../flow/web-socket-log.ts';
import { NOTHING, PART_BYTES, type DataKind, type Fragment, type Item, type Payload } from './held-item.ts';
import { MAX_HELD_BYTES, verdictOn, heldMessage, payloadOf, type Ask } from './held-message.ts';
import { maskFor, messageFrame, type Outlet } from './direction-relay.ts';
import type { MessageRecorder } from './message-recorder.ts';

/** A message is decompressed no further than this only to understand those behind it. */
const MAX_SKIPPED_BYTES = 64 * 1024 * 1024;
const TOO_MUCH = `it is more than ${MAX_SKIPPED_BYTES} bytes`;

export interface HeldOutputOptions {
  readonly sender: Sender;
  readonly direction: WebSocketDirection;
  /** True when a compressed message may refer to those before it. */
  readonly takeover: boolean;
  readonly outlet: Outlet;
  readonly recorder: MessageRecorder;
  readonly ask: Ask;
  /** Called when the other side could not understand anything that follows. */
  readonly onBroken: (reason: string) => void;
}

export class HeldOutput {
  readonly #options: HeldOutputOptions;
  readonly #inflater: Inflater;
  #stopped = false;
  #draining: PromiseWithResolvers<undefined> | null = null;
  /** True when the other side has missed, or not decompressed, bytes that later messages may refer to. */
  #diverged = false;
  /** The reason why compressed messages can no longer be read; null while they can. */
  #lost: string | null = null;
  /** The message that is passed in fragments: its first bytes, and whether a fragment has been written. */
  #firstBytes = NOTHING;
  #begun = false;
  #skipping: PartInflater | null = null;
  #skipped = 0;

  constructor(options: HeldOutputOptions) {
    this.#options = options;
    this.#inflater = new Inflater(options.takeover);
  }

  drained(): void {
    this.#draining?.resolve(undefined);
    this.#draining = null;
  }

  stop(): void {
    this.#stopped = true;
    this.#skipping?.end();
    this.drained();
  }

  /** Passes on an item; resolves when the next one may follow. */
  deliver(item: Item): Promise<void> | undefined {
    const { sender, recorder, outlet } = this.#options;
    switch (item.type) {
      case 'message':
        return this.#deliverMessage(item);
      case 'fragment':
        return item.compressed ? this.#deliverCompressed(item) : this.#deliverFragment(item);
      case 'ready':
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
    const verdict = message === null ? null : await verdictOn(ask, message);
    if (this.#stopped) return;
    const chosen = verdict === null ? payload : payloadOf(verdict);
    const isSame = message === null || (verdict?.kind === kind && chosen.equals(payload));
    if (!isSame && compressed && this.#options.takeover) this.#diverged = true;
    if (isSame && compressed && !this.#diverged)
      await this.#write(messageFrame(sender, kind, item.payload, true));
    else if (isSame || verdict !== null)
      await this.#write(messageFrame(sender, verdict?.kind ?? kind, chosen));
    else return;
    recorder.add(verdict?.kind ?? kind, chosen, chosen.length);
  }

  /**
   * Resolves with the decompressed message; with null when it could not be decompressed, or was too long, and
   * has been passed on.
   */
  async #inflate(item: Payload): Promise<Buffer | null> {
    if (this.#lost !== null) return this.#passUnread(item, this.#lost);
    const small =
      item.payload.length <= PART_BYTES / 4 ? this.#inflater.inflate(item.payload, PART_BYTES * 4) : null;
    if (small?.type === 'inflated') return small.bytes;
    const pieces: Buffer[] = [];
    let size = 0;
    const inflater = this.#inflater.begin();
    const violation = await inflater.write(item.payload, (piece) => {
      size += piece.length;
      pieces.push(piece);
      if (size <= MAX_HELD_BYTES) return undefined;
      if (this.#diverged) return this.#writePieces(item.kind, pieces);
      pieces.length = 0;
      if (size > MAX_SKIPPED_BYTES) inflater.end(TOO_MUCH);
      return undefined;
    });
    inflater.end();
    if (violation !== null) return this.#passUnread(item, this.#lose(violation));
    if (size <= MAX_HELD_BYTES) return Buffer.concat(pieces);
    if (!this.#diverged) return this.#passUnread(item, `${size} bytes, too long to be held`);
    await this.#endPieces(item.kind, size);
    return null;
  }

  /** Passes on a compressed message unchanged. */
  async #passUnread({ kind, payload }: Payload, note: string): Promise<null> {
    const { sender, recorder, onBroken } = this.#options;
    if (this.#diverged) onBroken(note);
    else {
      await this.#write(messageFrame(sender, kind, payload, true));
      recorder.addUnread(kind, payload.length, note);
    }
    return null;
  }

  async #deliverFragment({ kind, payload, last, size }: Fragment): Promise<void> {
    if (!this.#begun) this.#firstBytes = payload;
    await this.#writeFragment(kind, payload, last, false);
    if (last) this.#options.recorder.add(kind, this.#firstBytes, size);
    if (last) this.#firstBytes = NOTHING;
  }

  /**
   * Passes on a part of a compressed message that is too long: unchanged, or decompressed where the other
   * side would not understand it.
   */
  async #deliverCompressed({ kind, payload, last, size }: Fragment): Promise<void> {
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

  /**
   * Decompresses a part, to understand what follows, and to pass it on where the other side cannot decompress
   * it.
   */
  async #skip(kind: DataKind, payload: Buffer): Promise<void> {
    const inflater = (this.#skipping ??= this.#inflater.begin());
    const violation = await inflater.write(payload, (piece) => {
      this.#skipped += piece.length;
      if (this.#diverged) return this.#writePieces(kind, [piece]);
      if (this.#skipped > MAX_SKIPPED_BYTES) inflater.end(TOO_MUCH);
      return undefined;
    });
    if (violation === null) return;
    const note = this.#lose(violation);
    if (this.#diverged) this.#options.onBroken(note);
  }

  #lose(reason: string): string {
    const note = `not decompressed: ${reason}`;
    if (this.#options.takeover) this.#lost ??= note;
    return note;
  }

  /** Writes decompressed pieces as fragments, and removes them from the list. */
  #writePieces(kind: DataKind, pieces: Buffer[]): Promise<void> | undefined {
    const all = pieces.splice(0);
    if (!this.#begun) this.#firstBytes = Buffer.concat(all);
    // Written together, because more of them may arrive before the other side takes these.
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

  /** Writes bytes; resolves when more may be written. */
  #write(bytes: Buffer): Promise<void> | undefined {
    if (this.#stopped || this.#options.outlet.write(bytes)) return undefined;
    this.#draining ??= Promise.withResolvers<undefined>();
    return this.#draining.promise;
  }
}
