// Converts Bruno's export as JSON to the fields of OpenCollection.
import { isObject } from '../../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../../documents/json-values.ts';

const TYPES: ReadonlySet<unknown> = new Set(['http', 'http-request', 'graphql', 'graphql-request', 'folder']);

export function isBrunoJson({ info, items, name }: JsonObject): boolean {
  const isKnown = (item: unknown): boolean => isObject(item) && TYPES.has(item['type']);
  return info === undefined && typeof name === 'string' && Array.isArray(items) && items.some(isKnown);
}

export function collectionFromJson(file: JsonObject): JsonObject {
  return {
    info: { name: file['name'] },
    ...rootOf(file['root']),
    items: itemsOf(file['items']),
    config: { environments: file['environments'] },
  };
}

function itemsOf(items: unknown): readonly unknown[] {
  if (!Array.isArray(items)) return [];
  return items.map((item: unknown) => {
    if (!isObject(item)) return item;
    if (item['type'] === 'folder')
      return { info: { name: item['name'] }, ...rootOf(item['root']), items: itemsOf(item['items']) };
    return requestOf(item);
  });
}

/** Converts the parts of a collection or folder that apply to everything in it. */
function rootOf(root: unknown): JsonObject {
  if (!isObject(root)) return {};
  const request = isObject(root['request']) ? root['request'] : {};
  const { scripts, variables, actions } = runtimeOf(request);
  const { headers, auth } = request;
  return { request: { headers, auth, variables, scripts }, actions, docs: root['docs'] };
}

function requestOf(item: JsonObject): JsonObject {
  const request = isObject(item['request']) ? item['request'] : {};
  const { method, url, headers, params, query, body, auth, docs } = request;
  const kind = String(scalarText(item['type'])).startsWith('graphql') ? 'graphql' : 'http';
  const graphql = isObject(body) && isObject(body['graphql']) ? body['graphql'] : body;
  return {
    info: { name: item['name'] },
    [kind]: {
      method,
      url,
      headers,
      params: params ?? query,
      body: kind === 'graphql' ? graphql : body,
      auth,
    },
    runtime: runtimeOf(request),
    settings: item['settings'],
    docs,
  };
}

function runtimeOf(request: JsonObject): JsonObject {
  const { script, tests, vars, assertions } = request;
  const { req, res } = isObject(script) ? script : {};
  const variables = isObject(vars) ? vars : {};
  const scripts = [
    { type: 'before-request', code: req },
    { type: 'after-response', code: res },
    { type: 'tests', code: tests },
  ];
  return {
    scripts: scripts.filter(({ code }) => typeof code === 'string' && code !== ''),
    variables: variables['req'],
    actions: Array.isArray(variables['res']) ? variables['res'].filter(isObject).map(actionOf) : [],
    assertions: Array.isArray(assertions) ? assertions.filter(isObject).map(assertionOf) : [],
  };
}

function actionOf({ name, value, enabled }: JsonObject): JsonObject {
  return { selector: { expression: value }, variable: { name }, disabled: enabled === false };
}

function assertionOf({ name, value, enabled }: JsonObject): JsonObject {
  const [, operator, operand] = /^(\S*)\s*(.*)$/s.exec(scalarText(value) ?? '') ?? [];
  return { expression: name, operator, value: operand, disabled: enabled === false };
}
