// The kinds of WebSocket messages by their opcodes (RFC 6455 section 5.2), as HAR files have them.
import type { LoggedMessage } from '../../../flow/web-socket-log.ts';

type MessageKind = LoggedMessage['kind'];

export const OPCODES: Readonly<Record<MessageKind, number>> = {
  text: 1,
  binary: 2,
  close: 8,
  ping: 9,
  pong: 10,
};

const KINDS = new Map(Object.entries(OPCODES).map(([kind, opcode]) => [opcode, kind as MessageKind]));

export function kindOf(opcode: number): MessageKind {
  return KINDS.get(opcode) ?? 'binary';
}
