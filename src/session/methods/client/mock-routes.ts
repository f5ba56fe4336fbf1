// The routes of mock servers: of one that runs, with its calls, or of one that could be started.
import { z } from 'zod';
import { ParameterError } from '../../../base/errors.ts';
import type { DeclaredCallback } from '../../../specs/answers/callbacks.ts';
import type { MockRoute } from '../../../services/mock/routes.ts';
import type { AppContext } from '../context.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { reference } from '../workspace/fields.ts';
import { channelId } from './live-fields.ts';

const MAX_ROUTES = 2000;
const MAX_CALLBACKS = 200;
/** Characters of the body of an example. */
const MAX_BODY = 64 * 1024;

const example = z.strictObject({
  id: z.string(),
  name: z.string(),
  status: z.number(),
  mediaType: z.string().nullable(),
  query: z.array(z.string()).readonly().describe('Parameters on which the choice depends'),
  calls: z.number(),
  body: z.string().nullable().describe('With request only; null for a binary one'),
});

export const clientMockRoutes = defineMethod({
  name: 'client.mock_routes',
  summary: 'Lists what a mock server responds to: one that runs, or that of a collection or description',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({
    channel: channelId.optional().describe('A mock server that runs'),
    collection: reference.optional(),
    spec: reference.optional(),
    environment: reference.optional(),
    request: z.string().optional().describe('Only the routes of this request, with bodies'),
  }),
  result: z.strictObject({
    total: z.number(),
    examples: z.number(),
    calls: z.number().describe('Since it was started, and those of them that no example fits'),
    unmatched: z.number(),
    callbacks: z
      .array(z.strictObject({ operation: z.string(), name: z.string(), method: z.string(), url: z.string() }))
      .readonly()
      .describe('Those that the description declares'),
    routes: z.array(
      z.strictObject({
        method: z.string(),
        path: z.string(),
        request: z.string(),
        calls: z.number(),
        examples: z.array(example),
      }),
    ),
  }),
  async run(app, { request, ...subject }) {
    const { routes, counts, calls, unmatched, callbacks } = await routesIn(app, subject);
    const wanted = request === undefined ? routes : routes.filter((route) => route.request === request);
    return {
      total: routes.length,
      examples: routes.reduce((sum, each) => sum + each.examples.length, 0),
      calls,
      unmatched,
      callbacks: callbacks.slice(0, MAX_CALLBACKS),
      routes: wanted.slice(0, MAX_ROUTES).map((route) => shownRoute(route, counts, request !== undefined)),
    };
  },
});

type Counts = ReadonlyMap<string, number>;

async function routesIn(
  app: AppContext,
  {
    channel,
    ...subject
  }: {
    readonly channel?: string | undefined;
    readonly collection?: string | undefined;
    readonly spec?: string | undefined;
    readonly environment?: string | undefined;
  },
): Promise<{
  readonly routes: readonly MockRoute[];
  readonly counts: Counts;
  readonly calls: number;
  readonly unmatched: number;
  readonly callbacks: readonly DeclaredCallback[];
}> {
  const hasSubject = subject.collection !== undefined || subject.spec !== undefined;
  if ((channel !== undefined) === hasSubject)
    throw new ParameterError('give channel, or collection, spec or both', { field: 'collection' });
  const { maskedRoutes } = await import('../../live/masked-routes.ts');
  const { freshMock, routesOfMock } = await import('../../live/mock.ts');
  if (channel !== undefined) {
    const named = app.channels.named(channel);
    return { ...routesOfMock(named), callbacks: freshMock(named).mock.declaredCallbacks() };
  }
  const { readMock } = await import('../../live/mock-sources.ts');
  const { SecretMask } = await import('../../live/secret-mask.ts');
  const { Mock } = await import('../../../services/mock/index.ts');
  const { sources } = await readMock(await app.workspace.open(), subject);
  const mock = new Mock(sources);
  const routes = maskedRoutes(mock.routes(), new SecretMask(sources));
  return { routes, counts: new Map(), calls: 0, unmatched: 0, callbacks: mock.declaredCallbacks() };
}

function shownRoute({ method, path, request, examples }: MockRoute, counts: Counts, hasBodies: boolean) {
  const shown = examples.map(({ id, name, status, mediaType, query, body, base64 }) => ({
    id,
    name,
    status,
    mediaType,
    query,
    calls: counts.get(id) ?? 0,
    body: hasBodies && !base64 ? body.slice(0, MAX_BODY) : null,
  }));
  return { method, path, request, calls: shown.reduce((sum, { calls }) => sum + calls, 0), examples: shown };
}
