// Objects that clients of a mock server have created. POST adds an object; GET, PUT, PATCH and DELETE find it again.
// Paths follow REST: `/pets` is a list, `/pets/7` an object in it. For objects that are not stored, the examples
// respond.
import { randomUUID } from 'node:crypto';
import { isObject } from '../../base/is-object.ts';
import type { JsonObject } from '../../documents/json-values.ts';
import type { ChosenResponse } from './response.ts';
import type { MockRequest } from './match.ts';

/** The maximum number of objects; the oldest ones are forgotten. */
const MAX_OBJECTS = 100_000;

export class StoredObjects {
  /** Returns the name of the variable that stands for a member of a list, such as `petId` below `/pets`. */
  variableOf: (list: string) => string | null = () => null;
  /** Objects by their path; null for one that was deleted. */
  readonly #objects = new Map<string, JsonObject | null>();
  #lastNumber = 0;

  /** Applies the request to the stored objects and returns the response. `given` is the response of the examples. */
  respond(request: MockRequest, given: ChosenResponse): ChosenResponse {
    if (given.exampleName === null) return given;
    const path = pathOf(request.url);
    const example = parsed(given.response.body);
    const isGood = given.response.status < 300;
    switch (request.method) {
      case 'POST':
        return isGood ? this.#create(path, parsed(request.body), example, given) : given;
      case 'PUT':
      case 'PATCH':
        return this.#update(path, request, given);
      case 'DELETE':
        return this.#delete(path, given);
      case 'GET':
      case 'HEAD':
        return this.#objects.has(path) ? this.#read(path, given) : this.#list(path, example, given);
      default:
        return given;
    }
  }

  #create(path: string, body: unknown, example: unknown, given: ChosenResponse): ChosenResponse {
    if (!isObject(body)) return given;
    const defaults = isObject(example) ? example : {};
    const key = keyField(this.variableOf(path), body, defaults);
    const id =
      body[key] ??
      (typeof defaults[key] === 'string' || /^[ug]uid$/i.test(key) ? randomUUID() : this.#freeNumber(path));
    if (typeof id !== 'string' && typeof id !== 'number') return given;
    const object = { ...defaults, ...body, [key]: id };
    const location = `${path === '/' ? '' : path}/${encodeURIComponent(id)}`;
    this.#store(location, object);
    return withJson(given, object, ['Location', location]);
  }

  #freeNumber(path: string): number {
    do this.#lastNumber += 1;
    while (this.#objects.has(`${path}/${this.#lastNumber}`));
    return this.#lastNumber;
  }

  #update(path: string, request: MockRequest, given: ChosenResponse): ChosenResponse {
    const stored = this.#objects.get(path);
    const body = parsed(request.body);
    if (stored === null) return gone(given);
    if (stored === undefined || !isObject(body)) return given;
    const list = path.slice(0, path.lastIndexOf('/')) || '/';
    const key = keyField(this.variableOf(list), stored, {});
    const object = { ...(request.method === 'PATCH' && stored), ...body, [key]: stored[key] };
    this.#store(path, object);
    return withJson(given, object);
  }

  #delete(path: string, given: ChosenResponse): ChosenResponse {
    if (this.#objects.get(path) === null) return gone(given);
    this.#store(path, null);
    return given;
  }

  #read(path: string, given: ChosenResponse): ChosenResponse {
    const stored = this.#objects.get(path);
    return stored === null || stored === undefined ? gone(given) : withJson(given, stored);
  }

  /** Adds the stored objects of a list to those of the example, which may be a list or contain one. */
  #list(path: string, example: unknown, given: ChosenResponse): ChosenResponse {
    const prefix = path === '/' ? '/' : `${path}/`;
    const inside = [...this.#objects].filter(
      ([key]) => key.startsWith(prefix) && !key.slice(prefix.length).includes('/'),
    );
    if (inside.length === 0) return given;
    const known = new Set(inside.map(([key]) => key));
    const variable = this.variableOf(path);
    const keyOf = (each: JsonObject): string => keyField(variable, each, {});
    const isOther = (each: unknown): boolean =>
      !isObject(each) || !known.has(`${prefix}${encodeURIComponent(String(each[keyOf(each)]))}`);
    const added = inside.flatMap(([, object]) => (object === null ? [] : [object]));
    const joined = (list: readonly unknown[]): readonly unknown[] => [...list.filter(isOther), ...added];
    if (Array.isArray(example)) return withJson(given, joined(example));
    const entry = Object.entries(isObject(example) ? example : {}).find(([, value]) => Array.isArray(value));
    if (!isObject(example) || entry === undefined) return given;
    return withJson(given, { ...example, [entry[0]]: joined(entry[1] as readonly unknown[]) });
  }

  #store(path: string, object: JsonObject | null): void {
    this.#objects.delete(path);
    this.#objects.set(path, object);
    if (this.#objects.size <= MAX_OBJECTS) return;
    for (const oldest of this.#objects.keys()) {
      this.#objects.delete(oldest);
      return;
    }
  }
}

/** Names of keys, where the path does not say it. */
const KEYS: readonly string[] = [
  'id',
  'uuid',
  'guid',
  'slug',
  'key',
  'code',
  'sku',
  'name',
  'username',
  'login',
];

/**
 * Returns the property that a path names an object by: `petId` or `id` for `/pets/{petId}`, `slug` for
 * `/posts/{slug}`. `body`, `example`: objects of the list.
 */
function keyField(variable: string | null, body: JsonObject, example: JsonObject): string {
  const properties = [...new Set([...Object.keys(example), ...Object.keys(body)])];
  const isKey = (name: string): boolean =>
    [body[name], example[name]].some((value) => typeof value === 'string' || typeof value === 'number');
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^a-z\d]/g, '');
  const own = variable === null ? '' : plain(variable);
  const exact = properties.find((name) => plain(name) === own && isKey(name));
  if (exact !== undefined) return exact;
  // `petUuid` and `pet_uuid` mean the property `uuid`.
  const meant = KEYS.find((key) => own !== key && own.endsWith(key));
  if (meant !== undefined && isKey(meant)) return meant;
  if (KEYS.includes(own)) return own;
  const keys = own === '' || own.endsWith('id') ? ['id'] : KEYS;
  return keys.find(isKey) ?? 'id';
}

function pathOf(url: string): string {
  const [path = ''] = url.split(/[?#]/, 1);
  return path.replace(/\/+$/, '') || '/';
}

function parsed(body: Buffer | null): unknown {
  if (body === null || body.length === 0) return undefined;
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

function withJson(given: ChosenResponse, value: unknown, more: readonly string[] = []): ChosenResponse {
  const { status, headers } = given.response;
  const body = Buffer.from(JSON.stringify(value));
  const otherHeaders = headers.flatMap((name, index) =>
    index % 2 === 0 && !/^(?:content-length|content-type|location|etag)$/i.test(name)
      ? [name, headers[index + 1]!]
      : [],
  );
  const bodyHeaders = ['Content-Type', 'application/json', 'Content-Length', String(body.length)];
  // A stored object exists and has content, whatever the status of the example.
  const isFound = status >= 400 || status === 204;
  return {
    ...given,
    source: 'stored',
    response: {
      status: isFound ? 200 : status,
      reason: '',
      headers: [...otherHeaders, ...bodyHeaders, ...more],
      body,
    },
  };
}

function gone(given: ChosenResponse): ChosenResponse {
  const response = withJson(given, { error: { name: 'notFound', message: 'it was deleted' } }).response;
  return { ...given, source: 'stored', response: { ...response, status: 404 } };
}
