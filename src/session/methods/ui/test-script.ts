// Tests a script on a captured request and its response, while the user writes it.
import { z } from 'zod';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { flowOf, requestId, text, wholeNumber } from '../fields.ts';

const change = z.object({ where: z.string(), before: z.string().nullable(), after: z.string().nullable() });

export const testScript = defineMethod({
  name: 'ui.test_script',
  summary: 'Runs a script on a captured request and its response; nothing is sent or kept',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ code: text, id: requestId, timeoutMs: wholeNumber(1, 30_000).default(2000) }),
  result: z.object({
    functions: z.array(z.string()).readonly(),
    steps: z
      .array(
        z
          .object({
            name: z.enum(['onRequest', 'onResponse']),
            outcome: z.enum(['changed', 'unchanged', 'blocked', 'responds']),
            changes: z.array(change.readonly()).readonly(),
          })
          .readonly(),
      )
      .readonly(),
    console: z.array(z.object({ level: z.string(), text: z.string() }).readonly()).readonly(),
    error: z
      .object({ message: z.string(), line: z.number().nullable(), column: z.number().nullable() })
      .readonly()
      .nullable(),
  }),
  async run(app, { code, id, timeoutMs }) {
    const flow = flowOf(app, id);
    const { tryScript } = await import('../../../tools/catalogue/scripting/trial.ts');
    return tryScript(code, timeoutMs, flow);
  },
});
