// Ways to take changes back: what is read before a change, and the call that restores it.
import { isObject } from '../../base/is-object.ts';
import type { Tool, ToolContext } from './contract.ts';

type Params = Readonly<Record<string, unknown>>;

interface ListedTool {
  readonly tool: string;
  readonly title: string;
  readonly enabled: boolean;
  readonly rules: readonly Params[];
}

async function listedTool(proxy: ToolContext['proxy'], tool: unknown): Promise<ListedTool | undefined> {
  const tools = (await proxy.rpc('list_rules', {})) as readonly ListedTool[];
  return tools.find((each) => each.tool === tool || each.title === tool);
}

/** Returns the rule that parameters name, as it is now; undefined for a new one. */
export async function ruleOf(
  proxy: ToolContext['proxy'],
  { tool, rule, id }: Params,
): Promise<Params | undefined> {
  const wanted = isObject(rule) ? rule['id'] : id;
  if (typeof wanted !== 'string') return undefined;
  return (await listedTool(proxy, tool))?.rules.find((each) => each['id'] === wanted);
}

type Prepare = NonNullable<Tool['prepareUndo']>;

const byRule: Prepare = async ({ proxy }, params) => {
  const { tool } = params;
  const before = await ruleOf(proxy, params);
  if (before !== undefined) return () => ({ method: 'upsert_rule', params: { tool, rule: before } });
  return (result) => {
    const made = isObject(result) && isObject(result['rule']) ? result['rule'] : result;
    const id = isObject(made) ? made['id'] : undefined;
    return typeof id === 'string' ? { method: 'delete_rule', params: { tool, id } } : null;
  };
};

/** Ways to take changes back, by method. */
export const undos = new Map<string, Prepare>([
  ['upsert_rule', byRule],
  ['delete_rule', byRule],
  ['rule_from_request', (context, { tool }) => byRule(context, { tool })],
  [
    'set_tool_enabled',
    async ({ proxy }, { tool }) => {
      const found = await listedTool(proxy, tool);
      const params = { tool, enabled: found?.enabled };
      return () => (found === undefined ? null : { method: 'set_tool_enabled', params });
    },
  ],
  [
    'update_settings',
    async ({ proxy }, { changes }) => {
      const present = (await proxy.rpc('get_settings', {})) as Params;
      const keys = Object.keys(isObject(changes) ? changes : {});
      const before = Object.fromEntries(keys.map((key) => [key, present[key] ?? null]));
      return () => ({ method: 'update_settings', params: { changes: before } });
    },
  ],
]);
