// WebSocket conversations, valid and mutated, and the results of two readers: ours, and that of the `ws`
// package.
import { createRequire } from 'node:module';
import { constants, deflateRawSync } from 'node:zlib';
import { writeFrame } from '../../src/codec/websocket/frame-writer.ts';
import type { FrameRule, Sender } from '../../src/codec/websocket/frame.ts';
import { MessageReader } from '../../src/codec/websocket/message-reader.ts';
import { LogBudget } from '../../src/flow/log-budget.ts';
import { WebSocketLog } from '../../src/flow/web-socket-log.ts';
import { InterceptingRelay } from '../../src/proxy/websocket/intercepting-relay.ts';
import { ObservingRelay } from '../../src/proxy/websocket/observing-relay.ts';
import { MessageRecorder } from '../../src/proxy/websocket/message-recorder.ts';
import type { Random } from './random.ts';

export interface Heard {
  /** Each message and control frame as `kind hex`. */
  readonly messages: readonly string[];
  /**
   * The reason why reading stopped: our rule, or the code of the other reader's error; null when the bytes
   * ended first.
   */
  readonly error: string | null;
}

export interface OurHeard extends Heard {
  readonly error: FrameRule | null;
}

/** Reads the chunks with our reader, and keeps whole messages. */
export function readWithOurs(pieces: readonly Buffer[], sender: Sender, inParts: boolean): OurHeard {
  const reader = new MessageReader({
    sender,
    compresses: false,
    keep: Infinity,
    partBytes: 50,
    parts: inParts ? 'all' : 'compressed',
  });
  const messages: string[] = [];
  let parts = '';
  for (const piece of pieces) {
    for (let at = 0; at < piece.length && reader.violation === null;) {
      at = reader.read(piece, at);
      if (reader.part !== null) parts += reader.part.toString('hex');
      if (reader.message === null) continue;
      const { kind, payload } = reader.message;
      const isData = kind === 'text' || kind === 'binary';
      messages.push(`${kind} ${isData ? parts : ''}${payload.toString('hex')}`);
      if (isData) parts = '';
    }
  }
  // We report the content of a message that breaks a rule; `ws` does not.
  const isGiven = reader.violation !== null && reader.message !== null;
  return { messages: isGiven ? messages.slice(0, -1) : messages, error: reader.violation?.rule ?? null };
}

interface TheirReceiver {
  readonly errored: (Error & { readonly code: string }) | null;
  on(event: string, listener: (...values: never[]) => void): void;
  write(bytes: Buffer): void;
}

const { Receiver } = createRequire(import.meta.url)('ws') as {
  readonly Receiver: new (options: object) => TheirReceiver;
};

/** The reader of `ws` stops at a close frame, whatever follows. */
export function readWithWs(bytes: Buffer, sender: Sender): Heard {
  const messages: string[] = [];
  const receiver = new Receiver({
    isServer: sender === 'client',
    allowSynchronousEvents: true,
    maxPayload: 0,
  });
  receiver.on('message', (data: Buffer, isBinary: boolean) =>
    messages.push(`${isBinary ? 'binary' : 'text'} ${data.toString('hex')}`),
  );
  receiver.on('ping', (data: Buffer) => messages.push(`ping ${data.toString('hex')}`));
  receiver.on('pong', (data: Buffer) => messages.push(`pong ${data.toString('hex')}`));
  receiver.on('conclude', (code: number, reason: Buffer) => {
    const codeHex = code === 1005 ? '' : code.toString(16).padStart(4, '0');
    messages.push(`close ${codeHex}${reason.toString('hex')}`);
  });
  receiver.on('error', () => undefined);
  // It unmasks in place, so it gets a copy.
  receiver.write(Buffer.from(bytes));
  return { messages, error: receiver.errored?.code ?? null };
}

/** Returns a valid conversation. */
export function conversation(sender: Sender, random: Random): Buffer {
  const key = (): number | null => (sender === 'client' ? random.int(2 ** 31) * 2 - 7 : null);
  const frames: Buffer[] = [];
  for (let left = 1 + random.int(5); left > 0; left -= 1) {
    const isText = random.oneIn(2);
    const fragments = random.oneIn(3) ? 1 + random.int(4) : 1;
    for (let n = 0; n < fragments; n += 1) {
      const opcode = n > 0 ? 0 : isText ? 1 : 2;
      frames.push(writeFrame(opcode, payload(isText, random), { key: key(), fin: n === fragments - 1 }));
      if (random.oneIn(5))
        frames.push(writeFrame(random.pick([9, 10]), payload(true, random).subarray(0, 100), { key: key() }));
    }
  }
  if (random.oneIn(4)) {
    const code = random.pick([1000, 1001, 1002, 1011, 3000, 4999]);
    frames.push(
      writeFrame(8, Buffer.concat([Buffer.from([code >> 8, code & 255]), Buffer.from('bye ü')]), {
        key: key(),
      }),
    );
  }
  return Buffer.concat(frames);
}

function payload(isText: boolean, random: Random): Buffer {
  const length = random.pick([0, 1, 2, 5, 20, 60, 125, 126, 130, random.oneIn(20) ? 65_536 : 3]);
  if (!isText) return Buffer.from(Array.from({ length }, () => random.int(256)));
  return Buffer.from(random.pick(['a', 'ü', '€', '😀', 'text ']).repeat(Math.ceil(length / 4)));
}

/** Mutates one to three places, mostly where frames begin. */
export function spoilt(bytes: Buffer, random: Random): Buffer {
  let result: Buffer = bytes;
  for (let left = random.pick([1, 1, 1, 2, 3]); left > 0 && result.length > 0; left -= 1)
    result = random.pick(SPOILERS)(result, random);
  return result;
}

type Spoiler = (bytes: Buffer, random: Random) => Buffer;

const flipBit: Spoiler = (bytes, random) =>
  changed(bytes, positionIn(bytes, random), (byte) => byte ^ (1 << random.int(8)));
const setByte: Spoiler = (bytes, random) =>
  changed(bytes, positionIn(bytes, random), () =>
    random.pick([0, 1, 0x7e, 0x7f, 0x80, 0x81, 0x88, 0xfe, 0xff, random.int(256)]),
  );
const dropByte: Spoiler = (bytes, random) => {
  const at = positionIn(bytes, random);
  return Buffer.concat([bytes.subarray(0, at), bytes.subarray(at + 1)]);
};
const insertBytes: Spoiler = (bytes, random) => {
  const at = positionIn(bytes, random);
  const added = Array.from({ length: 1 + random.int(4) }, () => random.int(256));
  return Buffer.concat([bytes.subarray(0, at), Buffer.from(added), bytes.subarray(at)]);
};
const cutOff: Spoiler = (bytes, random) => bytes.subarray(0, random.int(bytes.length + 1));
const repeatPart: Spoiler = (bytes, random) => {
  const from = random.int(bytes.length);
  return Buffer.concat([bytes, bytes.subarray(from, from + random.int(300))]);
};

const SPOILERS: readonly Spoiler[] = [
  flipBit,
  flipBit,
  setByte,
  setByte,
  dropByte,
  insertBytes,
  cutOff,
  repeatPart,
];

/** Mostly near the beginning of a frame, where headers are. */
function positionIn(bytes: Buffer, random: Random): number {
  return random.oneIn(2) ? random.int(Math.min(bytes.length, 12)) : random.int(bytes.length);
}

function changed(bytes: Buffer, at: number, by: (byte: number) => number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = by(copy[at]!);
  return copy;
}

export interface Passed {
  /** The bytes that the relay forwarded. */
  readonly bytes: Buffer;
  /** The reported violation; null for none. */
  readonly error: string | null;
}

/** Sends chunks through a relay whose other side takes everything; a tool changes nothing. */
export async function throughRelay(
  pieces: readonly Buffer[],
  sender: Sender,
  kind: 'passing' | 'holding',
  compresses = false,
): Promise<Passed> {
  const out: Buffer[] = [];
  let error: string | null = null;
  const direction = sender === 'client' ? 'sent' : 'received';
  const log = new WebSocketLog(new LogBudget(Infinity));
  const recorder = new MessageRecorder({
    direction,
    log,
    changed: () => undefined,
    keep: 1e6,
    takeover: compresses,
  });
  const common = {
    sender,
    compresses,
    recorder,
    inlet: { pause: () => undefined, resume: () => undefined },
    outlet: { write: (bytes: Buffer) => out.push(bytes) > 0, end: () => undefined, waiting: () => 0 },
    onViolation: (reason: string) => (error = reason),
  };
  const relay =
    kind === 'passing'
      ? new ObservingRelay(common)
      : new InterceptingRelay({
          ...common,
          direction,
          takeover: compresses,
          ask: (message) => message,
          onBroken: (reason) => (error = reason),
        });
  for (const piece of pieces) relay.bytes(piece);
  await new Promise<void>((resolve) => relay.whenDone(resolve));
  await recorder.settled();
  return { bytes: Buffer.concat(out), error };
}

/** Returns a conversation of compressed messages, each of which refers to those before it. */
export function compressedConversation(sender: Sender, random: Random): Buffer {
  const frames: Buffer[] = [];
  let before: Buffer = Buffer.alloc(0);
  for (let left = 2 + random.int(4); left > 0; left -= 1) {
    const text = payload(true, random);
    const options = { finishFlush: constants.Z_SYNC_FLUSH, ...(before.length > 0 && { dictionary: before }) };
    const compressed = deflateRawSync(text, options).subarray(0, -4);
    before = Buffer.concat([before, text]).subarray(-32_768);
    const key = sender === 'client' ? random.int(2 ** 31) : null;
    const cut = random.int(compressed.length + 1);
    frames.push(
      writeFrame(1, compressed.subarray(0, cut), { key, rsv1: true, fin: false }),
      writeFrame(0, compressed.subarray(cut), { key }),
    );
  }
  return Buffer.concat(frames);
}
