// A synthetic response that is complete before it is sent. Rules give the same one again and again, so its
// head is written once.
import { STATUS_CODES } from '../../base/status-codes.ts';
import { isEventStream } from '../../codec/sse.ts';
import type { CaptureBudget } from '../../flow/capture-budget.ts';
import { Message } from '../../flow/message.ts';
import type { FlowRecorder } from '../../flow/recorder.ts';
import type { SyntheticResponse } from '../hooks.ts';
import type { OutgoingResponse } from './client-side.ts';
import { lineValue, linesOf, safeReason, writtenLines, type Framing } from './header-lines.ts';

export interface PrebuiltResponse {
  readonly response: OutgoingResponse;
  /** In the form of HTTP/1. */
  readonly head: string;
  readonly body: Buffer;
}

const prebuilt = new WeakMap<SyntheticResponse, PrebuiltResponse | null>();

/**
 * Returns the prebuilt response; null when its body streams or is empty, and when it needs more than a head
 * and a body.
 */
export function prebuiltResponse(synthetic: SyntheticResponse, method: string): PrebuiltResponse | null {
  if (method === 'HEAD') return null;
  let made = prebuilt.get(synthetic);
  if (made === undefined) {
    made = make(synthetic);
    prebuilt.set(synthetic, made);
  }
  return made;
}

function make(synthetic: SyntheticResponse): PrebuiltResponse | null {
  const { status, fields, body } = synthetic;
  const isPlain =
    Number.isInteger(status) && status >= 200 && status <= 999 && status !== 204 && status !== 304;
  if (!isPlain || !Buffer.isBuffer(body) || body.length === 0) return null;
  const type = lineValue(fields, 'content-type') ?? '';
  if (isEventStream(type) || lineValue(fields, 'alt-svc') !== undefined) return null;
  const head = syntheticHead(synthetic, { type: 'length', length: body.length });
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

/** Records a prebuilt response as sent in full. */
export function recordPrebuilt(
  { response, head, body }: PrebuiltResponse,
  recorder: FlowRecorder,
  captures: CaptureBudget,
): void {
  const { flow } = recorder;
  recorder.firstByte();
  const message = new Message(head, captures);
  message.body.add(body);
  message.complete = true;
  flow.status = response.status;
  flow.response = message;
}

/** Writes the head of a synthetic response in the form of HTTP/1, through the empty line. */
export function syntheticHead({ status, reason, fields }: SyntheticResponse, framing: Framing): string {
  const phrase = reason === '' ? (STATUS_CODES[status] ?? '') : reason;
  return `HTTP/1.1 ${status} ${safeReason(phrase)}\r\n${writtenLines(fields, framing, false)}\r\n`;
}
