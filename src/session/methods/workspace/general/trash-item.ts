// Moves an object of the workspace to the trash.
import { z } from 'zod';
import { UserError } from '../../../../base/errors.ts';
import { allItems, changeItem, folderNamed, idOf } from '../../../../collections/edit/items.ts';
import { requestsOf, type Item } from '../../../../collections/model/collection.ts';
import type { Workspace } from '../../../../collections/storage/workspace.ts';
import { defineMethod, EVERYWHERE } from '../../contract.ts';
import type { WorkspaceOwner } from '../../workspace-context.ts';
import { reference } from '../fields.ts';
import { trashFromCollection, type TrashedItem } from '../trashing.ts';

const KINDS = ['folder', 'example', 'environment', 'dataset', 'spec', 'flow', 'run', 'loadTest'] as const;
type Kind = (typeof KINDS)[number];

export const trashItem = defineMethod({
  name: 'trash_item',
  summary:
    'Moves a folder, example, environment, dataset, spec, flow, run configuration or load test to the trash; restore_item undoes it',
  effect: 'write',
  faces: EVERYWHERE,
  undo: 'files',
  params: z.strictObject({ kind: z.enum(KINDS, KINDS.join(', ')), id: reference }),
  result: z.strictObject({ trashed: z.string(), name: z.string(), trashId: z.string() }),
  async run({ workspace: context }: WorkspaceOwner, { kind, id: given }) {
    const workspace = await context.open();
    const { id, name, trashId } = await trashers[kind](workspace, given);
    return { trashed: id, name, trashId };
  },
});

const trashers: Readonly<Record<Kind, (workspace: Workspace, given: string) => Promise<TrashedItem>>> = {
  folder: trashFolder,
  example: trashExample,
  environment: trashEnvironment,
  dataset: trashDataset,
  spec: trashSpec,
  flow: (workspace, given) => trashNamed(workspace, 'flow', given),
  run: (workspace, given) => trashNamed(workspace, 'run', given),
  loadTest: (workspace, given) => trashNamed(workspace, 'loadTest', given),
};

async function trashFolder(workspace: Workspace, given: string): Promise<TrashedItem> {
  for (const { collection } of await workspace.collections())
    if ([...allItems(collection.items)].some(({ item }) => item.kind === 'folder' && idOf(item) === given))
      return trashFromCollection(workspace, collection.id, (each) => folderNamed(each, given).item);
  throw missing('folder', given, 'get_collection lists folders with their ids');
}

async function trashExample(workspace: Workspace, given: string): Promise<TrashedItem> {
  const { keepExample } = await import('../../../../collections/storage/trash.ts');
  return workspace.exclusively(async () => {
    for (const head of await workspace.collections()) {
      const { collection } = head;
      const found = [...requestsOf(collection.items)].find(({ request }) =>
        request.examples.some(({ id }) => id === given),
      );
      if (found === undefined) continue;
      const { request } = found;
      const stored = await workspace.wholeCollection(head);
      const example = request.examples.find(({ id }) => id === given)!;
      const path = stored.paths.get(request.id)!;
      const trashed = await keepExample(workspace.folder, { example, request: request.id, path });
      const withoutExample = { ...request, examples: request.examples.filter(({ id }) => id !== given) };
      const change = (): Item => ({ kind: 'request', request: withoutExample });
      const items = changeItem(stored.collection.items, request.id, change);
      await workspace.replaceCollection(stored, { ...stored.collection, items });
      return { id: given, name: example.name, trashId: trashed.id };
    }
    throw missing('example', given, 'get_saved_request lists examples with their ids');
  });
}

async function trashEnvironment(workspace: Workspace, given: string): Promise<TrashedItem> {
  const { environmentNamed } = await import('../../../../collections/storage/named.ts');
  return workspace.exclusively(async () => {
    const { id, name } = await environmentNamed(workspace, given);
    const path = await workspace.fileOf('environment', id);
    const { id: trashId } = await workspace.trash({ kind: 'environment', name, path: path! });
    const fields = workspace.fields();
    if (fields.activeEnvironment === id) await workspace.saveFields({ ...fields, activeEnvironment: null });
    return { id, name, trashId };
  });
}

async function trashDataset(workspace: Workspace, given: string): Promise<TrashedItem> {
  return workspace.exclusively(async () => {
    const path = await workspace.datasetFile(given);
    if (path === null)
      throw missing('dataset', given, `there are ${(await workspace.datasetNames()).join(', ') || 'none'}`);
    const { id: trashId } = await workspace.trash({ kind: 'dataset', name: given, path });
    return { id: given, name: given, trashId };
  });
}

async function trashSpec(workspace: Workspace, given: string): Promise<TrashedItem> {
  const { specNamed } = await import('../../../../specs/named.ts');
  const { specLinkPath } = await import('../../../../collections/storage/specs.ts');
  const { existsSync } = await import('node:fs');
  return workspace.exclusively(async () => {
    const spec = await specNamed(workspace, given);
    const also = [specLinkPath(spec)].filter((path) => existsSync(path));
    const { id: trashId } = await workspace.trash({ kind: 'spec', name: spec.name, path: spec.path, also });
    return { id: spec.id, name: spec.name, trashId };
  });
}

interface NamedFile {
  readonly all: (workspace: Workspace) => Promise<readonly { readonly id: string; readonly name: string }[]>;
  readonly pathOf: (workspace: Workspace, id: string) => Promise<string | null>;
}

/** The kinds that are a file each in a folder of theirs. */
const namedFiles = {
  flow: { all: (workspace) => workspace.flows(), pathOf: (workspace, id) => workspace.fileOf('flow', id) },
  run: {
    all: ({ runConfigurations }) => runConfigurations.all(),
    pathOf: ({ runConfigurations }, id) => runConfigurations.pathOf(id),
  },
  loadTest: {
    all: ({ loadTests }) => loadTests.all(),
    pathOf: ({ loadTests }, id) => loadTests.pathOf(id),
  },
} as const satisfies Readonly<Record<string, NamedFile>>;
type NamedKind = keyof typeof namedFiles;

/** Moves one of the objects that are a file each in a folder of theirs. */
async function trashNamed(workspace: Workspace, kind: NamedKind, given: string): Promise<TrashedItem> {
  return workspace.exclusively(async () => {
    const all = await namedFiles[kind].all(workspace);
    const found = all.find(({ id }) => id === given) ?? all.find(({ name }) => name === given);
    if (found === undefined)
      throw missing(kind, given, `there are ${all.map(({ name }) => name).join(', ') || 'none'}`);
    const path = await namedFiles[kind].pathOf(workspace, found.id);
    const { id: trashId } = await workspace.trash({ kind, name: found.name, path: path! });
    return { id: found.id, name: found.name, trashId };
  });
}

function missing(kind: Kind, given: string, hint: string): UserError {
  const shown = JSON.stringify(given.slice(0, 200));
  return new UserError('NOT_FOUND', `there is no ${kind} ${shown}: ${hint}`, { field: 'id' });
}
