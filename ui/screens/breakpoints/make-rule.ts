// Makes a rule of the edit of a held message, in one step that can be undone.
import { rpc } from '../../api/client.ts';
import { attempt } from '../../state/actions.ts';
import { toolList } from '../../state/app.ts';
import { say } from '../../state/toasts.ts';
import type { Content, Held } from './edits.ts';
import { ruleOfEdit } from './rule-of-edit.ts';

export async function makeRule(held: Held, content: Content): Promise<void> {
  await attempt('No rule can be made of this edit', async () => {
    const { tool, fields } = ruleOfEdit(held, content);
    const entry = (await rpc('list_rules', {})).find((each) => each.tool === tool);
    const { name, pattern, includeSubpaths, methods, conditions } = await rpc('ui.draft_rule', {
      tool: 'breakpoint',
      id: held.requestId,
    });
    const rule = { name, pattern, includeSubpaths, methods, conditions, ...fields };
    const { id } = await rpc('ui.save_rule', { tool, rule: { ...rule, id: '' } });
    if (entry?.enabled === false) await rpc('set_tool_enabled', { tool, enabled: true });
    await toolList.load();
    say(`Made the ${entry?.title ?? tool} rule “${String(name)}”`, () => {
      void attempt('The rule cannot be taken back', async () => {
        await rpc('delete_rule', { tool, id: String(id) });
        if (entry?.enabled === false) await rpc('set_tool_enabled', { tool, enabled: false });
        await toolList.load();
      });
    });
  });
}
