// The trace that a message belongs to (W3C Trace Context, section 3.2).

export interface TraceParent {
  readonly traceId: string;
  /** The span that the message was sent in. */
  readonly spanId: string;
  readonly flags: number;
}

/** Version, trace, span and flags. Later versions may have more fields; version ff is not allowed. */
const TRACE_PARENT = /^(?!ff)([\da-f]{2})-(?!0{32})([\da-f]{32})-(?!0{16})([\da-f]{16})-([\da-f]{2})(-.*)?$/;

/** Parses a `traceparent`; null for one that is missing or not valid. */
export function traceParent(text: string | undefined): TraceParent | null {
  const [, version, traceId, spanId, flags, more] = TRACE_PARENT.exec(text?.trim() ?? '') ?? [];
  if (traceId === undefined || spanId === undefined || flags === undefined) return null;
  if (version === '00' && more !== undefined) return null;
  return { traceId, spanId, flags: Number.parseInt(flags, 16) };
}
