// Computes the duration of each phase of an exchange from its timestamps. It loads nothing of Node.
import type { Times } from './timestamps.ts';

/**
 * Milliseconds per phase, as HAR 1.2 names them, except that `connect` does not include `tls`. The phases
 * of a finished exchange add up to its duration; those that it has not reached are absent.
 */
export interface FlowTiming {
  /** Waiting for a connection, apart from the three steps of opening one. */
  readonly blocked: number;
  /**
   * This and the next two are 0 when an open connection was reused. Of one that was opened ahead they have the part for
   * which the exchange waited.
   */
  readonly dns: number;
  readonly connect: number;
  readonly tls: number;
  /** From having a connection to having written the request, or to an earlier response. */
  readonly send?: number;
  readonly wait?: number;
  readonly receive?: number;
}

/** Returns the phases; undefined before an upstream connection was ready. */
export function flowTiming(timestamps: Times): FlowTiming | undefined {
  const { start, connected, firstByte, end } = timestamps;
  if (connected === 0) return undefined;
  const sent = sentTime(timestamps);
  const firstByteOrEnd = firstByte || end;
  // The timestamps are rounded, not their differences, so that the phases add up.
  const toConnected = toSteps(connected - start);
  const tls = Math.min(toSteps(timestamps.tls), toConnected);
  const connect = Math.min(toSteps(timestamps.connect), toConnected - tls);
  const dns = Math.min(toSteps(timestamps.dns), toConnected - tls - connect);
  const toSent = Math.max(toConnected, toSteps(sent - start));
  const toFirstByte = Math.max(toSent, toSteps(firstByteOrEnd - start));
  const toEnd = Math.max(toFirstByte, toSteps(end - start));
  return {
    blocked: toMs(toConnected - dns - connect - tls),
    dns: toMs(dns),
    connect: toMs(connect),
    tls: toMs(tls),
    ...(sent !== 0 && { send: toMs(toSent - toConnected) }),
    ...(sent !== 0 && firstByteOrEnd !== 0 && { wait: toMs(toFirstByte - toSent) }),
    ...(firstByte !== 0 && end !== 0 && { receive: toMs(toEnd - toFirstByte) }),
  };
}

/**
 * Returns the end of `send`: a server may respond, or the exchange end, before the request was written in
 * full.
 */
function sentTime({ sent, firstByte, end }: Times): number {
  const firstByteOrEnd = firstByte || end;
  return sent === 0 || (firstByteOrEnd !== 0 && firstByteOrEnd < sent) ? firstByteOrEnd : sent;
}

/** Times are whole numbers of hundredths of a millisecond. */
const STEPS = 100;

function toSteps(ms: number): number {
  return Math.max(0, Math.round(ms * STEPS));
}

function toMs(count: number): number {
  return count / STEPS;
}
