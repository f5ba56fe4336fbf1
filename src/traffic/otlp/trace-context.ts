// The trace that an exchange belongs to (W3C Trace Context, section 3): the one that its request names, or a new one.
import { randomFillSync } from 'node:crypto';
import { TraceFlags, type SpanContext } from '@opentelemetry/api';
import { TraceState } from '@opentelemetry/core';
import type { Flow } from '../../flow/flow.ts';
import { traceParent } from '../../flow/trace-parent.ts';

export interface Trace {
  readonly own: SpanContext;
  /** The span that the request was sent in; null without one. */
  readonly parent: SpanContext | null;
}

const SPAN_BYTES = 8;
const TRACE_BYTES = 16;

export function traceOf({ originalRequest, request }: Flow): Trace {
  // The trace of the request as the client sent it.
  const sent = originalRequest ?? request;
  const parent = parentOf(sent?.header('traceparent'), sent?.header('tracestate'));
  const spanId = newSpanId();
  if (parent !== null) return { own: { ...parent, spanId, isRemote: false }, parent };
  const traceId = newTraceId();
  return { own: { traceId, spanId, traceFlags: TraceFlags.SAMPLED }, parent: null };
}

export function newSpanId(): string {
  return randomHex(SPAN_BYTES);
}

export function newTraceId(): string {
  return randomHex(TRACE_BYTES);
}

function parentOf(sent: string | undefined, traceState: string | undefined): SpanContext | null {
  const found = traceParent(sent);
  if (found === null) return null;
  const { traceId, spanId, flags } = found;
  return {
    traceId,
    spanId,
    traceFlags: flags & TraceFlags.SAMPLED,
    isRemote: true,
    ...(traceState !== undefined && { traceState: new TraceState(traceState) }),
  };
}

/** Filled at once: a call for each id takes longer than all the rest of a span. */
const pool = Buffer.alloc(6144);
let used = pool.length;

function randomHex(bytes: number): string {
  if (used + bytes > pool.length) {
    randomFillSync(pool);
    used = 0;
  }
  used += bytes;
  return pool.toString('hex', used - bytes, used);
}
