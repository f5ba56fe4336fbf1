// A workspace: a folder of files, one for each object, read when they are asked for. There need not be one yet.
import { randomUUID } from 'node:crypto';
import { mkdir, readdir } from 'node:fs/promises';
import { basename, join, relative } from 'node:path';
import { codeOf, messageOf } from '../../base/errors.ts';
import { collectionFields, type Collection } from '../model/collection.ts';
import {
  environment as environmentSchema,
  globals as globalsSchema,
  workspaceFields,
  type Dataset,
  type Environment,
  type WorkspaceFields,
} from '../model/environment.ts';
import type { Imported } from '../model/imported.ts';
import { newRequest } from '../model/request.ts';
import type { Variable } from '../model/values.ts';
import { addItems } from './add-items.ts';
import { COLLECTION_FILE } from './collection-files.ts';
import { readDataset } from './datasets.ts';
import { addTree } from './new-tree.ts';
import { readObject, writeObject, type Problem } from './object-file.ts';
import { readCollection, type StoredCollection } from './read-collection.ts';
import { SecretsFile } from './secrets-file.ts';
import { freeSlug, sameName, slugOf } from './slug.ts';
import { addSpec } from './specs.ts';

export const LOCAL_FOLDER = '.local';
const GLOBALS_OWNER = 'globals';
/** Where requests go that come without a collection. */
const IMPORTED = 'Imported';

/** What is known of a collection without its requests. */
export interface CollectionHead {
  readonly id: string;
  readonly name: string;
  readonly path: string;
}

export class Workspace {
  readonly folder: string;
  readonly #problems: Problem[] = [];
  readonly #secrets: SecretsFile;

  constructor(folder: string) {
    this.folder = folder;
    this.#secrets = new SecretsFile(join(folder, LOCAL_FOLDER));
  }

  /** Of the files read so far, with paths below the workspace's folder. */
  get problems(): readonly Problem[] {
    return this.#problems;
  }

  fields(): WorkspaceFields {
    const path = join(this.folder, 'workspace.yaml');
    return readObject(path, workspaceFields, this.#problem) ?? workspaceFields.parse({});
  }

  async globals(): Promise<readonly Variable[]> {
    const path = join(this.folder, 'globals.yaml');
    const found = readObject(path, globalsSchema, this.#problem);
    return this.#secrets.filled(GLOBALS_OWNER, found?.variables ?? []);
  }

  async environments(): Promise<readonly Environment[]> {
    const files = await this.#files('environments', '.yaml');
    const found = files.map((path) => readObject(path, environmentSchema, this.#problem));
    const all = found.filter((each) => each !== null);
    return Promise.all(
      all.map(async (each) => ({ ...each, variables: await this.#secrets.filled(each.id, each.variables) })),
    );
  }

  async collectionHeads(): Promise<readonly CollectionHead[]> {
    const folders = await this.#folders('collections');
    const heads = folders.map((path) => {
      const found = readObject(join(path, COLLECTION_FILE), collectionFields, this.#problem);
      return found === null ? null : { id: found.id, name: found.name, path };
    });
    return heads.filter((head) => head !== null).sort((a, b) => a.name.localeCompare(b.name));
  }

  async collection({ path }: Pick<CollectionHead, 'path'>): Promise<StoredCollection | null> {
    const stored = await readCollection(path, this.#problem);
    if (stored === null) return null;
    const { collection } = stored;
    const variables = await this.#secrets.filled(collection.id, collection.variables);
    return { ...stored, collection: { ...collection, variables } };
  }

  async dataset(name: string): Promise<Dataset | null> {
    const files = [...(await this.#files('datasets', '.csv')), ...(await this.#files('datasets', '.json'))];
    const path = files.find(
      (file) => sameName(basename(file).replace(/\.(?:csv|json)$/, '')) === sameName(name),
    );
    return path === undefined ? null : readDataset(path);
  }

  /** Takes in what an import has made; each thing is there whole, or not at all. */
  async take(imported: Imported): Promise<void> {
    for (const collection of imported.collections) await this.addCollection(collection);
    for (const environment of imported.environments) await this.addEnvironment(environment);
    for (const spec of imported.specs) await addSpec(join(this.folder, 'specs'), spec);
    if (imported.globals.length > 0) await this.saveGlobals(merged(await this.globals(), imported.globals));
    if (imported.requests.length > 0) await this.#addRequests(imported);
  }

  /** Its folder. */
  async addCollection(collection: Collection): Promise<string> {
    const known = new Set((await this.collectionHeads()).map(({ id }) => id));
    const id = known.has(collection.id) ? randomUUID() : collection.id;
    const variables = await this.#secrets.emptied(id, collection.variables);
    return addTree(join(this.folder, 'collections'), { ...collection, id, variables });
  }

  async addEnvironment(environment: Environment): Promise<void> {
    const others = await this.environments();
    const id = others.some((each) => each.id === environment.id) ? randomUUID() : environment.id;
    const folder = join(this.folder, 'environments');
    await mkdir(folder, { recursive: true });
    const taken = new Set((await readdir(folder)).map((name) => sameName(name.replace(/\.yaml$/, ''))));
    const slug = freeSlug(slugOf(environment.name), (each) => taken.has(sameName(each)));
    const variables = await this.#secrets.emptied(id, environment.variables);
    await writeObject(join(folder, `${slug}.yaml`), environmentSchema, { ...environment, id, variables });
  }

  async saveGlobals(variables: readonly Variable[]): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    const shared = await this.#secrets.emptied(GLOBALS_OWNER, variables);
    await writeObject(join(this.folder, 'globals.yaml'), globalsSchema, { variables: shared });
  }

  async saveFields(fields: WorkspaceFields): Promise<void> {
    await mkdir(this.folder, { recursive: true });
    await writeObject(join(this.folder, 'workspace.yaml'), workspaceFields, fields);
  }

  async #addRequests({ requests }: Imported): Promise<void> {
    const items = requests.map((request) => ({ kind: 'request', request: newRequest(request) }) as const);
    const head = (await this.collectionHeads()).find(({ name }) => name === IMPORTED);
    const stored = head === undefined ? null : await this.collection(head);
    if (stored === null)
      await this.addCollection({ ...collectionFields.parse({ id: randomUUID(), name: IMPORTED }), items });
    else await addItems(stored.path, items);
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
    try {
      const entries = await readdir(path, { withFileTypes: true });
      return entries
        .filter((entry) => !entry.name.startsWith('.') && isWanted(entry))
        .map(({ name }) => join(path, name))
        .sort();
    } catch (error) {
      if (codeOf(error) !== 'ENOENT') this.#problem({ file: path, line: 0, reason: messageOf(error) });
      return [];
    }
  }

  readonly #problem = ({ file, line, reason }: Problem): void => {
    const shown = relative(this.folder, file);
    if (!this.#problems.some((each) => each.file === shown && each.reason === reason))
      this.#problems.push({ file: shown, line, reason });
  };
}

/** Those of the same name are replaced. */
function merged(known: readonly Variable[], added: readonly Variable[]): Variable[] {
  const names = new Set(added.map(({ name }) => name));
  return [...known.filter(({ name }) => !names.has(name)), ...added];
}
