// How long each phase of an exchange took, from its marks. Nothing of Node is in here.
import type { Marks } from './flow.ts';

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
export function flowTiming(marks: Marks): FlowTiming | undefined {
  const { start, connected, firstByte, end, dns, connect, tls } = marks;
  if (connected === 0) return undefined;
  const sent = sentMark(marks);
  const answered = firstByte || end;
  return {
    blocked: rounded(connected - start - dns - connect - tls),
    dns: rounded(dns),
    connect: rounded(connect),
    tls: rounded(tls),
    ...(sent !== 0 && { send: rounded(sent - connected) }),
    ...(sent !== 0 && answered !== 0 && { wait: rounded(answered - sent) }),
    ...(firstByte !== 0 && end !== 0 && { receive: rounded(end - firstByte) }),
  };
}

/** Where `send` ends: a server may answer, or the exchange end, before the request was written in full. */
function sentMark({ sent, firstByte, end }: Marks): number {
  const over = firstByte || end;
  return sent === 0 || (over !== 0 && over < sent) ? over : sent;
}

function rounded(ms: number): number {
  return Math.max(0, Math.round(ms * 100) / 100);
}
