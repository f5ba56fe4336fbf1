// Converts workspaces of Insomnia to collections, with their environments and API descriptions.
import type { JsonObject } from '../../../documents/json-values.ts';
import { NO_AUTH, type Auth } from '../../../collections/model/auth.ts';
import type { Collection, Item } from '../../../collections/model/collection.ts';
import type { Environment } from '../../../collections/model/environment.ts';
import type { Imported } from '../../../collections/model/imported.ts';
import type { Variable } from '../../../collections/model/values.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { authOf } from './auth.ts';
import { environmentOf, environmentVariables } from './environments.ts';
import { REQUEST_TYPES, requestOf, scriptsOf } from './request.ts';
import { Resources } from './resources.ts';

/** The maximum nesting of folders; deeper ones are dissolved into the last one. */
const MAX_DEPTH = 50;
/** The maximum nesting of dissolved folders; requests in deeper ones are collected as strays. */
const MAX_FLATTENED_DEPTH = 500;

type ConvertedParts = Pick<Imported, 'collections' | 'environments' | 'specs'>;

/** Converts all workspaces; `title` names the collection for requests outside of them. */
export function convertWorkspaces(
  list: readonly unknown[],
  title: string,
  context: ImportContext,
): ConvertedParts {
  const reader = new WorkspaceReader(new Resources(list, context), context);
  const workspaces = reader.resources.ofType('workspace').map((workspace) => reader.workspace(workspace));
  const stray = reader.strayRequests(title);
  return {
    collections: [...workspaces.map(({ collection }) => collection), ...(stray === null ? [] : [stray])],
    environments: reader.environments(),
    specs: workspaces.flatMap(({ specs }) => specs),
  };
}

class WorkspaceReader {
  readonly resources: Resources;
  readonly #context: ImportContext;
  /** Resources that were converted, since parents may form a cycle. */
  readonly #taken = new Set<JsonObject>();
  /** The folder variables of the current collection. */

  constructor(resources: Resources, context: ImportContext) {
    this.resources = resources;
    this.#context = context;
  }

  workspace(workspace: JsonObject): Pick<ConvertedParts, 'specs'> & { readonly collection: Collection } {
    const name = this.#context.name(workspace['name'], 'New Collection');
    const context = this.#context.inside(name);
    const children = this.resources.childrenOf(workspace);
    const collection = {
      id: context.id(workspace['_id']),
      name,
      docs: context.text(workspace['description'], 'the description'),
      auth: rootAuth(authOf(workspace['authentication'], context)),
      scripts: scriptsOf(workspace, context),
      items: this.#items(children, context, 0),
      variables: baseVariables(children, context),
    };
    const specs = children
      .filter(
        ({ _type, contents }) => _type === 'api_spec' && typeof contents === 'string' && contents !== '',
      )
      .map((spec) => ({
        name: context.name(spec['fileName'], name),
        text: context.text(spec['contents'], 'the description of the API'),
        collectionId: collection.id,
      }));
    return { collection, specs };
  }

  /** Returns requests whose folders are missing or contain each other; null without any. */
  strayRequests(title: string): Collection | null {
    const stray = this.resources.all.filter(
      (resource) => REQUEST_TYPES.has(resource['_type']) && !this.#taken.has(resource),
    );
    if (stray.length === 0) return null;
    const name = this.#context.name(title, 'Insomnia');
    this.#context.warn(
      `${stray.length} requests are in no workspace of the file: they were added to the collection "${name}"`,
    );
    const context = this.#context.inside(name);
    const items = this.#items(stray, context, MAX_DEPTH);
    const scripts = { preRequest: '', test: '' };
    return { id: context.id(null), name, docs: '', auth: NO_AUTH, variables: [], scripts, items };
  }

  environments(): Environment[] {
    return this.resources
      .ofType('environment')
      .map((environment) => environmentOf(environment, this.#context));
  }

  #items(resources: readonly JsonObject[], context: ImportContext, depth: number): Item[] {
    return resources.flatMap((resource): Item[] => {
      const isRequest = REQUEST_TYPES.has(resource['_type']);
      if ((!isRequest && resource['_type'] !== 'request_group') || this.#taken.has(resource)) return [];
      this.#taken.add(resource);
      if (isRequest) return [{ kind: 'request', request: requestOf(resource, this.resources, context) }];
      if (depth < MAX_DEPTH) return [this.#folder(resource, context, depth + 1)];
      context.warn(`folders are nested more than ${MAX_DEPTH} levels deep: the deeper ones were dissolved`);
      return depth < MAX_FLATTENED_DEPTH
        ? this.#items(this.resources.childrenOf(resource), context, depth + 1)
        : [];
    });
  }

  #folder(group: JsonObject, parent: ImportContext, depth: number): Item {
    parent.countFields(1);
    const name = parent.name(group['name'], 'New Folder');
    const context = parent.inside(name);
    const folder = {
      id: context.id(group['_id']),
      name,
      docs: context.text(group['description'], 'the description'),
      auth: authOf(group['authentication'], context),
      variables: folderVariables(group, context),
      scripts: scriptsOf(group, context),
      items: this.#items(this.resources.childrenOf(group), context, depth),
    };
    return { kind: 'folder', folder };
  }
}

/** Returns the variables of a folder as plain ones, because a folder cannot keep secrets out of shared files. */
function folderVariables(group: JsonObject, context: ImportContext): Variable[] {
  const variables = environmentVariables({ ...group, data: group['environment'] }, context);
  return variables.map((variable) => ({ ...variable, secret: false }));
}

function rootAuth(auth: Auth): Auth {
  return auth.type === 'inherit' ? NO_AUTH : auth;
}

/** Returns the variables of the base environment, which apply in every environment and can be overridden by it. */
function baseVariables(children: readonly JsonObject[], context: ImportContext): Variable[] {
  const base = children.find(({ _type }) => _type === 'environment');
  return base === undefined ? [] : environmentVariables(base, context);
}
