// A finished exchange as a span of a client, in the form in which OpenTelemetry's library encodes it.
import { SpanKind, SpanStatusCode, type HrTime } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { version } from '../../base/product.ts';
import { applicationErrorOf } from '../../flow/application-error.ts';
import type { Flow } from '../../flow/flow.ts';
import { flowTiming, type FlowTiming } from '../../flow/timing.ts';
import { described, errorTypeOf, type Shown } from './attributes.ts';
import { traceOf, type Trace } from './trace-context.ts';

const SCOPE = { name: 'proxyctl', version };

/** `shown` removes the secrets of texts. */
export async function spanOf(flow: Flow, resource: Resource, shown: Shown): Promise<ReadableSpan> {
  const timing = flowTiming(flow.timestamps);
  const { name, attributes } = await described(flow, timing, shown);
  return madeSpan({
    name,
    kind: SpanKind.CLIENT,
    ...traceOf(flow),
    startedAt: flow.startedAt,
    endedAt: flow.startedAt + (flow.durationMs ?? 0),
    status: statusOf(flow, shown),
    attributes,
    events: events(flow.startedAt, timing),
    resource,
  });
}

interface SpanFacts
  extends Trace, Pick<ReadableSpan, 'name' | 'kind' | 'status' | 'attributes' | 'resource'> {
  readonly events?: ReadableSpan['events'];
  /** Epoch milliseconds. */
  readonly startedAt: number;
  readonly endedAt: number;
}

export function madeSpan({
  name,
  kind,
  own,
  parent,
  startedAt,
  endedAt,
  status,
  attributes,
  events: moments = [],
  resource,
}: SpanFacts): ReadableSpan {
  return {
    name,
    kind,
    spanContext: () => own,
    ...(parent !== null && { parentSpanContext: parent }),
    startTime: timeOf(startedAt),
    endTime: timeOf(endedAt),
    duration: timeOf(endedAt - startedAt),
    ended: true,
    status,
    attributes,
    events: moments,
    links: [],
    resource,
    instrumentationScope: SCOPE,
    droppedAttributesCount: 0,
    droppedEventsCount: 0,
    droppedLinksCount: 0,
  };
}

function statusOf(flow: Flow, shown: Shown): ReadableSpan['status'] {
  if (errorTypeOf(flow) === null) return { code: SpanStatusCode.UNSET };
  const message = flow.error ?? applicationErrorOf(flow)?.message;
  return { code: SpanStatusCode.ERROR, ...(message !== undefined && { message: shown(message) }) };
}

/** The ends of the phases. Those of a connection that was open already are left out. */
function events(startedAt: number, timing: FlowTiming | undefined): ReadableSpan['events'] {
  if (timing === undefined) return [];
  const { blocked, dns, connect, tls, send, wait } = timing;
  const steps: readonly (readonly [name: string, ms: number | undefined, isStep: boolean])[] = [
    ['dns.resolved', blocked + dns, dns > 0],
    ['tcp.connected', connect, connect > 0],
    ['tls.established', tls, tls > 0],
    ['request.sent', send, send !== undefined],
    ['response.first_byte', wait, wait !== undefined],
  ];
  let at = startedAt;
  return steps.flatMap(([name, ms = 0, isStep]) => {
    at += ms;
    return isStep ? [{ name, time: timeOf(at) }] : [];
  });
}

function timeOf(ms: number): HrTime {
  // Whole microseconds: a double that holds milliseconds since 1970 is no more precise.
  const micros = Math.round(ms * 1000);
  return [Math.floor(micros / 1_000_000), (micros % 1_000_000) * 1000];
}
