// The resources of an Insomnia export. It is a flat list in which each resource names its parent.
import { isObject } from '../../../base/is-object.ts';
import { describeType, type JsonObject } from '../../../documents/json-values.ts';
import type { ImportContext } from '../shared/import-context.ts';

/**
 * Types that are omitted without a warning: the state of windows, and parts of suites that are reported themselves.
 */
const IGNORED_TYPES = new Set<unknown>([
  'request_meta',
  'request_group_meta',
  'workspace_meta',
  'settings',
  'unit_test',
]);
const KNOWN_TYPES = new Set<unknown>([
  'workspace',
  'request_group',
  'request',
  'websocket_request',
  'websocket_payload',
  'grpc_request',
  'environment',
  'api_spec',
  'proto_file',
  'proto_directory',
]);

export class Resources {
  readonly all: readonly JsonObject[];
  readonly #children = new Map<unknown, JsonObject[]>();
  readonly #byId = new Map<unknown, JsonObject>();

  constructor(list: readonly unknown[], context: ImportContext) {
    this.all = list.filter((entry): entry is JsonObject => isResource(entry, context));
    for (const resource of this.all) {
      this.#byId.set(resource['_id'], resource);
      const siblings = this.#children.get(resource['parentId']) ?? [];
      this.#children.set(resource['parentId'], siblings);
      siblings.push(resource);
    }
    // In the order in which Insomnia shows them.
    for (const siblings of this.#children.values())
      siblings.sort((a, b) => sortKey(a['metaSortKey']) - sortKey(b['metaSortKey']));
  }

  ofType(type: string): readonly JsonObject[] {
    return this.all.filter(({ _type }) => _type === type);
  }

  byId(id: unknown): JsonObject | undefined {
    return typeof id === 'string' ? this.#byId.get(id) : undefined;
  }

  childrenOf({ _id }: JsonObject): readonly JsonObject[] {
    return typeof _id === 'string' ? (this.#children.get(_id) ?? []) : [];
  }
}

function sortKey(key: unknown): number {
  return typeof key === 'number' && Number.isFinite(key) ? key : 0;
}

function isResource(entry: unknown, context: ImportContext): boolean {
  if (!isObject(entry)) {
    context.warn(`a resource is ${describeType(entry)}, not an object, and was left out`);
    return false;
  }
  const { _type: type } = entry;
  if (KNOWN_TYPES.has(type)) return true;
  if (type === 'cookie_jar') warnOfCookies(entry, context);
  else if (!IGNORED_TYPES.has(type))
    context.warn(`resources of the type ${JSON.stringify(type ?? null).slice(0, 60)} were left out`);
  return false;
}

function warnOfCookies({ cookies }: JsonObject, context: ImportContext): void {
  if (Array.isArray(cookies) && cookies.length > 0)
    context.warn(`a cookie jar with ${cookies.length} cookies was left out`);
}
