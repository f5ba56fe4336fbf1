// A workspace: a folder with one file for each object. Files are read on demand, and the folder need not exist.
import { readdir, rm } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { makeFolder } from '../../base/make-folder.ts';
import { messageOf, systemCode } from '../../base/errors.ts';
import { collectionFields, folderFields, type Collection } from '../model/collection.ts';
import {
  environment as environmentSchema,
  globals as globalsSchema,
  workspaceFields,
  type Dataset,
  type Environment,
  type WorkspaceFields,
} from '../model/environment.ts';
import { clientFlow, type ClientFlow } from '../model/flow.ts';
import type { Imported } from '../model/imported.ts';
import { loadTest } from '../model/load-test.ts';
import { runConfiguration } from '../model/run-configuration.ts';
import { request as requestSchema } from '../model/request.ts';
import type { Variable } from '../model/values.ts';
import { COLLECTION_FILE } from './collection-files.ts';
import { readDataset, writeDataset, type DatasetContent } from './datasets.ts';
import { withLock } from './lock.ts';
import { addCollectionFolder } from './add-collection.ts';
import { readObject, writeObject, type FileError } from './object-file.ts';
import { isLink, LINKS_NOT_FOLLOWED } from './safe-path.ts';
import { readCollection, readHead, type StoredCollection } from './read-collection.ts';
import { SecretsFile } from './secrets-file.ts';
import type { ItemFields } from './item-fields.ts';
import { NamedFiles } from './named-files.ts';
import { throwFileError } from './order.ts';
import { comparableName, slugOf } from './slug.ts';
import { readSpecs, type StoredSpec } from './specs.ts';
import { readWhole, takeImport, type TakenImport } from './take-import.ts';
import { copyToTrash, type Trashed, type TrashItem } from './trash.ts';
import { writeCollection } from './update-collection.ts';

export const LOCAL_FOLDER = '.local';
const GLOBALS_OWNER = 'globals';

/** A collection without its contents. */
export interface CollectionHead {
  readonly id: string;
  readonly name: string;
  readonly path: string;
}

/** Runs a change of the workspace, and sees what was there before and afterwards. */
export type ChangeGuard = <T>(work: () => Promise<T>) => Promise<T>;

export class Workspace {
  readonly folder: string;
  readonly runConfigurations: NamedFiles<typeof runConfiguration>;
  readonly loadTests: NamedFiles<typeof loadTest>;
  readonly #errors: FileError[] = [];
  readonly #onError = (error: FileError): void => {
    const file = relative(this.folder, error.file);
    if (!this.#errors.some((each) => each.file === file && each.reason === error.reason))
      this.#errors.push({ ...error, file });
  };
  readonly #guard: ChangeGuard;
  readonly #secrets: SecretsFile;
  readonly #environments: NamedFiles<typeof environmentSchema>;
  readonly #flows: NamedFiles<typeof clientFlow>;

  /** `guard` runs each exclusive change. */
  constructor(folder: string, guard: ChangeGuard = (work) => work()) {
    this.folder = folder;
    this.#guard = guard;
    this.#secrets = new SecretsFile(join(folder, LOCAL_FOLDER));
    this.#environments = new NamedFiles(join(folder, 'environments'), environmentSchema, this.#onError);
    this.#flows = new NamedFiles(join(folder, 'flows'), clientFlow, this.#onError);
    this.runConfigurations = new NamedFiles(join(folder, 'runs'), runConfiguration, this.#onError);
    this.loadTests = new NamedFiles(join(folder, 'load-tests'), loadTest, this.#onError);
  }

  /** Errors in the files that were read so far, with paths relative to the workspace. */
  get problems(): readonly FileError[] {
    return this.#errors;
  }

  fields(): WorkspaceFields {
    const path = join(this.folder, 'workspace.yaml');
    return readObject(path, workspaceFields, this.#onError) ?? workspaceFields.parse({});
  }

  async globals(): Promise<readonly Variable[]> {
    const path = join(this.folder, 'globals.yaml');
    const found = readObject(path, globalsSchema, this.#onError);
    return this.#secrets.withValues(GLOBALS_OWNER, found?.variables ?? []);
  }

  /** Returns variables with the values of secrets. `owner`: the id of the collection or environment, or `globals`. */
  async withSecrets(owner: string, variables: readonly Variable[]): Promise<Variable[]> {
    return this.#secrets.withValues(owner, variables);
  }

  async environments(): Promise<readonly Environment[]> {
    return Promise.all(
      (await this.#environments.all()).map(async (each) => ({
        ...each,
        variables: await this.#secrets.withValues(each.id, each.variables),
      })),
    );
  }

  /** Returns the paths of what variables are read from: environments, globals, and the values of secrets. */
  async variableFiles(): Promise<readonly string[]> {
    const own = ['workspace.yaml', 'globals.yaml', 'environments', join(LOCAL_FOLDER, 'secrets.json')];
    return [...own.map((path) => join(this.folder, path)), ...(await this.#files('environments', '.yaml'))];
  }

  async flows(): Promise<readonly ClientFlow[]> {
    return this.#flows.all();
  }

  async collectionHeads(): Promise<readonly CollectionHead[]> {
    const folders = await this.#folders('collections');
    const heads = folders.map((path) => {
      const found = readHead(path, this.#onError);
      return found === null ? null : { id: found.id, name: found.name, path };
    });
    return heads.filter((head) => head !== null).sort((a, b) => a.name.localeCompare(b.name));
  }

  /** Returns all collections with their contents, sorted by name. */
  async collections(): Promise<readonly StoredCollection[]> {
    const folders = await this.#folders('collections');
    const found = await Promise.all(folders.map((path) => this.collection({ path })));
    return found
      .filter((stored) => stored !== null)
      .sort((a, b) => a.collection.name.localeCompare(b.collection.name));
  }

  async collection({ path }: Pick<CollectionHead, 'path'>): Promise<StoredCollection | null> {
    const stored = await readCollection(path, this.#onError);
    if (stored === null) return null;
    const { collection } = stored;
    const variables = await this.#secrets.withValues(collection.id, collection.variables);
    return { ...stored, collection: { ...collection, variables } };
  }

  /** Reads a collection to write it again. Rejects with an Error when any of its files cannot be read. */
  async wholeCollection({ path }: Pick<CollectionHead, 'path'>): Promise<StoredCollection> {
    return readWhole(this, path);
  }

  /** Returns API descriptions, sorted by name. */
  async specs(): Promise<readonly StoredSpec[]> {
    return readSpecs(join(this.folder, 'specs'), this.#onError);
  }

  /** Returns the names of datasets, sorted. */
  async datasetNames(): Promise<readonly string[]> {
    const files = [...(await this.#files('datasets', '.csv')), ...(await this.#files('datasets', '.json'))];
    return files.map((file) => basename(file).replace(/\.(?:csv|json)$/, '')).sort();
  }

  /** Resolves with the path of the file of a dataset; null when there is none. */
  async datasetFile(name: string): Promise<string | null> {
    const files = [...(await this.#files('datasets', '.csv')), ...(await this.#files('datasets', '.json'))];
    const names = [comparableName(name), comparableName(slugOf(name))];
    const path = files.find((file) =>
      names.includes(comparableName(basename(file).replace(/\.(?:csv|json)$/, ''))),
    );
    return path ?? null;
  }

  /** Creates a dataset, or replaces the one with this name. */
  async saveDataset(name: string, content: DatasetContent): Promise<{ readonly path: string } & Dataset> {
    const before = await this.datasetFile(name);
    const path = await writeDataset(join(this.folder, 'datasets'), name, content, before);
    return { path, ...(await readDataset(path)) };
  }

  async dataset(name: string): Promise<Dataset | null> {
    const path = await this.datasetFile(name);
    return path === null ? null : readDataset(path);
  }

  /**
   * Adds the result of an import; each object is added completely or not at all. What is there already gets a copy, or
   * with `isUpdate` is brought up to date.
   */
  async import(imported: Imported, isUpdate = false): Promise<TakenImport> {
    return this.exclusively(() => takeImport(this, imported, isUpdate));
  }

  /** Runs `work` while no other process changes the workspace; it must not call `import`. */
  async exclusively<T>(work: () => Promise<T>): Promise<T> {
    return withLock(join(this.folder, LOCAL_FOLDER), () => this.#guard(work));
  }

  /** Adds a collection, with another id when its own is in use. */
  async addCollection(collection: Collection): Promise<Pick<CollectionHead, 'id' | 'path'>> {
    const id = await this.#freeId(collection.id);
    const variables = await this.#secrets.storeValues(id, collection.variables);
    const [collections, local] = [join(this.folder, 'collections'), join(this.folder, LOCAL_FOLDER)];
    return { id, path: await addCollectionFolder(collections, local, { ...collection, id, variables }) };
  }

  /** Moves an object to the trash; values of its secret variables stay on this machine for its return. */
  async trash(object: Trashed): Promise<TrashItem> {
    const item = await copyToTrash(this.folder, object);
    for (const path of [object.path, ...(object.also ?? [])])
      await rm(path, { recursive: true, force: true });
    return item;
  }

  /** Resolves with the path of the file of an environment or a flow; null when there is none. */
  async fileOf(kind: 'environment' | 'flow', id: string): Promise<string | null> {
    return (kind === 'flow' ? this.#flows : this.#environments).pathOf(id);
  }

  /** Saves the fields of a folder or request in its file at `path`; its name and its place are unchanged. */
  async saveItem(path: string, fields: ItemFields): Promise<void> {
    if (fields.kind === 'request') await writeObject(path, requestSchema, fields.value);
    else await writeObject(path, folderFields, fields.value);
  }

  /** Saves the fields of a collection; its contents and its folder are unchanged. */
  async saveCollection({ path, collection }: StoredCollection): Promise<void> {
    const file = join(path, COLLECTION_FILE);
    const known = readObject(file, collectionFields, throwFileError);
    const { id, name, docs, auth, headers = [], settings = {}, scripts } = collection;
    const variables = await this.#secrets.storeValues(id, collection.variables);
    const order = known?.order ?? [];
    const own = { id, name, docs, auth, variables, headers, settings, scripts, order };
    await writeObject(file, collectionFields, own);
  }

  /** Writes a collection over the one that was read, with all its contents. */
  async replaceCollection(stored: StoredCollection, collection: Collection): Promise<void> {
    const variables = await this.#secrets.storeValues(collection.id, collection.variables);
    await writeCollection(stored, { ...collection, variables });
  }

  /** Adds an environment, with another id when its own is in use. */
  async addEnvironment(environment: Environment): Promise<void> {
    await this.saveEnvironment({ ...environment, id: await this.#freeId(environment.id) });
  }

  /** Returns `wanted` unless it is or was in use, so that an import cannot read the secrets of others. */
  async #freeId(wanted: string): Promise<string> {
    const known = [...(await this.collectionHeads()), ...(await this.#environments.all())];
    const isTaken =
      wanted === GLOBALS_OWNER || known.some(({ id }) => id === wanted) || (await this.#secrets.has(wanted));
    return isTaken ? crypto.randomUUID() : wanted;
  }

  async saveEnvironment(environment: Environment): Promise<void> {
    const variables = await this.#secrets.storeValues(environment.id, environment.variables);
    await this.#environments.save({ ...environment, variables });
  }

  async saveFlow(flow: ClientFlow): Promise<void> {
    await this.#flows.save(flow);
  }

  async saveGlobals(variables: readonly Variable[]): Promise<void> {
    makeFolder(this.folder);
    const shared = await this.#secrets.storeValues(GLOBALS_OWNER, variables);
    await writeObject(join(this.folder, 'globals.yaml'), globalsSchema, { variables: shared });
  }

  async saveFields(fields: WorkspaceFields): Promise<void> {
    makeFolder(this.folder);
    await writeObject(join(this.folder, 'workspace.yaml'), workspaceFields, fields);
  }

  async #files(folder: string, suffix: string): Promise<readonly string[]> {
    return this.#entries(folder, (entry) => entry.isFile() && entry.name.endsWith(suffix));
  }

  async #folders(folder: string): Promise<readonly string[]> {
    return this.#entries(folder, (entry) => entry.isDirectory());
  }

  async #entries(
    folder: string,
    isWanted: (entry: { name: string; isFile: () => boolean; isDirectory: () => boolean }) => boolean,
  ): Promise<readonly string[]> {
    const path = join(this.folder, folder);
    if (isLink(path)) {
      this.#onError({ file: path, line: 0, reason: LINKS_NOT_FOLLOWED });
      return [];
    }
    try {
      const entries = await readdir(path, { withFileTypes: true });
      return entries
        .filter((entry) => !entry.name.startsWith('.') && isWanted(entry))
        .map(({ name }) => join(path, name))
        .sort();
    } catch (error) {
      if (systemCode(error) !== 'ENOENT') this.#onError({ file: path, line: 0, reason: messageOf(error) });
      return [];
    }
  }
}
