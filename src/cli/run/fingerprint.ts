// Recognizes exchanges with the same content as an earlier exchange, whose analysis then applies to them too.
// WebSocket messages are not compared.
import { hash } from 'node:crypto';
import { isSameHead, type UnwrittenHead } from '../../codec/flat-fields.ts';
import type { Flow } from '../../flow/flow.ts';
import type { Message } from '../../flow/message.ts';

/** Maximum size of bodies that are compared, in bytes. */
const MAX_BYTES = 128 * 1024;

/**
 * Returns a text that is equal for exchanges with the same content, ignoring the date; null when that would be
 * expensive.
 */
export function fingerprint(flow: Flow): string | null {
  if (!isComparable(flow)) return null;
  const { target, request, response } = flow;
  const { scheme, host, port } = target;
  return hash('sha1', `${scheme} ${host} ${port} ${messageText(request)}${messageText(response)}`, 'base64');
}

function isComparable({ request, response, originalRequest, webSocket }: Flow): boolean {
  return originalRequest === null && webSocket === null && isSmall(request) && isSmall(response);
}

function isSmall(message: Message | null): boolean {
  return (
    message === null ||
    message.bodySize === 0 ||
    (message.bodySize <= MAX_BYTES && message.body.omitted === 0)
  );
}

function messageText(message: Message | null): string {
  if (message === null) return '';
  const { head, bodySize } = message;
  const dateless = head.replace(/\r\ndate:[^\r]*/i, '');
  return `${dateless}${bodySize}\n${bodySize === 0 ? '' : message.body.bytes().toString('latin1')}`;
}

/**
 * The latest exchange. Most often an equal one follows, and a comparison with it is cheaper than a look-up among all.
 */
export class LatestExchange {
  readonly #host: string;
  readonly #port: number;
  readonly #request: MessageSnapshot;
  readonly #response: MessageSnapshot;

  constructor({ target: { host, port }, request, response }: Flow) {
    this.#host = host;
    this.#port = port;
    this.#request = new MessageSnapshot(request);
    this.#response = new MessageSnapshot(response);
  }

  equals({ target, request, response, originalRequest, webSocket }: Flow): boolean {
    return (
      originalRequest === null &&
      webSocket === null &&
      this.#request.equals(request) &&
      this.#response.equals(response) &&
      target.port === this.#port &&
      target.host === this.#host
    );
  }
}

const NOTHING = Buffer.alloc(0);

class MessageSnapshot {
  readonly #head: string | UnwrittenHead;
  readonly #body: Buffer;

  constructor(message: Message | null) {
    this.#head = message?.keptHead ?? '';
    this.#body = message === null || message.bodySize === 0 ? NOTHING : message.body.bytes();
  }

  equals(message: Message | null): boolean {
    if (message === null) return this.#head === '';
    return this.#equalsBody(message) && isSameHead(message.keptHead, this.#head);
  }

  #equalsBody(message: Message): boolean {
    if (message.bodySize !== this.#body.length) return false;
    return message.bodySize === 0 || (message.body.omitted === 0 && message.body.equals(this.#body));
  }
}
