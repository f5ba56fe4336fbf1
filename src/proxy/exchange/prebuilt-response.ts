// An answer made here of which everything is at hand. Rules give the same one again and again: its head is written once.
import { STATUS_CODES } from '../../base/status-codes.ts';
import { isEventStream } from '../../codec/sse.ts';
import type { SyntheticResponse } from '../hooks.ts';
import type { OutgoingResponse } from './client-side.ts';
import { lineValue, linesOf, safeReason, writtenLines, type Framing } from './header-lines.ts';

export interface PrebuiltResponse {
  readonly response: OutgoingResponse;
  /** In HTTP/1's form. */
  readonly head: string;
  readonly body: Buffer;
}

const ready = new WeakMap<SyntheticResponse, PrebuiltResponse | null>();

/** Null where the body is still to come, or is none, and where the answer is more than a head and a body. */
export function prebuiltResponse(answer: SyntheticResponse, method: string): PrebuiltResponse | null {
  if (method === 'HEAD') return null;
  let made = ready.get(answer);
  if (made === undefined) {
    made = make(answer);
    ready.set(answer, made);
  }
  return made;
}

function make(answer: SyntheticResponse): PrebuiltResponse | null {
  const { status, fields, body } = answer;
  const isPlain =
    Number.isInteger(status) && status >= 200 && status <= 999 && status !== 204 && status !== 304;
  if (!isPlain || !Buffer.isBuffer(body) || body.length === 0) return null;
  const type = lineValue(fields, 'content-type') ?? '';
  if (isEventStream(type) || lineValue(fields, 'alt-svc') !== undefined) return null;
  const head = syntheticHead(answer, { type: 'length', length: body.length });
  const reason = head.slice(head.indexOf(' ', 9) + 1, head.indexOf('\r\n'));
  const lines = linesOf(head);
  const response = {
    status,
    reason,
    fields: () => lines,
    body: body.length,
    unchanged: { text: head, flat: null },
    readsRequest: false,
  };
  return { response, head, body };
}

/** In HTTP/1's form, through the empty line. */
export function syntheticHead({ status, reason, fields }: SyntheticResponse, framing: Framing): string {
  const said = reason === '' ? (STATUS_CODES[status] ?? '') : reason;
  return `HTTP/1.1 ${status} ${safeReason(said)}\r\n${writtenLines(fields, framing, false)}\r\n`;
}
