// A conversation with a server: its messages, its limits, and the resources to close at its end. A time-out, the end
// of the run and a server that never stops sending all end it in the same way.
import { setTimeout as delay } from 'node:timers/promises';
import type { HeaderField } from '../../auth/contract.ts';
import type { OpenConnection, ProtocolContext, ProtocolRequest } from '../contract.ts';
import { connectionError } from './connection-error.ts';
import type { Message, ReceivedResponse } from '../../response.ts';

/** Milliseconds for name resolution, the connection and handshakes. */
export const CONNECT_MS = 30_000;
const MAX_MESSAGES = 100_000;
export const MAX_BYTES = 64 * 1024 * 1024;

export interface Ending {
  readonly status: number;
  readonly reason: string;
  /** For example `WebSocket`. */
  readonly protocol: string;
  readonly headers?: readonly HeaderField[];
  readonly trailers?: readonly HeaderField[];
  /** The body, when it is not made of the messages. */
  readonly body?: Buffer;
}

export class Conversation {
  readonly messages: Message[] = [];
  readonly #startedAt = performance.now();
  readonly #stop = new AbortController();
  readonly #closers: (() => unknown)[] = [];
  readonly #onMessage: ProtocolContext['onMessage'];
  readonly #onOpen: ProtocolContext['onOpen'];
  /** True when messages are only passed on, because the connection stays open. */
  #isStaying = false;
  #receivedBytes = 0;
  #isEnded = false;
  /** Wakes those who wait for a message or the end of the connection. */
  #wake = Promise.withResolvers<undefined>();

  constructor({ onMessage, onOpen }: Pick<ProtocolContext, 'onMessage' | 'onOpen'>) {
    this.#onMessage = onMessage;
    this.#onOpen = onOpen;
  }

  /** Aborted at the end, with the reason when it is an error. */
  get signal(): AbortSignal {
    return this.#stop.signal;
  }

  /** True when the server will send no more. */
  get isEnded(): boolean {
    return this.#isEnded;
  }

  /** Registers what closes a resource; called once, in any case. */
  onClose(close: () => unknown): void {
    this.#closers.push(close);
  }

  /** Hands the open connection to whoever keeps it open. */
  opened(connection: OpenConnection): void {
    this.#onOpen?.(connection);
  }

  fail(reason: Error): void {
    if (!this.signal.aborted) this.#stop.abort(reason);
  }

  /** Notes that the server will send no more. */
  end(): void {
    this.#isEnded = true;
    this.#notify();
  }

  sent(data: Buffer | string, name = ''): void {
    this.#add('sent', data, name);
  }

  received(data: Buffer | string, name = ''): void {
    if (this.signal.aborted) return;
    this.#receivedBytes += data.length;
    if (this.#isStaying) this.#add('received', data, name);
    else if (this.messages.length >= MAX_MESSAGES)
      this.fail(new Error(`the server sent more than the limit of ${MAX_MESSAGES} messages`));
    else if (this.#receivedBytes > MAX_BYTES)
      this.fail(new Error(`the server sent more than the limit of ${MAX_BYTES} bytes`));
    else this.#add('received', data, name);
    this.#notify();
  }

  /** Resolves after a time, or earlier when the server has ended. Rejects when the conversation is stopped. */
  async listen(ms: number, isEnough: () => boolean = () => false): Promise<void> {
    const until = performance.now() + ms;
    const timer = new AbortController();
    const timeUp = delay(ms, undefined, { signal: timer.signal }).catch(() => undefined);
    try {
      while (!this.#isEnded && !isEnough() && performance.now() < until)
        await this.unlessStopped(Promise.race([timeUp, this.#wake.promise]));
    } finally {
      timer.abort();
    }
    this.signal.throwIfAborted();
  }

  /** Listens after the last step: until the connection is closed, where it stays open, or else like `listen`. */
  async stay(ms: number, isEnough?: () => boolean): Promise<void> {
    if (this.#onOpen === undefined) return this.listen(ms, isEnough);
    this.#isStaying = true;
    while (!this.#isEnded) await this.unlessStopped(this.#wake.promise);
    this.signal.throwIfAborted();
  }

  /** Resolves with the result of `work`, unless the conversation is stopped before. */
  async unlessStopped<T>(work: Promise<T>): Promise<T> {
    const { promise: stopped, reject } = Promise.withResolvers<never>();
    const stop = (): void => reject(this.signal.reason as Error);
    if (this.signal.aborted) stop();
    this.signal.addEventListener('abort', stop, { once: true });
    try {
      return await Promise.race([work, stopped]);
    } finally {
      this.signal.removeEventListener('abort', stop);
    }
  }

  response({ status, reason, protocol, headers = [], trailers = [], body }: Ending): ReceivedResponse {
    return {
      status,
      reason,
      httpVersion: protocol,
      headers,
      trailers,
      body: body ?? bodyOf(this.messages),
      size: body?.length ?? this.#receivedBytes,
      timeMs: performance.now() - this.#startedAt,
      messages: this.messages,
    };
  }

  async close(): Promise<void> {
    this.#stop.abort(new Error('the conversation is over'));
    for (const close of this.#closers.reverse()) await close();
  }

  #notify(): void {
    this.#wake.resolve(undefined);
    this.#wake = Promise.withResolvers<undefined>();
  }

  #add(direction: Message['direction'], data: Buffer | string, name: string): void {
    const isText = typeof data === 'string';
    const bytes = isText ? Buffer.from(data) : data;
    const message: Message = { direction, name, data: bytes, isText, time: Date.now() };
    if (!this.#isStaying) this.messages.push(message);
    this.#onMessage?.(message);
  }
}

/** Holds a conversation within the time-out of the request, and closes everything the conversation opened. */
export async function converse<T>(
  { settings: { timeoutMs } }: Pick<ProtocolRequest<unknown>, 'settings'>,
  { signal, onMessage, onOpen }: ProtocolContext,
  talk: (conversation: Conversation) => Promise<T>,
): Promise<T> {
  const opened = (connection: OpenConnection): void => {
    // Only the opening has a time-out.
    clearTimeout(timer);
    onOpen?.(connection);
  };
  const conversation = new Conversation({ onMessage, ...(onOpen && { onOpen: opened }) });
  const stop = (): void => conversation.fail(asError(signal?.reason));
  if (signal?.aborted === true) stop();
  signal?.addEventListener('abort', stop, { once: true });
  const late = (): void => conversation.fail(new Error(`it was not complete within ${timeoutMs} ms`));
  const timer = timeoutMs > 0 ? setTimeout(late, timeoutMs) : undefined;
  try {
    conversation.signal.throwIfAborted();
    return await conversation.unlessStopped(talk(conversation));
  } catch (error) {
    throw connectionError(error);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', stop);
    await conversation.close();
  }
}

function asError(reason: unknown): Error {
  return reason instanceof Error ? reason : new Error('the request was aborted');
}

/** Returns a single received message as it is, and several as a JSON list. */
function bodyOf(messages: readonly Message[]): Buffer {
  const received = messages.filter(({ direction }) => direction === 'received');
  const [first] = received;
  if (first === undefined) return Buffer.alloc(0);
  if (received.length === 1) return first.data;
  return Buffer.from(`[${received.map(jsonOf).join(',')}]`);
}

/** Returns the JSON of a message: itself when it is JSON, otherwise a string; of bytes the base64. */
function jsonOf({ data, isText }: Message): string {
  if (!isText) return JSON.stringify(data.toString('base64'));
  const text = data.toString();
  try {
    JSON.parse(text);
    return text;
  } catch {
    return JSON.stringify(text);
  }
}
