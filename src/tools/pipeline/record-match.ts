// Records in a flow which tools and rules took part in it.
import type { Flow } from '../../flow/flow.ts';
import type { RecordMatch, Tool } from '../contract.ts';
import type { Rule } from '../rules/rule.ts';

export function matchRecorder(flow: Flow, tool: Tool): RecordMatch {
  return (rule, text) => {
    addTag(flow, tool);
    addMatchedRule(flow, tool, rule, text);
  };
}

export function addTag(flow: Flow, { title }: Tool): void {
  if (flow.tags.includes(title)) return;
  flow.tags = [...flow.tags, title];
  flow.revision += 1;
}

export function addMatchedRule(flow: Flow, { name: tool }: Tool, { id, name }: Rule, text?: string): void {
  if (flow.matchedRules.some((each) => each.tool === tool && each.id === id && each.note === text)) return;
  const matched = text === undefined ? { tool, id, name } : { tool, id, name, note: text };
  flow.matchedRules = [...flow.matchedRules, matched];
  flow.revision += 1;
}
