// A response that tools may change: as received, as changed, and as it is sent to the client.
import { ProxyError } from '../../base/errors.ts';
import { isEventStream } from '../../codec/sse.ts';
import type { HeaderLines, InterceptedResponse } from '../hooks.ts';
import type { OutgoingResponse } from './client-side.ts';
import { sameLines, withoutLines } from './header-lines.ts';
import type { ReceivedResponse } from './received-response.ts';
import type { BufferableBody } from './bufferable-body.ts';

const CODING: ReadonlySet<string> = new Set(['content-encoding']);
/** Fields that are not true of a body whose events may change. */
const EVENT_FRAMING: ReadonlySet<string> = new Set(['content-encoding', 'content-length']);

export class EditableResponse implements InterceptedResponse {
  status: number;
  reason: string;
  readonly version: string;
  readonly isEventStream: boolean;
  onEvent: InterceptedResponse['onEvent'] = null;
  /** The body that a tool has set; null for the received one. */
  replacement: Buffer | null = null;
  readonly #received: ReceivedResponse;
  /** Null until a tool sets them. */
  #fields: HeaderLines | null = null;
  readonly #body: BufferableBody;

  constructor(received: ReceivedResponse, body: BufferableBody) {
    this.#received = received;
    this.#body = body;
    this.status = received.status;
    this.reason = received.reason;
    this.version = received.version;
    this.isEventStream = isEventStream(received.contentType);
  }

  get fields(): HeaderLines {
    return this.#fields ?? this.#received.fields;
  }

  set fields(fields: HeaderLines) {
    this.#fields = fields;
  }

  readonly body = (): Promise<Buffer | null> =>
    this.replacement === null ? this.#body.buffer() : Promise.resolve(this.replacement);

  replaceBody(bytes: Buffer): void {
    this.replacement = bytes;
    this.fields = withoutLines(this.fields, CODING);
  }

  get isChanged(): boolean {
    const { status, reason } = this.#received;
    return (
      this.replacement !== null ||
      this.status !== status ||
      this.reason !== reason ||
      (this.#fields !== null && !sameLines(this.#fields, this.#received.fields))
    );
  }

  /**
   * Returns the response as it is sent to the client of a `method` request. Throws a ProxyError when a tool
   * made it unsendable.
   */
  outgoing(method: string, readsRequest: boolean): OutgoingResponse {
    const { status, reason, onEvent } = this;
    if (!Number.isInteger(status) || status < 200 || status > 999)
      throw new ProxyError('TOOL_FAILED', `${status} is not a status of a response`);
    return {
      status,
      reason,
      fields: () => (onEvent === null ? this.fields : withoutLines(this.fields, EVENT_FRAMING)),
      body: this.#length(method),
      unchanged: this.isChanged || onEvent !== null ? null : this.#received,
      readsRequest,
    };
  }

  #length(method: string): OutgoingResponse['body'] {
    if (method === 'HEAD' || this.status < 200 || this.status === 204 || this.status === 304) return 'none';
    if (this.replacement !== null) return this.replacement.length;
    if (this.onEvent !== null) return null;
    if (this.#received.ended) return 0;
    const length = this.#received.contentLength;
    return length < 0 ? null : length;
  }
}
