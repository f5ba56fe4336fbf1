// The last 200 messages of a WebSocket, and the way to inject messages while it is open.
import { isUtf8 } from 'node:buffer';
import { closeText } from '../codec/websocket/close.ts';
import type { MessageKind } from '../codec/websocket/frame.ts';
import { completeLength } from '../codec/websocket/utf8.ts';
import { BoundedLog, type LogEntry } from './bounded-log.ts';
import { meaningsOf, type MessageMeaning } from './message-meaning/index.ts';
import type { Spoken, SpokenMessage } from './message-meaning/contract.ts';
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
  /** The reason why its bytes are not known; null otherwise. */
  note: string | null;
}

/** A message as flow detail shows it. */
export interface WebSocketMessageDetail {
  readonly direction: WebSocketDirection;
  readonly kind: MessageKind;
  /**
   * Text; base64 for binary messages, and for pings and pongs that are not UTF-8. `code reason` of a close. A
   * last line in brackets says what is missing from a text; for base64 it shows in `size`.
   */
  readonly text: string;
  /** ISO 8601. */
  readonly time: string;
  /** Payload bytes, decompressed. */
  readonly size: number;
  /** The meaning in MQTT, Socket.IO, GraphQL, MCP or JSON-RPC. */
  readonly meaning?: MessageMeaning;
}

/**
 * Injects a message; false when that cannot be done: the connection is closing, cannot be read, or takes
 * messages more slowly than they are injected. Text of a `close` is `code reason`.
 */
export type WebSocketSender = (
  direction: WebSocketDirection,
  kind: MessageKind,
  data: string | Buffer,
) => boolean;

const UNKNOWN: Spoken = { subprotocol: '', url: '' };

export class WebSocketLog {
  /** The reason why messages are no longer read, though bytes still pass; null as long as they are. */
  error: string | null = null;
  readonly #log: BoundedLog<LoggedMessage>;
  #sender: WebSocketSender | null = null;
  /** Resolves when everything that has arrived has been decompressed. */
  #settled: () => Promise<void> = () => Promise.resolve();

  constructor(budget: LogBudget) {
    this.#log = new BoundedLog(budget);
  }

  /** The last 200, oldest first; live. */
  get messages(): readonly LoggedMessage[] {
    return this.#log.entries;
  }

  /** True when earlier messages are missing. */
  get hasDropped(): boolean {
    return this.#log.hasDropped;
  }

  /** Restores that earlier messages are missing. */
  restoreDropped(hasDropped: boolean): void {
    if (hasDropped) this.#log.markDropped();
  }

  /** True when every message is kept whole. */
  get isWhole(): boolean {
    if (this.error !== null || this.hasDropped) return false;
    return this.messages.every(({ bytes, size, note }) => note === null && bytes.length >= size);
  }

  /**
   * Injects a message as if the client (`sent`) or the server (`received`) had sent it, between two of its
   * own.
   */
  send(direction: WebSocketDirection, kind: MessageKind, data: string | Buffer): boolean {
    return this.#sender?.(direction, kind, data) ?? false;
  }

  /** Called by the connection, with its functions to inject messages and to wait for decompression. */
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

  /** Sets the content of a message that had to be decompressed first. */
  fill(message: LoggedMessage, bytes: Buffer, size: number): void {
    message.size = size;
    this.#log.fill(message, bytes);
  }

  /** Releases the memory: no list has the flow. */
  release(): void {
    this.#log.release();
  }

  /** `spoken` tells which protocol the messages are in. */
  async detail(spoken: Spoken = UNKNOWN): Promise<readonly WebSocketMessageDetail[]> {
    await this.settled();
    const data = this.messages.filter(
      ({ kind, note }) => (kind === 'text' || kind === 'binary') && note === null,
    );
    const meanings = meaningsOf(data.map(spokenMessage), spoken);
    const meaningOf = new Map(data.map((message, at) => [message, meanings[at]]));
    return this.messages.map((message) => {
      const meaning = meaningOf.get(message);
      return {
        direction: message.direction,
        kind: message.kind,
        text: messageText(message),
        time: new Date(message.time).toISOString(),
        size: message.size,
        ...(meaning && { meaning }),
      };
    });
  }
}

function spokenMessage({ direction, kind, bytes }: LoggedMessage): SpokenMessage {
  return { direction, data: kind === 'text' ? bytes.toString() : bytes };
}

function messageText({ kind, bytes, size, note }: LoggedMessage): string {
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

/** Returns text from `bytes`, with a note on what is missing of `size`. */
export function cutText(bytes: Buffer, size: number): string {
  if (bytes.length >= size) return bytes.toString();
  const length = completeLength(bytes);
  return `${bytes.toString('utf8', 0, length)}\n[${size - length} bytes left out]`;
}
