// Checks a change of settings without applying it, for the form that the pages show.
import { z } from 'zod';
import { settingIssues } from '../../settings/settings.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';

export const checkSettings = defineMethod({
  name: 'ui.check_settings',
  summary: 'Checks a change of settings without applying it: what is wrong, field by field',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({
    changes: z.record(
      z.string(),
      z.unknown(),
      'an object of settings and their values, such as {"port": 9091}',
    ),
  }),
  result: z.strictObject({
    issues: z.array(z.strictObject({ field: z.string(), expected: z.string() }).readonly()).readonly(),
  }),
  run: ({ settings }, { changes }) => ({ issues: settingIssues(settings, changes) }),
});
