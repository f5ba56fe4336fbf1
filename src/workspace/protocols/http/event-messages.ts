// Reads the events of a response that is a stream of them (Server-Sent Events), while it arrives.
import { EventStreamReader, isEventStream, type ServerSentEvent } from '../../../codec/sse.ts';
import { fieldList } from '../../../codec/http1/fields.ts';
import type { Message } from '../shared/response.ts';

const MAX_EVENT_BYTES = 16 * 1024 * 1024;

export class EventMessages {
  readonly messages: Message[] = [];
  readonly #onMessage: ((message: Message) => void) | undefined;
  #head: string | null = null;
  #reader: EventStreamReader | null = null;

  constructor(onMessage: ((message: Message) => void) | undefined) {
    this.#onMessage = onMessage;
  }

  /** Reads a piece of the body of the response with this head. */
  readonly read = (bytes: Buffer, head: string): void => {
    // A redirect or a challenge has another head.
    if (head !== this.#head) this.#start(head);
    this.#reader?.read(bytes, 0, bytes.length);
  };

  #start(head: string): void {
    this.#head = head;
    this.messages.length = 0;
    const fields = fieldList(head);
    const valueOf = (name: string): string =>
      fields.find((field) => field.name.toLowerCase() === name)?.value ?? '';
    const isReadable = isEventStream(valueOf('content-type')) && valueOf('content-encoding') === '';
    this.#reader = isReadable ? new EventStreamReader(MAX_EVENT_BYTES, this.#received) : null;
  }

  readonly #received = ({ event, data }: ServerSentEvent): void => {
    const message: Message = {
      direction: 'received',
      name: event === 'message' ? '' : event,
      data: Buffer.from(data),
      isText: true,
      time: Date.now(),
    };
    this.messages.push(message);
    this.#onMessage?.(message);
  };
}
