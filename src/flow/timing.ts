// How long each phase of an exchange took, from its marks. Nothing of Node is in here.
import type { Timestamps } from './flow.ts';

/**
 * Milliseconds per phase, as HAR 1.2 names them, except that `connect` does not include `tls`. The phases
 * of a finished exchange add up to its duration; those that it has not reached are absent.
 */
export interface FlowTiming {
  /** Waiting for a connection, apart from the three steps of opening one. */
  readonly blocked: number;
  /** This and the next two are 0 when an open connection was used again. */
  readonly dns: number;
  readonly connect: number;
  readonly tls: number;
  /** From having a connection to having written the request, or to an answer that came before that. */
  readonly send?: number;
  readonly wait?: number;
  readonly receive?: number;
}

/** Undefined before an upstream connection was there. */
export function flowTiming(timestamps: Timestamps): FlowTiming | undefined {
  const { start, connected, firstByte, end } = timestamps;
  if (connected === 0) return undefined;
  const [dns, connect, tls] = [toSteps(timestamps.dns), toSteps(timestamps.connect), toSteps(timestamps.tls)];
  const sent = sentTime(timestamps);
  const firstByteOrEnd = firstByte || end;
  // Points are rounded, not what lies between them: only so the phases add up.
  const toConnected = Math.max(dns + connect + tls, toSteps(connected - start));
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

/** Where `send` ends: a server may answer, or the exchange end, before the request was written in full. */
function sentTime({ sent, firstByte, end }: Timestamps): number {
  const firstByteOrEnd = firstByte || end;
  return sent === 0 || (firstByteOrEnd !== 0 && firstByteOrEnd < sent) ? firstByteOrEnd : sent;
}

/** What times are given in: hundredths of a millisecond, as whole numbers. */
const STEPS = 100;

function toSteps(ms: number): number {
  return Math.max(0, Math.round(ms * STEPS));
}

function toMs(count: number): number {
  return count / STEPS;
}
