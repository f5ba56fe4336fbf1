// Conditions on runs of agents, such as `cost>0.50` and `tool:delete_*`: a run that meets one fails a check.
import { matchesWildcard } from '../../base/wildcard.ts';
import { durationMs } from '../../flow/filter/values.ts';
import type { AgentRun, AgentStep, RunTotals } from '../run.ts';

export interface AgentCondition {
  /** As it was written. */
  readonly text: string;
  /** Returns a reason for each way in which a run meets it; captured text is in them as it is. */
  readonly reasons: (run: AgentRun) => readonly string[];
}

type Figure = Exclude<keyof RunTotals, 'costs' | 'unpricedModels' | 'durationMs'>;

/** Figures by the names that conditions have for them. */
const FIGURES: ReadonlyMap<string, Figure> = new Map([
  ['tokens', 'tokens'],
  ['input', 'input'],
  ['output', 'output'],
  ['cached', 'cachedInput'],
  ['steps', 'steps'],
  ['models', 'models'],
  ['tools', 'tools'],
  ['errors', 'errors'],
  ['refused', 'refused'],
  ['unpriced', 'unpriced'],
]);

const COMPARISONS: Readonly<Record<string, (value: number, limit: number) => boolean>> = {
  '>': (value, limit) => value > limit,
  '>=': (value, limit) => value >= limit,
  '<': (value, limit) => value < limit,
  '<=': (value, limit) => value <= limit,
};

/** Parses a condition. Returns a sentence that says what to give where it is none. */
export function agentCondition(text: string): AgentCondition | string {
  const [, name = '', operator = '', value = ''] = /^\s*(\w+)\s*(>=|<=|>|<|:)\s*(.*?)\s*$/.exec(text) ?? [];
  if (operator === ':') return nameCondition(text, name, value);
  const compare = COMPARISONS[operator];
  const isKnown = name === 'cost' || name === 'duration' || FIGURES.has(name);
  if (compare === undefined || !isKnown) return expected();
  if (name === 'duration') {
    const limit = durationMs(value);
    if (limit === null) return 'give a duration behind it, such as duration>60s';
    return limitCondition(
      text,
      ({ totals }) => totals.durationMs,
      compare,
      limit,
      (ms) => `${ms} ms`,
    );
  }
  const limit = /^\d{1,12}(?:\.\d{1,6})?$/.test(value) ? Number(value) : Number.NaN;
  if (Number.isNaN(limit))
    return `give a number behind it, such as ${name}${operator}${name === 'cost' ? '0.50' : '10'}`;
  if (name === 'cost') return costCondition(text, compare, limit);
  return limitCondition(text, ({ totals }) => totals[FIGURES.get(name)!], compare, limit, String);
}

function expected(): string {
  return `give a figure with > or <, such as cost>0.50, of cost, duration, ${[...FIGURES.keys()].join(', ')}, or tool:NAME or model:NAME with * and ? as wildcards`;
}

function limitCondition(
  text: string,
  read: (run: AgentRun) => number,
  compare: (value: number, limit: number) => boolean,
  limit: number,
  shown: (value: number) => string,
): AgentCondition {
  return {
    text,
    reasons: (run) => {
      const value = read(run);
      return compare(value, limit) ? [`${text}: it is ${shown(value)} in ${runText(run)}`] : [];
    },
  };
}

/** A cost that is not known fails too: a check that cannot tell says nothing. */
function costCondition(
  text: string,
  compare: (value: number, limit: number) => boolean,
  limit: number,
): AgentCondition {
  return {
    text,
    reasons: (run) => {
      const { costs, unpriced, unpricedModels } = run.totals;
      const over = costs.filter(({ amount }) => compare(amount, limit));
      if (over.length > 0)
        return over.map(({ amount, currency }) => `${text}: it is ${amount} ${currency} in ${runText(run)}`);
      if (unpriced === 0) return [];
      return [
        `${text}: the cost of ${unpriced} ${unpriced === 1 ? 'call' : 'calls'} of ${unpricedModels.join(', ')} in ${runText(run)} is not known: give prices in modelPrices of the settings`,
      ];
    },
  };
}

function nameCondition(text: string, name: string, pattern: string): AgentCondition | string {
  if (name !== 'tool' && name !== 'model') return expected();
  if (pattern === '')
    return `give a name behind it, such as ${name === 'tool' ? 'tool:delete_*' : 'model:gpt-5*'}`;
  const isMatch = ({ kind, name: called }: AgentStep): boolean =>
    kind === name && matchesWildcard(pattern.toLowerCase(), called.toLowerCase());
  return {
    text,
    reasons: (run) =>
      run.steps
        .filter(isMatch)
        .map((step) => `${text}: ${step.name} was called in step ${step.number} of ${runText(run)}`),
  };
}

export function runText({ id, name }: AgentRun): string {
  return name === '' ? `run ${id}` : `run ${id} (${name})`;
}
