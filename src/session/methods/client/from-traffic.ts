// Captured requests as requests of a collection, and the way back.
import { z } from 'zod';
import { ParameterError } from '../../../base/errors.ts';
import { folderNamed, requestNamed } from '../../../collections/edit/items.ts';
import type { Collection } from '../../../collections/model/collection.ts';
import type { StoredCollection } from '../../../collections/storage/read-collection.ts';
import type { Workspace } from '../../../collections/storage/workspace.ts';
import { valuesOf } from '../../../collections/variables/scopes.ts';
import type { Flow } from '../../../flow/flow.ts';
import type { CapturePlan } from '../../../traffic/to-collection/index.ts';
import type { AppContext } from '../context.ts';
import { defineMethod, UI_ONLY } from '../contract.ts';
import { window } from './fields.ts';
import { requestIds } from '../fields.ts';
import { saveVariables, surroundingsOf, used, withRequest } from '../workspace/captured-plan.ts';
import { newCollection } from '../workspace/editing.ts';
import { objectName, reference } from '../workspace/fields.ts';

const MAX_IDS = 1000;
const IDS = `a list of 1 to ${MAX_IDS} ids of requests`;

const selection = {
  ids: requestIds.min(1, IDS).max(MAX_IDS, IDS),
  collection: reference.optional().describe('By default a new one'),
  folder: reference.optional(),
  keep: z.array(z.string()).default([]).describe('Ids of what is not taken out'),
  requests: z
    .array(
      z.strictObject({
        key: z.string(),
        name: objectName.optional(),
        source: z.int().optional().describe('The exchange that the request is made from'),
        examples: z.array(z.int()).optional().describe('The exchanges whose responses are examples'),
        isLeftOut: z.boolean().default(false),
        isCopy: z.boolean().default(false).describe('A new request, also where the collection has it'),
      }),
    )
    .default([]),
};

const plan = z.strictObject({
  requests: z.array(
    z.strictObject({
      key: z.string(),
      name: z.string(),
      method: z.string(),
      url: z.string(),
      path: z.array(z.strictObject({ name: z.string(), value: z.string() })),
      exchanges: z
        .array(
          z.strictObject({
            id: z.int(),
            status: z.int().nullable(),
            reason: z.string(),
            size: z.int(),
            isSource: z.boolean(),
            isExample: z.boolean(),
          }),
        )
        .readonly(),
      existing: z.string().nullable().describe('The request of the collection with this method and URL'),
    }),
  ),
  takenOut: z
    .array(
      z.strictObject({
        id: z.string(),
        kind: z.enum(['host', 'secret', 'authorization', 'cookies', 'headers']),
        shown: z.string(),
        variable: z.string().nullable(),
        isNew: z.boolean(),
      }),
    )
    .readonly(),
  leftOut: z.array(z.int()).readonly().describe('Exchanges that are no requests, such as tunnels'),
});

type Selection = z.output<z.ZodObject<typeof selection>>;

export const planFromTraffic = defineMethod({
  name: 'client.plan_from_traffic',
  summary: 'Shows which requests captured exchanges become, and what is taken out of them; writes nothing',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject(selection),
  result: plan,
  async run(app: AppContext, given) {
    const workspace = await app.workspace.open();
    const { plan: planned } = await planIn(app, workspace, given);
    return {
      requests: planned.requests.map(({ key, request, exchanges, existing }) => ({
        key,
        name: request.name,
        method: request.method,
        url: request.url,
        path: request.path.map(({ name, value }) => ({ name, value })),
        exchanges,
        existing,
      })),
      takenOut: planned.takenOut,
      leftOut: planned.leftOut,
    };
  },
});

export const saveFromTraffic = defineMethod({
  name: 'client.save_from_traffic',
  summary: 'Saves captured exchanges as requests of a collection, as the plan for the same choices shows',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({ ...selection, newCollection: objectName.optional(), window }),
  result: z.strictObject({
    collection: z.string(),
    requests: z.array(z.strictObject({ key: z.string(), id: z.string(), isNew: z.boolean() })),
    variables: z.array(z.string()),
  }),
  async run(app: AppContext, { newCollection: name = 'Captured', window: by, ...given }) {
    const files = await app.clientFiles();
    const requests = given.ids.length === 1 ? '1 captured request' : `${given.ids.length} captured requests`;
    return files.act({ label: `Saved ${requests}`, window: by }, ({ workspace }) =>
      workspace.exclusively(() => saveIn(app, workspace, name, given)),
    );
  },
});

async function saveIn(app: AppContext, workspace: Workspace, name: string, given: Selection) {
  const { plan: planned, collection } = await planIn(app, workspace, given);
  const target = collection ?? newCollection({ name });
  const left = new Set(given.requests.filter(({ isLeftOut }) => isLeftOut).map(({ key }) => key));
  const copies = new Set(given.requests.filter(({ isCopy }) => isCopy).map(({ key }) => key));
  const saved = planned.requests
    .filter(({ key }) => !left.has(key))
    .map((each) => (copies.has(each.key) ? { ...each, existing: null } : each));
  const folder = given.folder === undefined ? null : folderNamed(target, given.folder).item.folder.id;
  const items = saved.reduce((all, each) => withRequest(all, folder, each), target.items);
  const shared = await saveVariables(workspace, used(planned.variables, saved));
  const changed = { ...target, items, variables: [...target.variables, ...shared] };
  if (collection === null) await workspace.addCollection(changed);
  else await workspace.replaceCollection(await storedOf(workspace, collection.id), changed);
  return {
    collection: target.id,
    requests: saved.map(({ key, existing, request }) => ({
      key,
      id: existing ?? request.id,
      isNew: existing === null,
    })),
    variables: used(planned.variables, saved).map((each) => each.name),
  };
}

export const trafficFilter = defineMethod({
  name: 'client.traffic_filter',
  summary: 'Returns the filter that finds the captured exchanges of a saved request; null where none can',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ collection: reference, request: reference }),
  result: z.strictObject({ filter: z.string().nullable() }),
  async run(app: AppContext, { collection: name, request }) {
    const { filterOfRequest } = await import('../../../traffic/to-collection/filter-of.ts');
    const { activeEnvironment } = await import('../../../collections/storage/named.ts');
    const workspace = await app.workspace.open();
    const { collection } = await storedOf(workspace, name);
    const { item, folders } = requestNamed(collection, request);
    const values = valuesOf([
      ...(await workspace.globals()),
      ...collection.variables,
      ...((await activeEnvironment(workspace))?.variables ?? []),
      ...folders.flatMap(({ variables }) => variables),
      ...item.request.variables,
    ]);
    return { filter: filterOfRequest(item.request, (variable) => values.get(variable)) };
  },
});

async function planIn(
  app: AppContext,
  workspace: Workspace,
  { ids, collection: name, folder, keep, requests }: Selection,
): Promise<{ readonly plan: CapturePlan; readonly collection: Collection | null }> {
  const { planRequests } = await import('../../../traffic/to-collection/index.ts');
  const flows: Flow[] = [];
  for (const id of ids) {
    const flow = app.traffic.find(id);
    if (flow === undefined) throw new ParameterError(`there is no request ${id} any more`, { field: 'ids' });
    flows.push(flow);
  }
  const collection = name === undefined ? null : (await storedOf(workspace, name)).collection;
  const surroundings = await surroundingsOf(workspace, collection, folder);
  const choices = {
    keep: new Set(keep),
    requests: new Map(requests.map(({ key, ...choice }) => [key, choice])),
  };
  return { plan: await planRequests(flows, collection, surroundings, choices), collection };
}

async function storedOf(workspace: Workspace, name: string): Promise<StoredCollection> {
  const { collectionHeadNamed } = await import('../../../collections/storage/named.ts');
  return workspace.wholeCollection(await collectionHeadNamed(workspace, name));
}
