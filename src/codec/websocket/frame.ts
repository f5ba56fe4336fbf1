// Types and constants of WebSocket frames (RFC 6455 section 5.2).

export const CONTINUATION = 0x0;
export const TEXT = 0x1;
export const BINARY = 0x2;
export const CLOSE = 0x8;
export const PING = 0x9;
export const PONG = 0xa;

export type MessageKind = 'text' | 'binary' | 'ping' | 'pong' | 'close';

/** The sender of a direction: a client masks its frames, a server does not (section 5.1). */
export type Sender = 'client' | 'server';

/** The rule that was violated. */
export type FrameRule =
  | 'reserved-bits'
  | 'opcode'
  | 'control'
  | 'mask'
  | 'length'
  | 'order'
  | 'text'
  | 'close'
  | 'after-close';

/** Bytes that violate the protocol. Nothing after them can be read. */
export interface FrameViolation {
  readonly type: 'violation';
  readonly rule: FrameRule;
  /** A sentence that names the section. */
  readonly reason: string;
}

export function frameViolation(rule: FrameRule, reason: string): FrameViolation {
  return { type: 'violation', rule, reason };
}

const KINDS: Readonly<Record<number, MessageKind>> = {
  [TEXT]: 'text',
  [BINARY]: 'binary',
  [CLOSE]: 'close',
  [PING]: 'ping',
  [PONG]: 'pong',
};

export function kindOf(opcode: number): MessageKind {
  return KINDS[opcode] ?? 'binary';
}

const OPCODES: Readonly<Record<MessageKind, number>> = {
  text: TEXT,
  binary: BINARY,
  close: CLOSE,
  ping: PING,
  pong: PONG,
};

export function opcodeOf(kind: MessageKind): number {
  return OPCODES[kind];
}
