// Workspaces of Insomnia as collections, with their environments and descriptions of APIs.
import type { Fields } from '../../../documents/json-values.ts';
import { NO_AUTH, type Auth } from '../../model/auth.ts';
import type { Collection, Item } from '../../model/collection.ts';
import type { Environment } from '../../model/environment.ts';
import type { Imported } from '../../model/imported.ts';
import type { Variable } from '../../model/values.ts';
import type { Notes } from '../shared/import-context.ts';
import { authOf } from './auth.ts';
import { dataVariables, environmentOf, environmentVariables } from './environments.ts';
import { REQUEST_TYPES, requestOf, scriptsOf } from './request.ts';
import { Resources } from './resources.ts';

/** Folders in folders; what lies deeper is lifted into the last of them. */
const MAX_DEPTH = 50;
/** Of the latter. Requests in still deeper ones are as good as in none. */
const MAX_DISSOLVED = 500;

type Parts = Pick<Imported, 'collections' | 'environments' | 'specs'>;

/** `title`: of a collection for what lies in no workspace. */
export function partsOf(list: readonly unknown[], title: string, notes: Notes): Parts {
  const reader = new Reader(new Resources(list, notes), notes);
  const workspaces = reader.resources.of('workspace').map((workspace) => reader.workspace(workspace));
  const stray = reader.stray(title);
  return {
    collections: [...workspaces.map(({ collection }) => collection), ...(stray === null ? [] : [stray])],
    environments: reader.environments(),
    specs: workspaces.flatMap(({ specs }) => specs),
  };
}

class Reader {
  readonly resources: Resources;
  readonly #notes: Notes;
  /** A resource is taken once, whatever circle its parents stand in. */
  readonly #taken = new Set<Fields>();
  /** Of folders in the collection that is being read. */
  #folderVariables: Variable[] = [];

  constructor(resources: Resources, notes: Notes) {
    this.resources = resources;
    this.#notes = notes;
  }

  workspace(workspace: Fields): Pick<Parts, 'specs'> & { readonly collection: Collection } {
    const name = this.#notes.name(workspace['name'], 'New Collection');
    const notes = this.#notes.inside(name);
    const children = this.resources.childrenOf(workspace);
    this.#folderVariables = [];
    const collection = {
      id: notes.id(workspace['_id']),
      name,
      docs: notes.text(workspace['description'], 'the description'),
      auth: rootAuth(authOf(workspace['authentication'], notes)),
      scripts: scriptsOf(workspace, notes),
      items: this.#items(children, notes, 0),
      variables: withBase(baseVariables(children, notes), this.#folderVariables),
    };
    const specs = children
      .filter(
        ({ _type, contents }) => _type === 'api_spec' && typeof contents === 'string' && contents !== '',
      )
      .map((spec) => ({
        name: notes.name(spec['fileName'], name),
        text: notes.text(spec['contents'], 'the description of the API'),
        collectionId: collection.id,
      }));
    return { collection, specs };
  }

  /** Requests whose folders are not in the file, or lie in each other; null without any. */
  stray(title: string): Collection | null {
    const left = this.resources.all.filter(
      (resource) => REQUEST_TYPES.has(resource['_type']) && !this.#taken.has(resource),
    );
    if (left.length === 0) return null;
    const name = this.#notes.name(title, 'Insomnia');
    this.#notes.warn(
      `${left.length} requests lie in no workspace of the file: they are in the collection "${name}"`,
    );
    const notes = this.#notes.inside(name);
    const items = this.#items(left, notes, MAX_DEPTH);
    const scripts = { preRequest: '', test: '' };
    return { id: notes.id(null), name, docs: '', auth: NO_AUTH, variables: [], scripts, items };
  }

  environments(): Environment[] {
    return this.resources.of('environment').map((environment) => environmentOf(environment, this.#notes));
  }

  #items(resources: readonly Fields[], notes: Notes, depth: number): Item[] {
    return resources.flatMap((resource): Item[] => {
      const isRequest = REQUEST_TYPES.has(resource['_type']);
      if ((!isRequest && resource['_type'] !== 'request_group') || this.#taken.has(resource)) return [];
      this.#taken.add(resource);
      if (isRequest) return [{ kind: 'request', request: requestOf(resource, this.resources, notes) }];
      if (depth < MAX_DEPTH) return [this.#folder(resource, notes, depth + 1)];
      notes.warn(`folders lie more than ${MAX_DEPTH} deep: the deeper ones were dissolved`);
      return depth < MAX_DISSOLVED ? this.#items(this.resources.childrenOf(resource), notes, depth + 1) : [];
    });
  }

  #folder(group: Fields, outer: Notes, depth: number): Item {
    outer.countFields(1);
    const name = outer.name(group['name'], 'New Folder');
    const notes = outer.inside(name);
    const variables = dataVariables(group['environment'], notes);
    if (variables.length > 0) notes.warn('the variables of the folder became variables of the collection');
    this.#folderVariables.push(...variables);
    const folder = {
      id: notes.id(group['_id']),
      name,
      docs: notes.text(group['description'], 'the description'),
      auth: authOf(group['authentication'], notes),
      scripts: scriptsOf(group, notes),
      items: this.#items(this.resources.childrenOf(group), notes, depth),
    };
    return { kind: 'folder', folder };
  }
}

function rootAuth(auth: Auth): Auth {
  return auth.type === 'inherit' ? NO_AUTH : auth;
}

/** What the base environment holds is there whichever environment is chosen, and gives way to it. */
function baseVariables(children: readonly Fields[], notes: Notes): readonly Variable[] {
  const base = children.find(({ _type }) => _type === 'environment');
  return base === undefined ? [] : environmentVariables(base, notes);
}

function withBase(base: readonly Variable[], more: readonly Variable[]): Variable[] {
  const names = new Set<string>();
  return [...base, ...more].filter(({ name }) => !names.has(name) && names.add(name).size > 0);
}
