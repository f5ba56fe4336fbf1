// Switches a debugging tool on and off.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { flag, toolName } from '../fields.ts';
import { matchesField, matchesNow } from './matches-now.ts';
import { toolNamed } from './restore-rule.ts';

export const setToolEnabled = defineMethod({
  name: 'set_tool_enabled',
  summary: 'Switches a debugging tool on or off; its rules are kept',
  effect: 'write',
  faces: EVERYWHERE,
  toolset: 'rules',
  hints: ['idempotent'],
  captured: false,
  async undo(app, { tool }) {
    const enabled = (await toolNamed(app, tool))?.enabled;
    return () => (enabled === undefined ? [] : [{ method: 'set_tool_enabled', params: { tool, enabled } }]);
  },
  params: z.strictObject({ tool: toolName, enabled: flag }),
  result: z.strictObject({ tool: z.string(), enabled: z.boolean(), matches: matchesField }),
  async run(app, { tool, enabled }) {
    const name = await app.changeTools((tools) => tools.setEnabled(tool, enabled));
    const rules = app.tools.list(name)[0]?.rules ?? [];
    const on = enabled ? rules.filter((rule) => rule['enabled'] !== false) : [];
    const matches = on.length === 0 ? 'matches nothing' : await matchesNow(app, name, on);
    return { tool: name, enabled, matches };
  },
});
