// `pm.response.messages`: the messages that arrived on a connection or a stream, with Postman's assertions for gRPC.
import type { Chai } from './environment.ts';

interface Message {
  /** Parsed JSON, other text, or base64 of bytes. */
  readonly data: unknown;
  readonly timestamp: Date;
  /** The event, topic or method; empty without one. */
  readonly name: string;
  readonly direction: 'sent' | 'received';
}

/** A message as the host passes it. */
interface HostMessage extends Omit<Message, 'timestamp'> {
  readonly time: number;
}

/** Contents of messages. Assertions on them apply to the messages and not to the array. */
export const contentLists = new WeakSet<object>();

/** A list like those of postman-collection. */
export class MessageList {
  readonly #messages: readonly Message[];
  readonly #chai: Chai;

  constructor(messages: readonly Message[], chai: Chai) {
    this.#messages = messages;
    this.#chai = chai;
  }

  static fromJson(json: string, chai: Chai): MessageList {
    const messages = (JSON.parse(json) as readonly HostMessage[]).map(({ time, ...message }) => ({
      ...message,
      timestamp: new Date(time),
    }));
    return new MessageList(messages, chai);
  }

  get to(): unknown {
    const contents = this.#messages.map(({ data }) => data);
    contentLists.add(contents);
    return this.#chai.expect(contents).to;
  }

  [Symbol.iterator](): Iterator<Message> {
    return this.#messages[Symbol.iterator]();
  }

  with(direction: Message['direction']): MessageList {
    return new MessageList(
      this.#messages.filter((message) => message.direction === direction),
      this.#chai,
    );
  }

  all(): readonly Message[] {
    return [...this.#messages];
  }

  idx(index: number): Message | undefined {
    return this.#messages[index];
  }

  count(): number {
    return this.#messages.length;
  }

  each(visit: (message: Message, index: number) => void): void {
    for (const [index, message] of this.#messages.entries()) visit(message, index);
  }

  map<T>(convert: (message: Message, index: number) => T): T[] {
    return this.#messages.map((message, index) => convert(message, index));
  }

  filter(matches: (message: Message, index: number) => unknown): Message[] {
    return this.#messages.filter((message, index) => matches(message, index));
  }

  find(matches: (message: Message, index: number) => unknown): Message | undefined {
    return this.#messages.find((message, index) => matches(message, index));
  }

  toJSON(): readonly Message[] {
    return this.#messages;
  }
}
