// Switches a debugging tool on and off.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { flag, toolName } from '../fields.ts';

export const setToolEnabled = defineMethod({
  name: 'set_tool_enabled',
  summary: 'Switches a debugging tool on or off; its rules are kept',
  effect: 'write',
  faces: EVERYWHERE,
  params: z.strictObject({ tool: toolName, enabled: flag }),
  result: z.strictObject({ tool: z.string(), enabled: z.boolean() }),
  async run(app, { tool, enabled }) {
    return { tool: await app.changeTools((tools) => tools.setEnabled(tool, enabled)), enabled };
  },
});
