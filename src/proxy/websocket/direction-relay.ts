// One direction of a WebSocket: what comes from one side goes to the other. There are two kinds of lanes: those that
// pass bytes on and read along, and those that hold each message until a tool has seen it.
import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { closeFault, closePayload } from '../../codec/websocket/close.ts';
import { opcodeOf, type MessageKind, type Sender } from '../../codec/websocket/frame.ts';
import { writeFrame } from '../../codec/websocket/frame-writer.ts';

/** Where a lane leads. */
export interface Outlet {
  /** False when that side takes bytes more slowly than they come; `drained` tells when it has taken them. */
  write(bytes: Buffer): boolean;
  /** Ends our sending there. */
  end(): void;
  /** Bytes written that have not left yet. */
  waiting(): number;
}

/** Where a lane begins. */
export interface Inlet {
  pause(): void;
  resume(): void;
}

export interface DirectionRelay {
  /** Whether a close has come this way: nothing that means anything follows. */
  readonly closing: boolean;
  /** Takes bytes, which nobody may change afterwards. */
  bytes(bytes: Buffer): void;
  /** The side it begins at sends nothing more. */
  ended(): void;
  /** The side it leads to has taken what was written. */
  drained(): void;
  /** Puts a message in as soon as one may stand there; false when none may. */
  inject(message: Injected): boolean;
  /** Calls `done` once everything has been passed on. */
  whenDone(done: () => void): void;
  /** The side it leads to is gone. */
  stop(): void;
}

export interface Injected {
  readonly kind: MessageKind;
  readonly payload: Buffer;
}

/** Most bytes that may wait on their way to a side that does not take them, before no more are put in. */
export const MAX_INJECTED_BYTES = 4 * 1024 * 1024;
const MAX_CONTROL_BYTES = 125;

/** What a message that waits takes besides its payload. */
const INJECTED_OVERHEAD = 64;

/** What a message takes that waits to be put in. */
export function weightOf({ payload }: Injected): number {
  return payload.length + INJECTED_OVERHEAD;
}

/** The message that somebody wants to put in; null when no such message may be sent. */
export function injected(kind: MessageKind, data: string | Buffer): Injected | null {
  const payload = kind === 'close' && typeof data === 'string' ? closeOf(data) : bytesOf(data);
  switch (kind) {
    case 'text':
      return isUtf8(payload) ? { kind, payload } : null;
    case 'binary':
      return { kind, payload };
    case 'close':
      return closeFault(payload) === null && payload.length <= MAX_CONTROL_BYTES ? { kind, payload } : null;
    case 'ping':
    case 'pong':
      return payload.length <= MAX_CONTROL_BYTES ? { kind, payload } : null;
  }
}

function bytesOf(data: string | Buffer): Buffer {
  return typeof data === 'string' ? Buffer.from(data) : Buffer.from(data);
}

/** `code reason` as a payload; nothing is a close without a code. */
function closeOf(text: string): Buffer {
  const [, code = '', reason = ''] = /^(\d{4})(?: ([^]*))?$/.exec(text) ?? [];
  // What is no code becomes one that may not be sent.
  return text === '' ? Buffer.alloc(0) : closePayload(Number(code), reason);
}

/** A whole message as the `sender` would write it. */
export function messageFrame(sender: Sender, kind: MessageKind, payload: Buffer, rsv1 = false): Buffer {
  return writeFrame(opcodeOf(kind), payload, { rsv1, key: maskFor(sender) });
}

/** Clients mask with a key that nobody can foresee (RFC 6455 section 5.3), servers do not. */
export function maskFor(sender: Sender): number | null {
  return sender === 'client' ? randomBytes(4).readInt32BE(0) : null;
}
