// Returns the settings as they are stored.
import { z } from 'zod';
import type { Settings } from '../../settings/schema.ts';
import { maskedSettings } from '../../settings/settings.ts';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { noParams } from '../fields.ts';

export const currentSettings = defineMethod({
  name: 'get_settings',
  summary: 'Returns all settings; passwords and passphrases are masked',
  effect: 'read',
  faces: EVERYWHERE,
  params: noParams,
  result: z.looseObject({ port: z.number() }) as unknown as z.ZodType<Settings, Settings>,
  run: ({ settings }) => maskedSettings(settings),
});
