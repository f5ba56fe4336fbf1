// Shows a message to a tool, which must return a message, and in time.
import { isUtf8 } from 'node:buffer';
import type { HeldMessage } from '../hooks.ts';

/** Maximum bytes of a held message, as it travels and decompressed. */
export const MAX_HELD_BYTES = 16 * 1024 * 1024;
/** Time for a tool to return. */
const VERDICT_MS = 5000;

export type Ask = (message: HeldMessage) => unknown;

/**
 * Resolves with the message to pass on: the same one unless the tool returned another in time, or null for
 * none. Never rejects.
 */
export async function verdictOn(ask: Ask, message: HeldMessage): Promise<HeldMessage | null> {
  try {
    const returned = ask(message);
    const verdict = returned instanceof Promise ? await inTime(returned) : returned;
    return verdict === null || isHeldMessage(verdict) ? verdict : message;
  } catch {
    return message;
  }
}

/** Rejects when the tool does not return in time. */
function inTime(verdict: Promise<unknown>): Promise<unknown> {
  const late = Promise.withResolvers<never>();
  const timer = setTimeout(() => late.reject(new Error('too late')), VERDICT_MS);
  return Promise.race([verdict, late.promise]).finally(() => clearTimeout(timer));
}

/** The return value of a tool is checked. */
function isHeldMessage(verdict: unknown): verdict is HeldMessage {
  if (typeof verdict !== 'object' || verdict === null || !('kind' in verdict) || !('data' in verdict))
    return false;
  return verdict.kind === 'text'
    ? typeof verdict.data === 'string'
    : verdict.kind === 'binary' && Buffer.isBuffer(verdict.data);
}

export function payloadOf({ data }: HeldMessage): Buffer {
  return typeof data === 'string' ? Buffer.from(data) : data;
}

/** Returns the message; null when `payload` is not text. */
export function heldMessage(
  direction: HeldMessage['direction'],
  kind: HeldMessage['kind'],
  payload: Buffer,
): HeldMessage | null {
  if (kind === 'binary') return { direction, kind, data: payload };
  return isUtf8(payload) ? { direction, kind, data: payload.toString() } : null;
}
