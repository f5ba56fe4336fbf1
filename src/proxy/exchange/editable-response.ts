// A response in the hands of tools: what was answered, what they have made of it, and how that goes to the client.
import { ProxyError } from '../../base/errors.ts';
import { isEventStream } from '../../codec/sse.ts';
import type { HeaderLines, InterceptedResponse } from '../hooks.ts';
import type { OutgoingResponse } from './client-side.ts';
import { lineValue, sameLines, withoutLines } from './header-lines.ts';
import type { BufferableBody } from './bufferable-body.ts';

/** A response as it came. */
export interface ReceivedResponse {
  readonly status: number;
  readonly reason: string;
  readonly version: string;
  readonly fields: HeaderLines;
  /** Whether no body follows. */
  readonly ended: boolean;
  /** The whole head in HTTP/1's form; null where it has another, or has been changed on its way. */
  readonly text: string | null;
}

const CODING: ReadonlySet<string> = new Set(['content-encoding']);

export class EditableResponse implements InterceptedResponse {
  status: number;
  reason: string;
  fields: HeaderLines;
  readonly version: string;
  readonly isEventStream: boolean;
  onEvent: InterceptedResponse['onEvent'] = null;
  /** What takes the place of the body; null: it is as it came. */
  replacement: Buffer | null = null;
  readonly #given: ReceivedResponse;
  readonly #body: BufferableBody;

  constructor(given: ReceivedResponse, body: BufferableBody) {
    this.#given = given;
    this.#body = body;
    this.status = given.status;
    this.reason = given.reason;
    this.version = given.version;
    this.fields = given.fields;
    this.isEventStream = isEventStream(lineValue(given.fields, 'content-type') ?? '');
  }

  readonly body = (): Promise<Buffer | null> =>
    this.replacement === null ? this.#body.buffer() : Promise.resolve(this.replacement);

  replaceBody(bytes: Buffer): void {
    this.replacement = bytes;
    this.fields = withoutLines(this.fields, CODING);
  }

  get isChanged(): boolean {
    const { status, reason, fields } = this.#given;
    return (
      this.replacement !== null ||
      this.status !== status ||
      this.reason !== reason ||
      !sameLines(this.fields, fields)
    );
  }

  /** As it goes to a client that asked with `method`. Throws a ProxyError when a tool has made no response of it. */
  outgoing(method: string, readsOn: boolean): OutgoingResponse {
    const { status, reason, onEvent } = this;
    if (!Number.isInteger(status) || status < 200 || status > 999)
      throw new ProxyError('TOOL_FAILED', `${status} is no status of a response`);
    const fields =
      onEvent === null ? this.fields : withoutLines(this.fields, new Set([...CODING, 'content-length']));
    const asItCame = this.isChanged || onEvent !== null ? null : this.#given.text;
    return {
      status,
      reason,
      fields,
      body: this.#length(method),
      unchangedHead: asItCame,
      readsRequest: readsOn,
    };
  }

  #length(method: string): OutgoingResponse['body'] {
    if (method === 'HEAD' || this.status < 200 || this.status === 204 || this.status === 304) return 'none';
    if (this.replacement !== null) return this.replacement.length;
    if (this.onEvent !== null) return null;
    if (this.#given.ended) return 0;
    const length = lineValue(this.#given.fields, 'content-length') ?? '';
    return /^\d{1,15}$/.test(length) ? Number(length) : null;
  }
}
