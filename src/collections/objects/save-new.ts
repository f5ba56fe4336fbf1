// Adds an object that has no file, or whose file is gone, with the same code by which every other part of the program
// writes it. The caller holds the lock of the workspace.
import { mkdir, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { ParameterError } from '../../base/errors.ts';
import { checked } from '../edit/changes.ts';
import { collectionFields, folderFields } from '../model/collection.ts';
import { environment, globals } from '../model/environment.ts';
import { clientFlow } from '../model/flow.ts';
import { loadTest } from '../model/load-test.ts';
import { request } from '../model/request.ts';
import { runConfiguration } from '../model/run-configuration.ts';
import { addItems } from '../storage/add-items.ts';
import { withoutOrder } from '../storage/read-collection.ts';
import { createSafeFolder } from '../storage/safe-path.ts';
import { comparableName, slugOf, uniqueSlug } from '../storage/slug.ts';
import { writeSpec } from '../storage/specs.ts';
import type { Workspace } from '../storage/workspace.ts';
import type { ObjectKind } from './object-kinds.ts';
import type { ObjectIndex } from './object-index.ts';
import { refuseNamesakes } from './save-stored.ts';
import type { Fields } from './stored-object.ts';

interface NewObject {
  readonly kind: ObjectKind;
  readonly id: string;
  readonly fields: Fields;
  /** The folder that takes a request or a folder, relative to the workspace; null when none is named. */
  readonly folder: string | null;
}

interface Adding {
  readonly workspace: Workspace;
  readonly index: ObjectIndex;
  readonly id: string;
  /** The edited fields, and the id. */
  readonly all: Fields;
  readonly folder: string | null;
}

/** Adds an object with its id. Rejects with a UserError that names the field which is not valid. */
export async function saveNew(
  workspace: Workspace,
  index: ObjectIndex,
  { kind, id, fields, folder }: NewObject,
): Promise<void> {
  await adders[kind]({ workspace, index, id, folder, all: { ...fields, id } });
}

const adders: Readonly<Record<ObjectKind, (adding: Adding) => Promise<void>>> = {
  async request({ workspace, index, folder, all }) {
    const value = checked(request, all, '');
    const path = holderFor('request', folder, index, value.name);
    await addItems(join(workspace.folder, path), [{ kind: 'request', request: value }]);
  },
  async folder({ workspace, index, folder, all }) {
    const value = { ...withoutOrder(checked(folderFields, all, '')), items: [] };
    const path = holderFor('folder', folder, index, value.name);
    await addItems(join(workspace.folder, path), [{ kind: 'folder', folder: value }]);
  },
  async collection({ workspace, index, all }) {
    const collection = { ...withoutOrder(checked(collectionFields, all, '')), items: [] };
    refuseNamesakes(index, { path: 'collections/new/collection.yaml', kind: 'collection' }, collection.name);
    const path = await freePath(join(workspace.folder, 'collections'), collection.name);
    await mkdir(path);
    await workspace.saveCollection({ path, collection, paths: new Map() });
  },
  async environment({ workspace, index, all }) {
    const value = checked(environment, all, '');
    refuseNamesakes(index, { path: 'environments/', kind: 'environment' }, value.name);
    await workspace.saveEnvironment(value);
  },
  async globals({ workspace, all: { variables } }) {
    await workspace.saveGlobals(checked(globals, { variables }, '').variables);
  },
  async flow({ workspace, index, all }) {
    const value = checked(clientFlow, all, '');
    refuseNamesakes(index, { path: 'flows/', kind: 'flow' }, value.name);
    await workspace.saveFlow(value);
  },
  async run({ workspace, index, all }) {
    const value = checked(runConfiguration, all, '');
    refuseNamesakes(index, { path: 'runs/', kind: 'run' }, value.name);
    await workspace.runConfigurations.save(value);
  },
  async loadTest({ workspace, index, all }) {
    const value = checked(loadTest, all, '');
    refuseNamesakes(index, { path: 'load-tests/', kind: 'loadTest' }, value.name);
    await workspace.loadTests.save(value);
  },
  async spec({ workspace, id, all }) {
    const [name, text] = [String(all['name']), String(all['text'])];
    const path = await freePath(join(workspace.folder, 'specs'), name, '.yaml');
    await writeSpec({ id, path }, { name, text, collectionId: null });
  },
  async dataset({ workspace, id, all }) {
    const text = String(all['text']);
    // A bracket at its start marks JSON.
    await workspace.saveDataset(id, { format: /^\s*\[/.test(text) ? 'json' : 'csv', text });
  },
};

/** Returns the folder that takes an item. Throws a UserError without one, or when it has an item of this name. */
function holderFor(
  kind: 'request' | 'folder',
  folder: string | null,
  index: ObjectIndex,
  name: string,
): string {
  if (folder === null)
    throw new ParameterError(`collection is missing: give the one that takes the ${kind}`, {
      field: 'collection',
    });
  refuseNamesakes(
    index,
    { path: kind === 'folder' ? `${folder}/new/folder.yaml` : `${folder}/`, kind },
    name,
  );
  return folder;
}

/** Returns a path in a folder that nothing has, named after an object. */
async function freePath(folder: string, name: string, suffix = ''): Promise<string> {
  await createSafeFolder(folder);
  const taken = new Set(
    (await readdir(folder)).map((file) => comparableName(file.replace(/(?:\.link)?\.yaml$/, ''))),
  );
  return join(folder, `${uniqueSlug(slugOf(name), (slug) => taken.has(comparableName(slug)))}${suffix}`);
}
