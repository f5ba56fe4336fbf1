// Ways to take changes back: what is read before a change, and the calls that restore it.
import { isObject } from '../../base/is-object.ts';
import type { UndoCall } from '../trust/audit-log.ts';
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
export async function ruleOf(proxy: ToolContext['proxy'], params: Params): Promise<Params | undefined> {
  const id = ruleId(params);
  return (await listedTool(proxy, params['tool']))?.rules.find((each) => each['id'] === id);
}

function ruleId({ rule, id }: Params): string | undefined {
  const wanted = isObject(rule) ? rule['id'] : id;
  return typeof wanted === 'string' ? wanted : undefined;
}

type Prepare = NonNullable<Tool['prepareUndo']>;

/** The rule as a whole, at its place, and the switch of its tool, which a new rule turns on. */
const byRule: Prepare = async ({ proxy }, params) => {
  const found = await listedTool(proxy, params['tool']);
  if (found === undefined) return () => null;
  const { tool, enabled, rules } = found;
  const id = ruleId(params);
  const index = rules.findIndex((each) => each['id'] === id);
  const rule = rules[index];
  const switched = { method: 'set_tool_enabled', params: { tool, enabled } };
  if (rule !== undefined)
    return () => ({ calls: [{ method: 'ui.save_rule', params: { tool, rule, index } }, switched] });
  return (result) => {
    const made = isObject(result) && isObject(result['rule']) ? result['rule'] : result;
    if (!isObject(made) || typeof made['id'] !== 'string') return null;
    return { calls: [{ method: 'delete_rule', params: { tool, id: made['id'] } }, switched] };
  };
};

/** The present values of settings. */
async function settingsOf(proxy: ToolContext['proxy'], keys: readonly string[]): Promise<UndoCall> {
  const present = (await proxy.rpc('get_settings', {})) as Params;
  const changes = Object.fromEntries(keys.map((key) => [key, present[key] ?? null]));
  return { method: 'update_settings', params: { changes } };
}

/** A switch that the status tells. */
function bySwitch(method: string, field: string): Prepare {
  return async ({ proxy }) => {
    const { [field]: on } = (await proxy.rpc('status', {})) as Params;
    return () => ({ calls: [{ method, params: { on } }] });
  };
}

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
      return () => (found === undefined ? null : { calls: [{ method: 'set_tool_enabled', params }] });
    },
  ],
  [
    'update_settings',
    async ({ proxy }, { changes }) => {
      const call = await settingsOf(proxy, Object.keys(isObject(changes) ? changes : {}));
      return () => ({ calls: [call] });
    },
  ],
  [
    'ssl_proxying',
    async ({ proxy }, { action }) => {
      if (action === 'list') return () => null;
      const call = await settingsOf(proxy, ['sslProxyingHosts', 'sslProxyingApps']);
      return () => ({ calls: [call] });
    },
  ],
  ['set_recording', bySwitch('set_recording', 'recording')],
  ['set_macos_proxy', bySwitch('set_macos_proxy', 'macOSProxy')],
  [
    'annotate_request',
    async ({ proxy }, { id }) => {
      const { color, comment } = await (await proxy.client()).flow(Number(id));
      const params = { id, color: color ?? 'none', comment: comment ?? '' };
      return () => ({ calls: [{ method: 'annotate_request', params }] });
    },
  ],
]);
