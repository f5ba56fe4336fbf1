// The messages of WebSockets in HAR files, as browsers write them: `_webSocketMessages`.
import { isObject } from '../../base/is-object.ts';
import type { JsonObject } from '../json-values.ts';

export interface HarWebSocketMessage {
  readonly direction: 'sent' | 'received';
  /** RFC 6455 section 5.2. */
  readonly opcode: number;
  /** Epoch milliseconds; 0 when unknown. */
  readonly time: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** The last messages of a WebSocket that are read; a flow keeps as many. */
const MAX_MESSAGES = 200;
const TEXT = 1;
const BINARY = 2;
const OPCODES = new Set([TEXT, BINARY, 8, 9, 10]);
/** The end of the year 9999, in seconds. */
const MAX_SECONDS = 253_402_300_799;

/** Returns null for an entry without messages, and skips messages of unknown form. */
export function webSocketMessages({ _webSocketMessages: list }: JsonObject): HarExchangeMessages {
  if (!Array.isArray(list)) return null;
  return list.slice(-MAX_MESSAGES).flatMap((each: unknown) => messageOf(each) ?? []);
}

type HarExchangeMessages = readonly HarWebSocketMessage[] | null;

function messageOf(value: unknown): HarWebSocketMessage | null {
  if (!isObject(value)) return null;
  const { type, time, opcode = TEXT, data } = value;
  if ((type !== 'send' && type !== 'receive') || typeof data !== 'string') return null;
  if (typeof opcode !== 'number' || !OPCODES.has(opcode)) return null;
  const seconds = typeof time === 'number' && time > 0 && time < MAX_SECONDS ? time : 0;
  const bytes = opcode === TEXT ? Buffer.from(data) : Buffer.from(data, 'base64');
  return {
    direction: type === 'send' ? 'sent' : 'received',
    opcode,
    time: Math.round(seconds * 1000),
    bytes: new Uint8Array(bytes),
  };
}
