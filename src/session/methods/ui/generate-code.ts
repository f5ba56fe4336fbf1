// Renders captured requests as code that sends them again.
import { z } from 'zod';
import { ParameterError } from '../../../base/errors.ts';
import { didYouMean } from '../../../base/did-you-mean.ts';
import type { ViewContext } from '../context.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { flowOf, requestIds } from '../fields.ts';

const FORMAT = 'the name of a code format, such as "curl" or "python"';

export const generateCode = defineMethod({
  name: 'ui.generate_code',
  summary: 'Writes requests as commands or programs that send them again, in one of 20 formats',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ format: z.string(FORMAT).min(1, FORMAT), ids: requestIds }),
  result: z.strictObject({ code: z.string(), count: z.number() }),
  async run(app: ViewContext, { format, ids }) {
    const flows = ids.map((id, index) => flowOf(app, id, `ids[${index}]`));
    const { codeOf, codeFormats } = await import('../../../traffic/code-formats.ts');
    if (!codeFormats.includes(format)) {
      const hint = didYouMean(format, codeFormats);
      throw new ParameterError(`${JSON.stringify(format.slice(0, 100))} is not a code format: ${hint}`, {
        field: 'format',
      });
    }
    const snippets = await codeOf(flows, format);
    if (snippets.length === 0)
      throw new ParameterError('No code can be generated for tunnels: only their target is known', {
        field: 'ids',
      });
    return { code: snippets.join('\n\n'), count: snippets.length };
  },
});
