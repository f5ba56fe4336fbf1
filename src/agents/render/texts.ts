// Figures of runs and steps as people read them, the same wherever they are written.
import { amountText } from '../../base/amount-text.ts';
import { durationText } from '../../base/duration-text.ts';
import type { AgentRun, AgentStep, JoinedBy, RunTotals, StepKind } from '../run.ts';

export const KIND_TEXTS: Readonly<Record<StepKind, string>> = {
  model: 'LLM',
  tool: 'Tool',
  mcp: 'MCP',
  http: 'HTTP',
};

export function counted(count: number, noun: string, nouns = `${noun}s`): string {
  return `${numberText(count)} ${count === 1 ? noun : nouns}`;
}

export function numberText(value: number): string {
  return value.toLocaleString('en-US');
}

/** Returns the cost of a run with what it leaves out, such as `$0.102 and 1 call of unknown cost`. */
export function costText({ costs, unpriced, models }: RunTotals): string {
  if (models === 0) return '';
  const known = costs.map(amountText).join(' + ');
  if (unpriced === 0) return known;
  if (known === '') return 'unknown cost';
  return `${known} and ${counted(unpriced, 'call')} of unknown cost`;
}

/** Returns why a cost is not known; empty where it is. */
export function unpricedText({ unpriced, unpricedModels }: RunTotals): string {
  if (unpriced === 0) return '';
  return `The cost of ${counted(unpriced, 'call')} of ${unpricedModels.join(', ')} is not known: the setting modelPrices has no price for it, or the provider told no tokens.`;
}

export function stepTimeText({ durationMs }: AgentStep): string {
  return durationMs === null ? 'no result' : durationText(durationMs);
}

/** Returns tokens of a call, such as `2,104 in (1,024 cached), 186 out`; empty for other steps. */
export function tokensText({ model }: AgentStep): string {
  if (model === null) return '';
  const { input, cachedInput, cacheWrite, output } = model;
  if (input === null && output === null) return 'tokens unknown';
  const cache = [
    ...((cachedInput ?? 0) > 0 ? [`${numberText(cachedInput ?? 0)} cached`] : []),
    ...((cacheWrite ?? 0) > 0 ? [`${numberText(cacheWrite ?? 0)} to the cache`] : []),
  ];
  const inText = `${numberText(input ?? 0)} in${cache.length === 0 ? '' : ` (${cache.join(', ')})`}`;
  return `${inText}, ${numberText(output ?? 0)} out`;
}

/** Returns what a step did, behind its outcome where it did not go well. */
export function outcomeText({ outcome, reason, what }: AgentStep): string {
  if (outcome === 'ok' || outcome === 'open') return what;
  const text = outcome === 'cut' || reason.startsWith(outcome) ? reason : `${outcome}: ${reason}`;
  return [text, what].filter((part) => part !== '').join('; ');
}

export function programText({ program, process }: Pick<AgentRun, 'program' | 'process'>): string {
  const name = program ?? 'unknown program';
  return process === null ? name : `${name} (${process})`;
}

const JOINED_TEXTS: Readonly<Record<JoinedBy, string>> = {
  start: '',
  conversation: 'the conversation that calls continue',
  'tool call': 'ids and arguments of tool calls',
  trace: 'traceparent',
  'MCP session': 'the session of MCP',
  process: 'the process',
  'parent process': 'the process that started another',
  program: 'the name of the program',
};

/** Returns a sentence on how the exchanges of a run were joined; empty for a run of one. */
export function joinedText({ joinedBy }: Pick<AgentRun, 'joinedBy'>): string {
  const texts = joinedBy.map((each) => JOINED_TEXTS[each]).filter((text) => text !== '');
  return texts.length === 0 ? '' : `Joined by ${texts.join(', ')}.`;
}
