// Steps of exchanges, and of the tools that a model calls.
import type { ExchangeFacts, McpFacts, ModelFacts, ToolCall } from '../facts/contract.ts';
import { short } from '../facts/texts.ts';
import type { JoinedBy, StepOutcome } from '../run.ts';
import type { DraftStep } from './drafts.ts';
import { isRefusal } from './open-calls.ts';

const NO_DIGESTS = new Float64Array();

export function modelStep(
  facts: ExchangeFacts,
  model: ModelFacts,
  joinedBy: JoinedBy,
  parent: DraftStep | null,
): DraftStep {
  const [outcome, reason] = modelOutcome(facts, model);
  return {
    ...common(facts, joinedBy, parent),
    kind: 'model',
    name: model.model ?? model.answeredBy ?? facts.host,
    what: outputOf(model),
    outcome,
    reason,
    // Digests are for joining alone, and would be most of what a step takes.
    model: { ...model, prefixes: NO_DIGESTS },
  };
}

function modelOutcome(facts: ExchangeFacts, model: ModelFacts): readonly [StepOutcome, string] {
  const { error, refusal, isCut, cutCall } = model;
  if (isCut) {
    const where = cutCall === null ? '' : ` in the middle of a call of ${short(cutCall)}`;
    return ['cut', `the answer was cut${where}`];
  }
  const failed = error === null ? facts.error : [statusOf(facts.error), error].join('');
  if (failed !== null) return [facts.isRefused ? 'refused' : 'error', short(failed)];
  return refusal === null ? ['ok', ''] : ['refused', refusal];
}

/** Returns the status of a failed response before what the provider says of it. */
function statusOf(error: string | null): string {
  const status = /^\d{3}\b/.exec(error ?? '')?.[0];
  return status === undefined ? '' : `${status} `;
}

function outputOf({ calls, answer }: ModelFacts): string {
  if (calls.length === 0) return answer === '' ? '' : `“${answer}”`;
  const counts = new Map<string, number>();
  for (const { name } of calls) counts.set(name, (counts.get(name) ?? 0) + 1);
  const names = [...counts].map(([name, count]) => (count === 1 ? name : `${name} ${count} times`));
  return short(`calls ${names.join(', ')}`);
}

export function toolStep(call: ToolCall, parent: DraftStep, startedAt: number): DraftStep {
  return {
    kind: 'tool',
    exchange: null,
    callId: call.id === '' ? null : call.id,
    parent,
    name: short(call.name),
    what: call.arguments,
    startedAt,
    endedAt: null,
    outcome: 'open',
    reason: '',
    joinedBy: 'tool call',
    model: null,
    result: null,
  };
}

export function mcpStep(
  facts: ExchangeFacts,
  { transport, method, name, result }: McpFacts,
  joinedBy: JoinedBy,
  parent: DraftStep | null,
): DraftStep {
  return {
    ...common(facts, joinedBy, parent),
    kind: 'mcp',
    name: facts.host,
    what: short(`${transport}: ${method} ${name}`),
    ...failed(facts, result?.isError === true ? result.text : facts.error),
  };
}

export function httpStep(facts: ExchangeFacts, joinedBy: JoinedBy, parent: DraftStep | null): DraftStep {
  return {
    ...common(facts, joinedBy, parent),
    kind: 'http',
    name: facts.host,
    what: facts.line,
    ...failed(facts, facts.error),
  };
}

function failed({ isRefused }: ExchangeFacts, error: string | null): Pick<DraftStep, 'outcome' | 'reason'> {
  if (error === null) return { outcome: 'ok', reason: '' };
  return { outcome: isRefused || isRefusal(error) ? 'refused' : 'error', reason: error };
}

function common(
  { id, startedAt, endedAt }: ExchangeFacts,
  joinedBy: JoinedBy,
  parent: DraftStep | null,
): Omit<DraftStep, 'kind' | 'name' | 'what' | 'outcome' | 'reason'> {
  return { exchange: id, callId: null, parent, startedAt, endedAt, joinedBy, model: null, result: null };
}
