// Records the messages of a WebSocket in its flow. Small compressed messages are inflated at once; larger
// ones, and those behind them, in the background and in order, so that no frame waits for it.
import { messageOf } from '../../base/errors.ts';
import { Inflater, type PartInflater } from '../../codec/websocket/inflater.ts';
import type { MessageKind } from '../../codec/websocket/frame.ts';
import { MAX_ENTRY_BYTES } from '../../flow/bounded-log.ts';
import type { LoggedMessage, WebSocketDirection, WebSocketLog } from '../../flow/web-socket-log.ts';

/** Compressed messages up to this size are inflated at once. */
const AT_ONCE_BYTES = 16 * 1024;
const AT_ONCE_INFLATED_BYTES = 256 * 1024;
/** Maximum bytes that wait to be inflated, so that fast senders cannot fill the memory. */
const MAX_WAITING_BYTES = 4 * 1024 * 1024;
/** Memory of a waiting part besides its bytes. */
const PART_BYTES = 1024;
/** Maximum size to which one message is inflated: more is an attack. */
const MAX_INFLATED_BYTES = 64 * 1024 * 1024;
const NOTHING = Buffer.alloc(0);

export interface MessageRecorderOptions {
  readonly direction: WebSocketDirection;
  readonly log: WebSocketLog;
  /** Called when the log has changed. */
  readonly changed: () => void;
  /** Maximum bytes kept of a message. */
  readonly keep: number;
  /** True when compressed messages may refer to those before them. */
  readonly takeover: boolean;
}

/** The messages of one direction. */
export class MessageRecorder {
  readonly keep: number;
  readonly #options: MessageRecorderOptions;
  readonly #inflater: Inflater;
  /** The reason why compressed messages can no longer be read; null while they can. */
  #lost: string | null = null;
  #waiting = 0;
  #work: Promise<void> = Promise.resolve();
  /** The compressed message that is arriving. */
  #current: Arriving | null = null;

  constructor(options: MessageRecorderOptions) {
    this.#options = options;
    this.keep = Math.min(options.keep, MAX_ENTRY_BYTES);
    this.#inflater = new Inflater(options.takeover);
  }

  /** Resolves when everything recorded so far has been inflated. */
  settled(): Promise<void> {
    return this.#work;
  }

  /** Adds a message that is not compressed, or no longer: its first bytes, and its whole size. */
  add(kind: MessageKind, bytes: Buffer, size: number): void {
    this.#log(kind, bytes.length > this.keep ? Buffer.from(bytes.subarray(0, this.keep)) : bytes, size);
  }

  /** Adds a message of which only kind and size are known. */
  addUnread(kind: MessageKind, size: number, note: string): void {
    this.#log(kind, NOTHING, size).note = note;
  }

  /** Adds compressed bytes of a message, in order; `last` when nothing of it follows. */
  addCompressed(kind: MessageKind, bytes: Buffer, last: boolean): void {
    const isWhole = this.#current === null && last;
    if (isWhole && this.#lost === null && this.#waiting === 0 && bytes.length <= AT_ONCE_BYTES) {
      const inflated = this.#inflater.inflate(bytes, AT_ONCE_INFLATED_BYTES);
      if (inflated.type === 'inflated') this.add(kind, inflated.bytes, inflated.bytes.length);
      if (inflated.type === 'corrupt') this.addUnread(kind, bytes.length, this.#lose(inflated.reason));
      if (inflated.type !== 'large') return;
    }
    this.#later(kind, bytes, last);
  }

  #later(kind: MessageKind, bytes: Buffer, last: boolean): void {
    const arriving = (this.#current ??= this.#arriving(kind));
    if (last) this.#current = null;
    arriving.compressed += bytes.length;
    const cost = bytes.length + PART_BYTES;
    if (arriving.violation === null && this.#waiting + cost > MAX_WAITING_BYTES)
      this.#fail(arriving, 'messages come faster than they can be decompressed');
    const piece = arriving.violation === null ? bytes : NOTHING;
    this.#waiting += cost;
    this.#work = this.#work
      .then(() => this.#inflate(arriving, piece, last))
      .catch((error: unknown) => this.#fail(arriving, messageOf(error)))
      .finally(() => (this.#waiting -= cost));
  }

  #arriving(kind: MessageKind): Arriving {
    return {
      entry: this.#log(kind, NOTHING, 0),
      inflater: this.#inflater.begin(),
      keptPieces: [],
      room: this.keep,
      inflated: 0,
      compressed: 0,
      violation: this.#lost,
    };
  }

  async #inflate(arriving: Arriving, bytes: Buffer, last: boolean): Promise<void> {
    arriving.violation ??= this.#lost;
    if (arriving.violation === null) {
      const violation = await arriving.inflater.write(bytes, (piece) => {
        this.#take(arriving, piece);
        return undefined;
      });
      if (violation !== null) this.#fail(arriving, violation);
    }
    if (last) this.#complete(arriving);
  }

  #take(arriving: Arriving, piece: Buffer): void {
    arriving.inflated += piece.length;
    if (arriving.room > 0) arriving.keptPieces.push(piece.subarray(0, arriving.room));
    arriving.room -= piece.length;
    if (arriving.inflated <= MAX_INFLATED_BYTES) return;
    arriving.inflater.end(`it is more than ${MAX_INFLATED_BYTES} bytes`);
  }

  #complete({ entry, inflater, keptPieces, inflated, compressed, violation }: Arriving): void {
    inflater.end();
    entry.note = violation;
    if (violation === null) this.#options.log.fill(entry, Buffer.concat(keptPieces), inflated);
    else entry.size = compressed;
    this.#options.changed();
  }

  #fail(arriving: Arriving, reason: string): void {
    arriving.violation ??= this.#lose(reason);
    arriving.keptPieces.length = 0;
  }

  /** A message that refers to one that could not be read cannot be read either. */
  #lose(reason: string): string {
    const note = `not decompressed: ${reason}`;
    if (this.#options.takeover) this.#lost ??= note;
    return note;
  }

  #log(kind: MessageKind, bytes: Buffer, size: number): LoggedMessage {
    const { direction, log, changed } = this.#options;
    const message: LoggedMessage = { direction, kind, bytes, size, time: Date.now(), note: null };
    log.add(message);
    changed();
    return message;
  }
}

interface Arriving {
  readonly entry: LoggedMessage;
  readonly inflater: PartInflater;
  readonly keptPieces: Buffer[];
  room: number;
  inflated: number;
  compressed: number;
  violation: string | null;
}
