// The WebSocket of a flow: its last 200 messages, and the way to put messages in while it is open.
import { isUtf8 } from 'node:buffer';
import { closeText } from '../codec/websocket/close.ts';
import type { MessageKind } from '../codec/websocket/frame.ts';
import { completeLength } from '../codec/websocket/utf8.ts';
import { BoundedLog, type LogEntry } from './bounded-log.ts';
import type { LogBudget } from './log-budget.ts';

/** `sent` by the client, `received` from the server. */
export type WebSocketDirection = 'sent' | 'received';

export interface LoggedMessage extends LogEntry {
  readonly direction: WebSocketDirection;
  readonly kind: MessageKind;
  /** Epoch milliseconds. */
  readonly time: number;
  /** Payload bytes of the whole message, decompressed. */
  size: number;
  /** Why its bytes are not known; null otherwise. */
  note: string | null;
}

/** As flow detail shows a message. */
export interface WebSocketMessageDetail {
  readonly direction: WebSocketDirection;
  readonly kind: MessageKind;
  /**
   * Text; base64 for binary messages, and for pings and pongs that are not UTF-8. `code reason` of a close. What is
   * missing from a text is said by a last line in brackets; of base64 it shows in `size`.
   */
  readonly text: string;
  /** ISO 8601. */
  readonly time: string;
  /** Payload bytes, decompressed. */
  readonly size: number;
}

/**
 * Puts a message in; false when that cannot be done: the connection is closing, cannot be read, or takes messages
 * more slowly than they are put in. Text of a `close` is `code reason`.
 */
export type WebSocketSender = (
  direction: WebSocketDirection,
  kind: MessageKind,
  data: string | Buffer,
) => boolean;

export class WebSocketLog {
  /** Why messages are no longer read, though bytes still pass; null as long as they are. */
  error: string | null = null;
  readonly #log: BoundedLog<LoggedMessage>;
  #sender: WebSocketSender | null = null;
  /** Resolves when everything that has arrived has been decompressed. */
  #settled: () => Promise<void> = () => Promise.resolve();

  constructor(budget: LogBudget) {
    this.#log = new BoundedLog(budget);
  }

  /** The last 200, the oldest first; live. */
  get messages(): readonly LoggedMessage[] {
    return this.#log.entries;
  }

  /** Sends a message as if the client (`sent`) or the server (`received`) had, between two of its own. */
  send(direction: WebSocketDirection, kind: MessageKind, data: string | Buffer): boolean {
    return this.#sender?.(direction, kind, data) ?? false;
  }

  /** For the connection: who sends, and who knows of messages that are not decompressed yet. */
  open(sender: WebSocketSender, settled: () => Promise<void>): void {
    this.#sender = sender;
    this.#settled = settled;
  }

  closed(): void {
    this.#sender = null;
  }

  settled(): Promise<void> {
    return this.#settled();
  }

  add(message: LoggedMessage): void {
    this.#log.add(message);
  }

  /** What became of a message that had to be decompressed first. */
  fill(message: LoggedMessage, bytes: Buffer, size: number): void {
    message.size = size;
    this.#log.fill(message, bytes);
  }

  /** The flow is no longer remembered. */
  release(): void {
    this.#log.release();
  }

  async detail(): Promise<readonly WebSocketMessageDetail[]> {
    await this.settled();
    return this.messages.map((message) => ({
      direction: message.direction,
      kind: message.kind,
      text: textOf(message),
      time: new Date(message.time).toISOString(),
      size: message.size,
    }));
  }
}

function textOf({ kind, bytes, size, note }: LoggedMessage): string {
  if (note !== null) return `[${note}]`;
  switch (kind) {
    case 'close':
      return closeText(bytes);
    case 'ping':
    case 'pong':
      return bytes.toString(isUtf8(bytes) ? 'utf8' : 'base64');
    case 'binary':
      return bytes.toString('base64');
    case 'text':
      return cutText(bytes, size);
  }
}

/** Text of which `bytes` are there, with what is missing of `size` said. */
export function cutText(bytes: Buffer, size: number): string {
  if (bytes.length >= size) return bytes.toString();
  const length = completeLength(bytes);
  return `${bytes.toString('utf8', 0, length)}\n[${size - length} bytes left out]`;
}
