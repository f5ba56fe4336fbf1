// Previews of sends, and the variables to choose from while typing.
import { z } from 'zod';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { reference } from '../workspace/fields.ts';
import { onScreen } from './live-fields.ts';
import { previewRequest } from './screen-request.ts';

const definition = z.strictObject({
  name: z.string(),
  scope: z.enum(['request', 'folder', 'environment', 'collection', 'globals']),
  owner: z.string(),
  value: z.string(),
  secret: z.boolean(),
  setBy: z
    .strictObject({ request: z.string(), name: z.string(), time: z.number() })
    .nullable()
    .describe('The request whose script has set it; null for the value of a file'),
});

export const clientPreview = defineMethod({
  name: 'client.preview',
  summary: 'Returns what Send would send and where each value comes from; runs no script and asks no server',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject(onScreen),
  result: z.strictObject({
    method: z.string(),
    url: z.string(),
    headers: z.array(z.strictObject({ name: z.string(), value: z.string(), source: z.string() })).readonly(),
    body: z.strictObject({
      size: z.number(),
      text: z.string().nullable(),
      contentType: z.string().nullable(),
      files: z.array(z.strictObject({ path: z.string(), isThere: z.boolean() })).readonly(),
    }),
    fields: z.unknown(),
    needs: z.array(z.string()).readonly().describe('scripts, token or challenge: only sending can tell'),
    errors: z.array(z.string()).readonly(),
    variables: z
      .array(definition.extend({ resolved: z.string(), overrides: z.array(definition).readonly() }))
      .readonly(),
    unknown: z.array(z.string()).readonly(),
  }),
  async run(app, given) {
    const { preview } = await import('../../live/preview.ts');
    const { workspace, ...parts } = await previewRequest(app, given);
    return preview({ ...parts, folder: workspace.folder });
  },
});

export const clientVariables = defineMethod({
  name: 'client.variables',
  summary: 'Lists the variables that a request can use, the one that wins first, and the dynamic ones',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({
    collection: onScreen.collection,
    request: reference.optional().describe('The id of a saved request, for the variables of its folders'),
    environment: onScreen.environment,
  }),
  result: z.strictObject({
    variables: z.array(definition.extend({ overrides: z.array(definition).readonly() })),
    dynamic: z.array(z.string()).readonly(),
  }),
  async run(app, { request = null, ...given }) {
    const { definitionsOf, dynamicVariables } = await import('../../live/variables.ts');
    // A window that asks has a request open.
    (await import('../../live/warm-up.ts')).warmUp();
    const asked = { request: request === null ? {} : { id: request }, ...given };
    const sources = await previewRequest(app, asked);
    const definitions = [...definitionsOf(sources, request).values()];
    return {
      variables: definitions.map(([first, ...overrides]) => ({ ...first!, overrides })),
      dynamic: dynamicVariables(),
    };
  },
});
