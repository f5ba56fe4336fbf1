// Imports files from a page: first a look at each, then all that are wanted as one step.
import { z } from 'zod';
import { messageOf } from '../../../../base/errors.ts';
import { requestsOf, type Collection, type Item } from '../../../../collections/model/collection.ts';
import type { Imported } from '../../../../collections/model/imported.ts';
import type { Workspace } from '../../../../collections/storage/workspace.ts';
import { defineMethod, UI_ONLY } from '../../contract.ts';
import { flag } from '../../fields.ts';
import { window } from '../fields.ts';
import { importSource, readSource } from './sources.ts';

const counts = z.strictObject({
  requests: z.number(),
  folders: z.number(),
  examples: z.number(),
  variables: z.number(),
  secrets: z.number(),
});

const changes = z.strictObject({
  added: z.array(z.string()).readonly(),
  updated: z.array(z.string()).readonly(),
  missing: z.array(z.string()).readonly().describe('Requests that the file does not have: they stay'),
});

const plan = z.strictObject({
  name: z.string(),
  format: z.string(),
  error: z.string().nullable().describe('The reason why it cannot be imported'),
  collections: z.array(z.string()),
  environments: z.array(z.string()),
  specs: z.array(z.string()),
  counts,
  exists: z.array(z.string()).describe('Names of objects that the workspace has already'),
  changes: changes.nullable().describe('What an update changes; null where nothing is there yet'),
  warnings: z.array(z.string()).readonly(),
});
type Plan = z.input<typeof plan>;

const sources = z
  .array(importSource, 'a list of files, folders and paths')
  .min(1, 'at least one')
  .max(200)
  .readonly();

const NOTHING: Omit<Plan, 'name'> = {
  format: '',
  error: null,
  collections: [],
  environments: [],
  specs: [],
  counts: { requests: 0, folders: 0, examples: 0, variables: 0, secrets: 0 },
  exists: [],
  changes: null,
  warnings: [],
};

export const planImport = defineMethod({
  name: 'client.plan_import',
  summary: 'Says what each file would become, and what of it is there already; nothing is written',
  effect: 'read',
  faces: UI_ONLY,
  params: z.strictObject({ sources }),
  result: z.strictObject({ plans: z.array(plan) }),
  async run(app, { sources: given }) {
    const workspace = await app.workspace.open();
    const plans: Plan[] = [];
    for (const source of given) {
      const name = 'path' in source ? source.path : source.name;
      try {
        const { format, imported } = await readSource(source, app.workspace);
        plans.push({ ...NOTHING, name, format, ...(await planned(imported, workspace)) });
      } catch (error) {
        plans.push({ ...NOTHING, name, error: messageOf(error) });
      }
    }
    return { plans };
  },
});

async function planned(imported: Imported, workspace: Workspace): Promise<Partial<Plan>> {
  const { collections, environments, specs, requests, globals, broken, warnings } = imported;
  const items = collections.flatMap((each) => each.items);
  const all = [...requestsOf(items)].map(({ request }) => request).concat(requests);
  const variables = [...environments.flatMap((each) => each.variables), ...globals];
  const known = {
    collections: await workspace.collectionHeads(),
    environments: await workspace.environments(),
  };
  return {
    collections: collections.map(({ name }) => name),
    environments: environments.map(({ name }) => name),
    specs: specs.map(({ name }) => name),
    counts: {
      requests: all.length,
      folders: countFolders(items),
      examples: all.reduce((sum, { examples }) => sum + examples.length, 0),
      variables: variables.length,
      secrets: variables.filter(({ secret }) => secret).length,
    },
    exists: [
      ...known.collections.filter(({ id }) => collections.some((each) => each.id === id)),
      ...known.environments.filter(({ id }) => environments.some((each) => each.id === id)),
    ].map(({ name }) => name),
    changes: await changesOf(collections, workspace),
    warnings: [...broken.map((sentence) => `${sentence}, and is left out`), ...warnings],
  };
}

/** Resolves with what an update of the known collections changes; null where none is known. */
async function changesOf(
  collections: readonly Collection[],
  workspace: Workspace,
): Promise<z.input<typeof changes> | null> {
  const { mergeCollection } = await import('../../../../collections/merge/index.ts');
  const all = { added: [] as string[], updated: [] as string[], missing: [] as string[] };
  let isKnown = false;
  for (const collection of collections) {
    const head = (await workspace.collectionHeads()).find(({ id }) => id === collection.id);
    const stored = head === undefined ? null : await workspace.collection(head);
    if (stored === null) continue;
    isKnown = true;
    const { added, updated, missing } = mergeCollection(stored.collection, collection);
    all.added.push(...added);
    all.updated.push(...updated);
    all.missing.push(...missing.map(({ name }) => name));
  }
  return isKnown ? all : null;
}

function countFolders(items: readonly Item[]): number {
  return items.reduce(
    (sum, item) => sum + (item.kind === 'folder' ? 1 + countFolders(item.folder.items) : 0),
    0,
  );
}

export const importFiles = defineMethod({
  name: 'client.import',
  summary: 'Imports files as one step; one that fails is named, and the others are imported',
  effect: 'write',
  faces: UI_ONLY,
  params: z.strictObject({
    sources: z
      .array(z.strictObject({ source: importSource, isUpdate: flag.default(false) }))
      .min(1, 'at least one')
      .max(200)
      .readonly(),
    window,
  }),
  result: z.strictObject({
    results: z.array(z.strictObject({ name: z.string(), error: z.string().nullable() })),
    collections: z.array(z.strictObject({ id: z.string(), name: z.string() })).describe('Those that are new'),
  }),
  async run(app, { sources: given, window: by }) {
    const files = await app.clientFiles();
    const label = given.length === 1 ? 'Imported 1 file' : `Imported ${given.length} files`;
    return files.act({ label, window: by }, async ({ workspace }) => {
      const before = new Set((await workspace.collectionHeads()).map(({ id }) => id));
      const results: { name: string; error: string | null }[] = [];
      for (const { source, isUpdate } of given) {
        const name = 'path' in source ? source.path : source.name;
        try {
          const { imported } = await readSource(source, app.workspace);
          await workspace.import(imported, isUpdate);
          results.push({ name, error: null });
        } catch (error) {
          results.push({ name, error: messageOf(error) });
        }
      }
      const heads = await workspace.collectionHeads();
      const added = heads.filter(({ id }) => !before.has(id));
      return { results, collections: added.map(({ id, name }) => ({ id, name })) };
    });
  },
});
