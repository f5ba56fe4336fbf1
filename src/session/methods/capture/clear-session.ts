// Empties the traffic list. The engine's own list, which the Control API shows, stays.
import { z } from 'zod';
import { defineMethod, EVERYWHERE } from '../contract.ts';
import { noParams } from '../fields.ts';

export const clearSession = defineMethod({
  name: 'clear_session',
  summary: 'Removes every request from the traffic list',
  effect: 'destructive',
  faces: EVERYWHERE,
  params: noParams,
  result: z.strictObject({ cleared: z.number() }),
  run: ({ traffic }) => ({ cleared: traffic.clear() }),
});
