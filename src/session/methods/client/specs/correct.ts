// A correction of an API description for a violation in the traffic.
import { z } from 'zod';
import type { AppContext } from '../../context.ts';
import { defineMethod, UI_ONLY } from '../../contract.ts';
import { described, onScreen } from './described.ts';

const SENTENCE = 'a violation of client.check_contract';
const OPERATION = 'an operation such as GET /pets';

export const correctSpec = defineMethod({
  name: 'client.correct_spec',
  summary: 'Returns the text of an API description with what a violation in the traffic shows to be missing',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({
    ...onScreen,
    operation: z.string(OPERATION).min(1, OPERATION).max(2000, OPERATION),
    what: z.string(SENTENCE).min(1, SENTENCE).max(2000, SENTENCE),
  }),
  result: z.strictObject({
    correction: z
      .strictObject({ status: z.string(), line: z.int(), text: z.string() })
      .nullable()
      .describe('Null where only the author can say what is meant'),
  }),
  async run(app: AppContext, { operation, what, ...params }) {
    const { readWholeSpec } = await import('../../../../specs/operations/index.ts');
    const { spec, text } = await described(app, params);
    return readWholeSpec({ path: spec.path, text }, 'correct', { operation, what });
  },
});
