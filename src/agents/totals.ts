// The sums of a run.
import type { AgentStep, Amount, ModelStep, RunTotals, StepKind, StepOutcome } from './run.ts';

export function totalsOf(steps: readonly AgentStep[], durationMs: number): RunTotals {
  const calls = steps.flatMap(({ model }) => model ?? []);
  const sum = (read: (call: ModelStep) => number | null): number =>
    calls.reduce((total, call) => total + (read(call) ?? 0), 0);
  const count = (kind: StepKind): number => steps.filter((step) => step.kind === kind).length;
  const [input, output] = [sum((call) => call.input), sum((call) => call.output)];
  const unpriced = steps.filter(({ model }) => model?.cost === null);
  return {
    steps: steps.length,
    models: count('model'),
    tools: count('tool'),
    mcp: count('mcp'),
    http: count('http'),
    durationMs: Math.round(durationMs * 100) / 100,
    input,
    cachedInput: sum((call) => call.cachedInput),
    cacheWrite: sum((call) => call.cacheWrite),
    output,
    tokens: input + output,
    costs: costsOf(calls),
    unpriced: unpriced.length,
    unpricedModels: [...new Set(unpriced.map(({ name }) => name))],
    errors: countOutermost(steps, ['error', 'cut']),
    refused: countOutermost(steps, ['refused']),
  };
}

function costsOf(calls: readonly ModelStep[]): readonly Amount[] {
  const sums = new Map<string, number>();
  for (const { cost } of calls)
    if (cost !== null) sums.set(cost.currency, (sums.get(cost.currency) ?? 0) + cost.amount);
  return [...sums].map(([currency, amount]) => ({ amount: Number(amount.toPrecision(12)), currency }));
}

/** Counts steps with these outcomes; those within such a step are the same event. */
function countOutermost(steps: readonly AgentStep[], outcomes: readonly StepOutcome[]): number {
  const isOne = (step: AgentStep | undefined): boolean =>
    step !== undefined && outcomes.includes(step.outcome);
  return steps.filter((step) => isOne(step) && !isOne(steps[(step.parent ?? 0) - 1])).length;
}
