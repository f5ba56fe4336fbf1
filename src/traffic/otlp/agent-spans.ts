// Runs of AI agents as traces: a span for the run, one for each call of a tool, and in them the spans of exchanges.
import { SpanKind, SpanStatusCode, TraceFlags, type Attributes, type SpanContext } from '@opentelemetry/api';
import type { Resource } from '@opentelemetry/resources';
import type { ReadableSpan } from '@opentelemetry/sdk-trace';
import { FollowedRuns, type DraftRun, type DraftStep } from '../../agents/followed-runs.ts';
import { finishedRun } from '../../agents/finish.ts';
import type { Price } from '../../agents/index.ts';
import type { Flow } from '../../flow/flow.ts';
import type { Shown } from './attributes.ts';
import { madeSpan } from './span.ts';
import { newSpanId, newTraceId } from './trace-context.ts';

/** Spans of messages that wait for the run which they may be part of. */
const MAX_WAITING = 500;

interface AgentSpansOptions {
  readonly resource: Resource;
  readonly prices: readonly Price[];
  /** Removes the secrets of texts. */
  readonly shown: Shown;
}

export class AgentSpans {
  readonly #options: AgentSpansOptions;
  readonly #runs = new FollowedRuns((run, step) => this.#noteStep(run, step));
  readonly #traces = new Map<DraftRun, SpanContext>();
  /** Spans of the clients of runs in whose traces these are. */
  readonly #parents = new WeakMap<DraftRun, SpanContext>();
  readonly #contexts = new WeakMap<DraftStep, SpanContext>();
  readonly #waiting = new Map<number, ReadableSpan>();
  readonly #tools = new Map<DraftStep, DraftRun>();
  #ready: ReadableSpan[] = [];

  constructor(options: AgentSpansOptions) {
    this.#options = options;
  }

  /** Takes the span of an exchange that has ended, and returns those that can be sent. Calls must not overlap. */
  async add(flow: Flow, span: ReadableSpan): Promise<readonly ReadableSpan[]> {
    const adding = this.#runs.add(flow);
    if (adding === null) return [span];
    this.#waiting.set(flow.id, span);
    const { mayJoin } = await adding;
    if (!mayJoin) this.#release(flow.id);
    for (const id of this.#waiting.keys()) if (this.#waiting.size > MAX_WAITING) this.#release(id);
    this.#sendTools((step) => step.endedAt !== null);
    const ready = this.#taken();
    return this.#runs.forgetMany() ? [...ready, ...this.end()] : ready;
  }

  /** Returns the spans that are left, those of the runs among them. */
  end(): readonly ReadableSpan[] {
    for (const id of [...this.#waiting.keys()]) this.#release(id);
    this.#sendTools(() => true);
    for (const [run, context] of this.#traces) this.#ready.push(this.#spanOfRun(run, context));
    this.#traces.clear();
    return this.#taken();
  }

  #taken(): readonly ReadableSpan[] {
    const ready = this.#ready;
    this.#ready = [];
    return ready;
  }

  /** Sends a span as it is, unless a step of it has come. */
  #release(id: number): void {
    const span = this.#waiting.get(id);
    if (span !== undefined) this.#ready.push(span);
    this.#waiting.delete(id);
  }

  #noteStep(run: DraftRun, step: DraftStep): void {
    if (step.exchange === null) {
      this.#tools.set(step, run);
      return;
    }
    const span = this.#waiting.get(step.exchange);
    if (span === undefined) return;
    this.#waiting.delete(step.exchange);
    this.#ready.push(this.#placed(span, run, step));
  }

  /** Puts the span of an exchange below its step. One that its client has put into a trace stays there. */
  #placed(span: ReadableSpan, run: DraftRun, step: DraftStep): ReadableSpan {
    const attributes = { ...span.attributes, 'proxyctl.run': run.id };
    if (span.parentSpanContext !== undefined) {
      this.#contexts.set(step, span.spanContext());
      this.#joinTrace(run, span.parentSpanContext);
      return { ...span, attributes };
    }
    const own = this.#contextOf(run, step);
    return {
      ...span,
      attributes,
      spanContext: () => own,
      parentSpanContext: this.#parentOf(run, step),
    };
  }

  #contextOf(run: DraftRun, step: DraftStep): SpanContext {
    const known = this.#contexts.get(step);
    if (known !== undefined) return known;
    const made = { ...this.#parentOf(run, step), spanId: newSpanId(), isRemote: false };
    this.#contexts.set(step, made);
    return made;
  }

  /** Puts a run into the trace of its client, where its first exchange names one. */
  #joinTrace(run: DraftRun, parent: SpanContext): void {
    if (this.#traces.has(run)) return;
    this.#parents.set(run, parent);
    this.#traces.set(run, { ...parent, spanId: newSpanId(), isRemote: false });
  }

  #parentOf(run: DraftRun, { parent }: DraftStep): SpanContext {
    return parent === null ? this.#traceOf(run) : this.#contextOf(run, parent);
  }

  /** Returns the context of the span of a run. */
  #traceOf(run: DraftRun): SpanContext {
    const known = this.#traces.get(run);
    if (known !== undefined) return known;
    const made = { traceId: newTraceId(), spanId: newSpanId(), traceFlags: TraceFlags.SAMPLED };
    this.#traces.set(run, made);
    return made;
  }

  #sendTools(isReady: (step: DraftStep) => boolean): void {
    for (const [step, run] of this.#tools) {
      if (!isReady(step)) continue;
      this.#tools.delete(step);
      this.#ready.push(this.#spanOfTool(run, step));
    }
  }

  #spanOfTool(run: DraftRun, step: DraftStep): ReadableSpan {
    const { name, callId, startedAt, endedAt, outcome, reason } = step;
    const isBad = outcome === 'error' || outcome === 'refused';
    return madeSpan({
      name: `execute_tool ${name}`,
      kind: SpanKind.INTERNAL,
      own: this.#contextOf(run, step),
      parent: this.#parentOf(run, step),
      startedAt,
      endedAt: endedAt ?? Math.max(startedAt, run.lastAt),
      status: isBad
        ? { code: SpanStatusCode.ERROR, message: this.#options.shown(reason) }
        : { code: SpanStatusCode.UNSET },
      attributes: withoutUnknown({
        'gen_ai.operation.name': 'execute_tool',
        'gen_ai.tool.name': name,
        'gen_ai.tool.call.id': callId ?? undefined,
        'error.type': isBad ? outcome : undefined,
        'proxyctl.run': run.id,
      }),
      resource: this.#options.resource,
    });
  }

  #spanOfRun(run: DraftRun, own: SpanContext): ReadableSpan {
    const { program, startedAt, endedAt, totals } = finishedRun(run, this.#options.prices);
    const [cost] = totals.costs;
    return madeSpan({
      name: program === null ? 'invoke_agent' : `invoke_agent ${program}`,
      kind: SpanKind.INTERNAL,
      own,
      parent: this.#parents.get(run) ?? null,
      startedAt,
      endedAt,
      status: { code: SpanStatusCode.UNSET },
      attributes: withoutUnknown({
        'gen_ai.operation.name': 'invoke_agent',
        'gen_ai.agent.name': program ?? undefined,
        'gen_ai.usage.input_tokens': totals.input,
        'gen_ai.usage.output_tokens': totals.output,
        'gen_ai.usage.cache_read.input_tokens': totals.cachedInput,
        'gen_ai.usage.cache_creation.input_tokens': totals.cacheWrite,
        'proxyctl.run': run.id,
        'proxyctl.run.steps': totals.steps,
        'proxyctl.run.errors': totals.errors,
        'proxyctl.run.refused': totals.refused,
        'proxyctl.run.cost': cost?.amount,
        'proxyctl.run.currency': cost?.currency,
        'proxyctl.run.unpriced': totals.unpriced,
      }),
      resource: this.#options.resource,
    });
  }
}

function withoutUnknown(attributes: Attributes): Attributes {
  return Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== undefined));
}
