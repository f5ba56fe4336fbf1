// Adds the result of an import to a workspace. An object that exists already is updated, or gets a copy beside it.
import { join } from 'node:path';
import { UserError } from '../../base/errors.ts';
import { mergeCollection, type Merged } from '../merge/index.ts';
import { mergedVariables } from '../merge/merged-request.ts';
import { collectionFields, requestsOf, type Collection } from '../model/collection.ts';
import type { Environment } from '../model/environment.ts';
import type { Imported } from '../model/imported.ts';
import { newRequest, type SavedRequest } from '../model/request.ts';
import type { Variable } from '../model/values.ts';
import { addItems } from './add-items.ts';
import { readCollection, type StoredCollection } from './read-collection.ts';
import { addSpec, readSpecs, writeSpec } from './specs.ts';

/** The collection for imported requests without one. */
const IMPORTED = 'Imported';

/** The parts of a workspace that an import changes. */
export interface ImportTarget {
  readonly folder: string;
  collectionHeads: () => Promise<
    readonly { readonly id: string; readonly name: string; readonly path: string }[]
  >;
  collection: (head: { readonly path: string }) => Promise<StoredCollection | null>;
  addCollection: (collection: Collection) => Promise<{ readonly id: string }>;
  replaceCollection: (stored: StoredCollection, collection: Collection) => Promise<void>;
  environments: () => Promise<readonly Environment[]>;
  addEnvironment: (environment: Environment) => Promise<void>;
  saveEnvironment: (environment: Environment) => Promise<void>;
  globals: () => Promise<readonly Variable[]>;
  saveGlobals: (variables: readonly Variable[]) => Promise<void>;
}

/** An object that was there before the import. */
export interface Known {
  readonly kind: 'collection' | 'environment' | 'request';
  readonly name: string;
}

/** The objects of an import that were not simply added. */
export interface TakenImport {
  /** Objects that are there twice now. */
  readonly copies: readonly Known[];
  readonly updates: readonly (Known & Pick<Merged, 'added' | 'updated' | 'missing' | 'keptScripts'>)[];
}

interface Taking {
  readonly workspace: ImportTarget;
  /** True to bring known objects up to date. */
  readonly isUpdate: boolean;
  readonly copies: Known[];
  readonly updates: TakenImport['updates'][number][];
}

/** Takes an import. Each object is added or updated completely or not at all. */
export async function takeImport(
  workspace: ImportTarget,
  imported: Imported,
  isUpdate: boolean,
): Promise<TakenImport> {
  const taking: Taking = { workspace, isUpdate, copies: [], updates: [] };
  const ids = new Map<string, string>();
  for (const collection of imported.collections)
    ids.set(collection.id, await takeCollection(taking, collection));
  for (const environment of imported.environments) {
    const known = (await workspace.environments()).find(({ id }) => id === environment.id);
    if (known !== undefined && isUpdate) {
      const variables = mergedVariables(known.variables, environment.variables);
      await workspace.saveEnvironment({ ...known, variables });
      taking.updates.push({ ...NO_CHANGES, kind: 'environment', name: known.name });
      continue;
    }
    if (known !== undefined) taking.copies.push({ kind: 'environment', name: known.name });
    await workspace.addEnvironment(environment);
  }
  for (const spec of imported.specs)
    await takeSpec(taking, { ...spec, collectionId: ids.get(spec.collectionId) ?? spec.collectionId });
  if (imported.globals.length > 0)
    await workspace.saveGlobals(replaceVariables(await workspace.globals(), imported.globals));
  if (imported.requests.length > 0) await takeRequests(taking, imported.requests);
  return taking;
}

async function takeSpec({ workspace, isUpdate }: Taking, spec: Parameters<typeof addSpec>[1]): Promise<void> {
  const folder = join(workspace.folder, 'specs');
  // A broken description is left as it is, beside a new one.
  const specs = isUpdate ? await readSpecs(folder, () => undefined) : [];
  const known = specs.find(({ collectionId }) => collectionId === spec.collectionId);
  await (known === undefined ? addSpec(folder, spec) : writeSpec(known, spec));
}

const NO_CHANGES = { added: [], updated: [], missing: [], keptScripts: [] };

/** Returns the id that the collection has in the workspace. */
async function takeCollection(taking: Taking, collection: Collection): Promise<string> {
  const { workspace, isUpdate, copies } = taking;
  const known = (await workspace.collectionHeads()).find(({ id }) => id === collection.id);
  if (known !== undefined && isUpdate) {
    await updateCollection(taking, known.path, collection);
    return known.id;
  }
  if (known !== undefined) copies.push({ kind: 'collection', name: known.name });
  return (await workspace.addCollection(collection)).id;
}

async function updateCollection(
  { workspace, updates }: Taking,
  path: string,
  theirs: Collection,
): Promise<void> {
  const stored = await readWhole(workspace, path);
  const { collection, ...changes } = mergeCollection(stored.collection, theirs);
  await workspace.replaceCollection(stored, collection);
  updates.push({ ...changes, kind: 'collection', name: collection.name });
}

/** Reads a collection, and rejects when any of its files is unreadable: a missed request would be added again. */
export async function readWhole(
  workspace: Pick<ImportTarget, 'collection'>,
  path: string,
): Promise<StoredCollection> {
  const broken: string[] = [];
  await readCollection(path, ({ file, line, reason }) => {
    broken.push(`${file}${line > 0 ? `, line ${line}` : ''}: ${reason}`);
  });
  const stored = await workspace.collection({ path });
  if (stored !== null && broken.length === 0) return stored;
  throw new UserError(
    'INVALID_FILE',
    `${path} cannot be updated before its files can be read: ${broken.join('; ')}`,
  );
}

/** Puts requests without a collection into one of their own. */
async function takeRequests(taking: Taking, given: readonly SavedRequest[]): Promise<void> {
  const { workspace, isUpdate, copies } = taking;
  const items = given.map((request) => ({ kind: 'request', request: newRequest(request) }) as const);
  const fields = collectionFields.parse({ id: crypto.randomUUID(), name: IMPORTED });
  const head = (await workspace.collectionHeads()).find(({ name }) => name === IMPORTED);
  const stored = head === undefined ? null : await workspace.collection(head);
  if (stored === null) {
    await workspace.addCollection({ ...fields, items });
    return;
  }
  const known = [...requestsOf(stored.collection.items)].map(({ request }) => request);
  const twins = items.filter(({ request }) => known.some((each) => isSame(each, request)));
  if (isUpdate) {
    const { collection, added, updated, keptScripts } = mergeCollection(stored.collection, {
      ...fields,
      items,
    });
    await workspace.replaceCollection(stored, collection);
    taking.updates.push({ kind: 'collection', name: IMPORTED, added, updated, keptScripts, missing: [] });
    return;
  }
  copies.push(...twins.map(({ request }) => ({ kind: 'request', name: request.name }) as const));
  await addItems(stored.path, items);
}

function isSame(one: SavedRequest, other: SavedRequest): boolean {
  return one.name === other.name && one.method === other.method && one.url === other.url;
}

/** Merges variables; added ones replace those of the same name. */
function replaceVariables(known: readonly Variable[], added: readonly Variable[]): Variable[] {
  const names = new Set(added.map(({ name }) => name));
  return [...known.filter(({ name }) => !names.has(name)), ...added];
}
