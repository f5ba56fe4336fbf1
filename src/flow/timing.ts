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
  const { start, connected, firstByte, end } = marks;
  if (connected === 0) return undefined;
  const [dns, connect, tls] = [steps(marks.dns), steps(marks.connect), steps(marks.tls)];
  const sent = sentMark(marks);
  const answered = firstByte || end;
  // Points are rounded, not what lies between them: only so the phases add up.
  const toConnected = Math.max(dns + connect + tls, steps(connected - start));
  const toSent = Math.max(toConnected, steps(sent - start));
  const toAnswer = Math.max(toSent, steps(answered - start));
  const toEnd = Math.max(toAnswer, steps(end - start));
  return {
    blocked: ms(toConnected - dns - connect - tls),
    dns: ms(dns),
    connect: ms(connect),
    tls: ms(tls),
    ...(sent !== 0 && { send: ms(toSent - toConnected) }),
    ...(sent !== 0 && answered !== 0 && { wait: ms(toAnswer - toSent) }),
    ...(firstByte !== 0 && end !== 0 && { receive: ms(toEnd - toAnswer) }),
  };
}

/** Where `send` ends: a server may answer, or the exchange end, before the request was written in full. */
function sentMark({ sent, firstByte, end }: Marks): number {
  const over = firstByte || end;
  return sent === 0 || (over !== 0 && over < sent) ? over : sent;
}

/** What times are given in: hundredths of a millisecond, as whole numbers. */
const STEPS = 100;

function steps(ms: number): number {
  return Math.max(0, Math.round(ms * STEPS));
}

function ms(count: number): number {
  return count / STEPS;
}
