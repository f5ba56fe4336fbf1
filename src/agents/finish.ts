// Joined exchanges as a run: steps in order with their costs, and the sums. Every face shows what comes from here.
import { costOf, type Price } from '../codec/ai/cost.ts';
import type { ModelFacts } from './facts/contract.ts';
import type { DraftRun, DraftStep } from './join/drafts.ts';
import type { AgentRun, AgentStep, ModelStep } from './run.ts';
import { totalsOf } from './totals.ts';

export function finishedRun(run: DraftRun, prices: readonly Price[]): AgentRun {
  const steps = stepsOf(run, prices);
  const startedAt = steps.reduce((first, step) => Math.min(first, step.startedAt), Infinity);
  const endedAt = steps.reduce((last, step) => Math.max(last, endOf(step)), startedAt);
  const { name, process } = run.program;
  return {
    id: run.id,
    name: run.name,
    program: name,
    process: process?.replace(/@.*$/, '') ?? null,
    startedAt,
    endedAt,
    totals: totalsOf(steps, endedAt - startedAt),
    joinedBy: [...new Set(steps.map(({ joinedBy }) => joinedBy))],
    steps,
  };
}

function endOf({ startedAt, durationMs }: AgentStep): number {
  return startedAt + (durationMs ?? 0);
}

/** Returns the steps, each followed by those within it, by their beginnings. */
function stepsOf(run: DraftRun, prices: readonly Price[]): readonly AgentStep[] {
  const within = Map.groupBy(run.steps, ({ parent }) => parent);
  const steps: AgentStep[] = [];
  const add = (draft: DraftStep, parent: number | null, depth: number): void => {
    const number = steps.length + 1;
    steps.push(stepOf(draft, prices, { number, parent, depth }));
    for (const inner of byBeginning(within.get(draft))) add(inner, number, depth + 1);
  };
  for (const outer of byBeginning(within.get(null))) add(outer, null, 0);
  return steps;
}

function byBeginning(steps: readonly DraftStep[] = []): readonly DraftStep[] {
  return steps.toSorted((a, b) => a.startedAt - b.startedAt);
}

function stepOf(
  {
    kind,
    name,
    what,
    exchange,
    callId,
    startedAt,
    endedAt,
    outcome,
    reason,
    joinedBy,
    model,
    result,
  }: DraftStep,
  prices: readonly Price[],
  position: Pick<AgentStep, 'number' | 'parent' | 'depth'>,
): AgentStep {
  return {
    ...position,
    kind,
    name,
    what,
    exchange,
    callId,
    startedAt,
    durationMs: endedAt === null ? null : Math.max(0, Math.round((endedAt - startedAt) * 100) / 100),
    outcome,
    reason,
    joinedBy,
    model: model === null ? null : modelOf(model, prices),
    result,
  };
}

function modelOf(facts: ModelFacts, prices: readonly Price[]): ModelStep {
  const { provider, operation, model, answeredBy, finish, usage, firstTokenMs } = facts;
  const { input, cachedInput, cacheWrite, output, reasoning } = usage;
  const names = [model, answeredBy].filter((name) => name !== null);
  return {
    provider,
    operation,
    answeredBy,
    finish,
    input,
    cachedInput,
    cacheWrite,
    output,
    reasoning,
    cost: costOf(usage, names, prices),
    firstTokenMs,
  };
}
