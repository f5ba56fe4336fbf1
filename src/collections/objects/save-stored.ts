// Saves an object with other fields, with the same code by which every other part of the program writes it. The caller
// holds the lock of the workspace.
import { dirname, join } from 'node:path';
import { UserError } from '../../base/errors.ts';
import { checked } from '../edit/changes.ts';
import { changeItem } from '../edit/items.ts';
import { collectionFields, folderFields, type Item } from '../model/collection.ts';
import { environment, globals } from '../model/environment.ts';
import { clientFlow } from '../model/flow.ts';
import { loadTest } from '../model/load-test.ts';
import { request } from '../model/request.ts';
import { runConfiguration } from '../model/run-configuration.ts';
import { withoutOrder } from '../storage/read-collection.ts';
import { writeSpec } from '../storage/specs.ts';
import type { Workspace } from '../storage/workspace.ts';
import { documentName } from './kinds.ts';
import type { ObjectKind } from './object-kinds.ts';
import type { ObjectIndex } from './object-index.ts';
import type { Fields, StoredObject } from './stored-object.ts';

interface Saving {
  readonly workspace: Workspace;
  readonly index: ObjectIndex;
  readonly stored: StoredObject;
  /** All fields of the file, with the changed ones. */
  readonly all: Fields;
}

/** Saves the edited fields of an object. Rejects with a UserError that names the field which is not valid. */
export async function saveStored(
  workspace: Workspace,
  index: ObjectIndex,
  stored: StoredObject,
  fields: Fields,
): Promise<void> {
  const saving = { workspace, index, stored, all: { ...stored.all, ...fields } };
  refuseNames(saving, fields);
  await savers[stored.kind](saving);
}

const savers: Readonly<Record<ObjectKind, (saving: Saving) => Promise<void>>> = {
  async request({ workspace, stored, all }) {
    const value = checked(request, all, '');
    const path = join(workspace.folder, stored.file.path);
    if (value.name === stored.all['name']) await workspace.saveItem(path, { kind: 'request', value });
    else await renameItem(workspace, stored, () => ({ kind: 'request', request: value }));
  },
  async folder({ workspace, stored, all }) {
    const value = checked(folderFields, all, '');
    const path = join(workspace.folder, stored.file.path);
    if (value.name === stored.all['name']) await workspace.saveItem(path, { kind: 'folder', value });
    else
      await renameItem(workspace, stored, (old) => {
        const items = old.kind === 'folder' ? old.folder.items : [];
        return { kind: 'folder', folder: { ...withoutOrder(value), items } };
      });
  },
  async collection({ workspace, stored, all }) {
    const collection = { ...withoutOrder(checked(collectionFields, all, '')), items: [] };
    const path = join(workspace.folder, dirname(stored.file.path));
    await workspace.saveCollection({ path, collection, paths: new Map() });
  },
  async environment({ workspace, all }) {
    await workspace.saveEnvironment(checked(environment, all, ''));
  },
  async globals({ workspace, all }) {
    await workspace.saveGlobals(checked(globals, all, '').variables);
  },
  async flow({ workspace, all }) {
    await workspace.saveFlow(checked(clientFlow, all, ''));
  },
  async run({ workspace, all }) {
    await workspace.runConfigurations.save(checked(runConfiguration, all, ''));
  },
  async loadTest({ workspace, all }) {
    await workspace.loadTests.save(checked(loadTest, all, ''));
  },
  async spec({ workspace, stored, all }) {
    const { name, text, collectionId } = all;
    const path = join(workspace.folder, stored.file.path);
    const fields = { name: String(name), text: String(text), collectionId: collectionIdOf(collectionId) };
    await writeSpec({ id: stored.id, path }, fields);
  },
  async dataset({ workspace, stored, all }) {
    const format = stored.file.path.endsWith('.csv') ? 'csv' : 'json';
    await workspace.saveDataset(documentName(stored.file.path), { format, text: String(all['text']) });
  },
};

function collectionIdOf(value: unknown): string | null {
  return typeof value === 'string' ? value : null;
}

async function renameItem(
  workspace: Workspace,
  { id, file }: StoredObject,
  change: (item: Item) => Item,
): Promise<void> {
  const [, folder = ''] = file.path.split('/');
  const whole = await workspace.wholeCollection({ path: join(workspace.folder, 'collections', folder) });
  const items = changeItem(whole.collection.items, id, change);
  await workspace.replaceCollection(whole, { ...whole.collection, items });
}

function refuseNames({ index, stored }: Saving, { name }: Fields): void {
  if (name === undefined || name === stored.all['name']) return;
  if (typeof name !== 'string' || name.trim() === '')
    throw new UserError('INVALID_PARAMETER', 'name is empty: give a name', { field: 'name' });
  refuseNamesakes(index, stored.file, name);
}

/** Throws a UserError for a name that another object of the kind has in the same folder. */
export function refuseNamesakes(
  index: ObjectIndex,
  { path, kind }: { readonly path: string; readonly kind: string },
  name: string,
): void {
  const folder = holderOf(path, kind);
  for (const other of index.files.values())
    if (
      other.kind === kind &&
      other.path !== path &&
      other.name === name &&
      holderOf(other.path, kind) === folder
    )
      throw new UserError(
        'CONFLICT',
        `there is a ${kind} ${JSON.stringify(name)} in ${folder || 'the workspace'} already: give another name`,
        { field: 'name' },
      );
}

/** Returns the folder that holds an object; that of a folder's own file is the one above. */
function holderOf(path: string, kind: string): string {
  const parts = path.split('/').slice(0, -1);
  return (kind === 'folder' || kind === 'collection' ? parts.slice(0, -1) : parts).join('/');
}
