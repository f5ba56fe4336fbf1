// A tool is asked about a message: what it says must be a message, and come in time.
import { isUtf8 } from 'node:buffer';
import type { HeldMessage } from '../hooks.ts';

/** How long a tool may think about a message. */
const ANSWER_MS = 5000;

export type Ask = (message: HeldMessage) => unknown;

/** What is to go on: a message, the same one unless the tool said otherwise in time, or null for none. Never rejects. */
export async function verdictOn(ask: Ask, message: HeldMessage): Promise<HeldMessage | null> {
  try {
    const verdict = ask(message);
    const answer = verdict instanceof Promise ? await inTime(verdict) : verdict;
    return answer === null || isHeldMessage(answer) ? answer : message;
  } catch {
    return message;
  }
}

/** Rejects when the answer does not come. */
function inTime(answer: Promise<unknown>): Promise<unknown> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('too late')), ANSWER_MS);
  return Promise.race([answer, late.promise]).finally(() => clearTimeout(timer));
}

/** Tools are programs of others: what they return is looked at. */
function isHeldMessage(answer: unknown): answer is HeldMessage {
  if (typeof answer !== 'object' || answer === null || !('kind' in answer) || !('data' in answer))
    return false;
  return answer.kind === 'text'
    ? typeof answer.data === 'string'
    : answer.kind === 'binary' && Buffer.isBuffer(answer.data);
}

export function payloadOf({ data }: HeldMessage): Buffer {
  return typeof data === 'string' ? Buffer.from(data) : data;
}

/** Null when `payload` is no text. */
export function heldMessage(
  direction: HeldMessage['direction'],
  kind: HeldMessage['kind'],
  payload: Buffer,
): HeldMessage | null {
  if (kind === 'binary') return { direction, kind, data: payload };
  return isUtf8(payload) ? { direction, kind, data: payload.toString() } : null;
}
