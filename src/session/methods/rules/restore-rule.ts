// Undo for methods that change a rule: reads the rule before the change, and returns the calls that restore it.
import type { z } from 'zod';
import type { Restore, RunningApp } from '../undo.ts';
import { listRules } from './list-rules.ts';

type ListedTool = z.output<(typeof listRules)['result']>[number];
type Rule = ListedTool['rules'][number];

/** Returns the tool with this name or title; undefined when there is none. */
export async function toolNamed(app: RunningApp, name: string): Promise<ListedTool | undefined> {
  const tools = await app.call(listRules, {});
  return tools.find(({ tool, title }) => tool === name || title === name);
}

/** Returns the current rule with this id; undefined when there is none. */
export async function ruleNow(app: RunningApp, name: string, id: unknown): Promise<Rule | undefined> {
  return (await toolNamed(app, name))?.rules.find((each) => each['id'] === id);
}

/**
 * Restores the complete rule with this id at its position, or deletes the rule that a call created. Also restores the
 * switch of its tool, because a new rule turns the tool on. `created` finds the new rule in the result.
 */
export async function restoreRule<T>(
  app: RunningApp,
  { tool: name, id }: { readonly tool: string; readonly id?: unknown },
  created?: (result: T) => Rule,
): Promise<Restore<T>> {
  const found = await toolNamed(app, name);
  if (found === undefined) return () => [];
  const { tool, enabled, rules } = found;
  const index = rules.findIndex((each) => each['id'] === id);
  const rule = rules[index];
  const switched = { method: 'set_tool_enabled', params: { tool, enabled } };
  if (rule !== undefined) return () => [{ method: 'ui.save_rule', params: { tool, rule, index } }, switched];
  return (result) =>
    created === undefined
      ? []
      : [{ method: 'delete_rule', params: { tool, id: created(result)['id'] } }, switched];
}
