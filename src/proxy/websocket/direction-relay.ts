// One direction of a WebSocket. A relay either passes bytes on and observes them, or holds each message until
// a tool has seen it, or passes bytes that cannot be read.
import { isUtf8 } from 'node:buffer';
import { randomBytes } from 'node:crypto';
import { closeViolation, closePayload } from '../../codec/websocket/close.ts';
import { opcodeOf, type MessageKind, type Sender } from '../../codec/websocket/frame.ts';
import { writeFrame } from '../../codec/websocket/frame-writer.ts';

/** The side that a relay writes to. */
export interface Outlet {
  /** Writes bytes; false when that side takes them more slowly than they come: `drained` follows. */
  write(bytes: Buffer): boolean;
  /** Ends our sending. */
  end(): void;
  /** Returns the number of written bytes that have not left yet. */
  waiting(): number;
}

/** The side that a relay reads from. */
export interface Inlet {
  pause(): void;
  resume(): void;
}

export interface DirectionRelay {
  /** True once a close has passed: nothing meaningful follows. */
  readonly closing: boolean;
  /** Receives bytes, which nobody changes afterwards. */
  bytes(bytes: Buffer): void;
  /** Called when the reading side sends nothing more. */
  ended(): void;
  /** Called when the writing side has taken what was written. */
  drained(): void;
  /** Injects a message at the next place where one may stand; false when none may. */
  inject(message: Injected): boolean;
  /** Calls `done` once everything has been passed on. */
  whenDone(done: () => void): void;
  /** Stops: the writing side is gone. */
  stop(): void;
}

export interface Injected {
  readonly kind: MessageKind;
  readonly payload: Buffer;
}

/** Maximum bytes that may wait for a side that does not take them, before injecting is refused. */
export const MAX_INJECTED_BYTES = 4 * 1024 * 1024;
const MAX_CONTROL_BYTES = 125;

/** Memory of a waiting message besides its payload. */
const INJECTED_OVERHEAD = 64;

/** Returns the memory of a message that waits to be injected. */
export function weightOf({ payload }: Injected): number {
  return payload.length + INJECTED_OVERHEAD;
}

/** Returns the message to inject; null when such a message must not be sent. */
export function injected(kind: MessageKind, data: string | Buffer): Injected | null {
  const payload = kind === 'close' && typeof data === 'string' ? closeOf(data) : bytesOf(data);
  switch (kind) {
    case 'text':
      return isUtf8(payload) ? { kind, payload } : null;
    case 'binary':
      return { kind, payload };
    case 'close':
      return closeViolation(payload) === null && payload.length <= MAX_CONTROL_BYTES
        ? { kind, payload }
        : null;
    case 'ping':
    case 'pong':
      return payload.length <= MAX_CONTROL_BYTES ? { kind, payload } : null;
  }
}

function bytesOf(data: string | Buffer): Buffer {
  return typeof data === 'string' ? Buffer.from(data) : Buffer.from(data);
}

/** Returns the payload of `code reason`; empty for a close without a code. */
function closeOf(text: string): Buffer {
  const [, code = '', reason = ''] = /^(\d{4})(?: ([^]*))?$/.exec(text) ?? [];
  // Text that is not a code becomes a code that must not be sent.
  return text === '' ? Buffer.alloc(0) : closePayload(Number(code), reason);
}

/** Writes a whole message as the `sender` would. */
export function messageFrame(sender: Sender, kind: MessageKind, payload: Buffer, rsv1 = false): Buffer {
  return writeFrame(opcodeOf(kind), payload, { rsv1, key: maskFor(sender) });
}

/** Returns the masking key: clients mask unpredictably (RFC 6455 section 5.3), servers not at all. */
export function maskFor(sender: Sender): number | null {
  return sender === 'client' ? randomBytes(4).readInt32BE(0) : null;
}
