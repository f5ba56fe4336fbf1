// Returns all debugging tools with their rules, in the form of a tools file.
import { z } from 'zod';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { noParams } from '../fields.ts';

export const exportRules = defineMethod({
  name: 'ui.export_rules',
  summary: 'Returns all debugging tools with their rules, as a file for run --tools has them',
  effect: 'read',
  faces: UI_ONLY,
  params: noParams,
  result: z.looseObject({ version: z.number() }),
  run: ({ tools }) => ({ ...tools.state() }),
});
