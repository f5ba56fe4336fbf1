// Returns the console output of scripts.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { wholeNumber } from '../fields.ts';

export const scriptLogs = defineMethod({
  name: 'script_logs',
  summary: 'Returns the latest console output of Scripting rules, newest last',
  effect: 'read',
  faces: EVERYWHERE,
  params: z.strictObject({ limit: wholeNumber(1, 1000).default(100) }),
  result: z.array(
    z.strictObject({ time: z.string(), level: z.string(), script: z.string(), message: z.string() }),
  ),
  run: ({ scriptLog }, { limit }) => [...scriptLog.entries(limit)],
});
