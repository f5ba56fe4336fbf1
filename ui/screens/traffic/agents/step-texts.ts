// Texts of steps and runs of agents. What models and tools said stays as it is.
import type { AgentRun, AgentStep } from '../../../../src/session/methods/ui-types.ts';

export const KIND_TITLES: Readonly<Record<AgentStep['kind'], string>> = {
  model: 'LLM',
  tool: 'Tool',
  mcp: 'MCP',
  http: 'HTTP',
};

/** Returns what a step did, behind its outcome where it did not go well. */
export function whatOf({ outcome, reason, what }: AgentStep): string {
  if (outcome === 'ok' || outcome === 'open') return what;
  return outcome === 'cut' || reason.startsWith(outcome) ? reason : `${outcome}: ${reason}`;
}

const JOINED: Readonly<Record<AgentStep['joinedBy'], string>> = {
  start: '',
  conversation: 'the conversation that calls continue',
  'tool call': 'ids and arguments of tool calls',
  trace: 'traceparent',
  'MCP session': 'the session of MCP',
  process: 'the process',
  'parent process': 'the process that started another',
  program: 'the name of the program',
};

/** Returns why a step is part of its run. */
export function joinedStepText({ joinedBy }: AgentStep): string {
  return joinedBy === 'start' ? 'The run begins with it' : `Joined by ${JOINED[joinedBy]}`;
}

export function joinedText({ joinedBy }: Pick<AgentRun, 'joinedBy'>): string {
  const texts = joinedBy.map((each) => JOINED[each]).filter((text) => text !== '');
  return texts.length === 0 ? '' : `Joined by ${texts.join(', ')}.`;
}
