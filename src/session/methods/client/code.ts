// Writes a request as it is on the screen as code that sends it.
import { z } from 'zod';
import { ParameterError } from '../../../base/errors.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { onScreen } from './live-fields.ts';
import { previewRequest } from './screen-request.ts';

export const clientCode = defineMethod({
  name: 'client.code',
  summary:
    'Writes a request on the screen as code that sends it; secrets stay names, credentials placeholders',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ ...onScreen, format: z.string() }),
  result: z.strictObject({ format: z.string(), code: z.string() }),
  async run(app, { format: asked, ...given }) {
    const { formatNamed } = await import('../workspace/general/code-format.ts');
    const { snippetRequestOf } = await import('../../../interchange/export/shared/snippet-request.ts');
    const { publicInterpolation } = await import('../../../interchange/export/shared/public-values.ts');
    const { stepsOf } = await import('../../../runs/runner/steps.ts');
    const format = await formatNamed(asked);
    const { collection, request, environment, globals } = await previewRequest(app, given);
    const [step] = stepsOf(collection, [request.id]);
    const interpolate = publicInterpolation(
      [...globals, ...collection.variables],
      environment?.variables ?? [],
    );
    const snippet = snippetRequestOf(step!.request, step!.auth, interpolate);
    if (snippet === null)
      throw new ParameterError(`code can be written for HTTP and GraphQL, and this is ${request.type}`, {
        field: 'request',
      });
    return { format: format.id, code: format.render(snippet) };
  },
});
