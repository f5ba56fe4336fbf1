// Converts collections of Postman in version 1, which data dumps hold, to version 2.1
// (https://schema.postman.com/collection/json/v1.0.0/draft-07/docs/index.html).
import { isObject } from '../../../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../../../documents/json-values.ts';
import type { ImportContext } from '../import-context.ts';

const SCHEMA = 'https://schema.getpostman.com/json/collection/v2.1.0/collection.json';

export function isVersion1(file: JsonObject): boolean {
  const isListed = Array.isArray(file['order']) || Array.isArray(file['folders']);
  return !isObject(file['info']) && Array.isArray(file['requests']) && isListed;
}

/** Returns a collection whose folders and requests are nested, in the order that the file gives. */
export function fromVersion1(file: JsonObject, context: ImportContext): JsonObject {
  const folders = byId(context.list(file['folders'], 'the folders'));
  const requests = byId(context.list(file['requests'], 'the requests'));
  const taken = new Set<unknown>();
  const itemsOf = (owner: JsonObject): JsonObject[] => {
    const inner = named(owner['folders_order'], folders);
    const own = named(owner['order'], requests);
    const once = (each: JsonObject): boolean => !taken.has(each) && taken.add(each).has(each);
    return [...inner.filter(once).map(folderOf), ...own.filter(once).map(requestOf)];
  };
  const folderOf = (folder: JsonObject): JsonObject => ({ ...sharedOf(folder), item: itemsOf(folder) });
  // Older files have no order of folders, but each folder knows the one that it is in.
  const roots = Array.isArray(file['folders_order'])
    ? file
    : {
        ...file,
        folders_order: [...folders]
          .filter(([, each]) => !folders.has(each['folder'] ?? each['folderId']))
          .map(([id]) => id),
      };
  const item = itemsOf(roots);
  const rest = [...requests.values()].filter((each) => !taken.has(each)).map(requestOf);
  const { name, description, auth, event, variable } = sharedOf(file);
  return {
    info: { name, description, _postman_id: file['id'], schema: SCHEMA },
    item: [...item, ...rest],
    auth,
    event,
    variable,
    protocolProfileBehavior: file['protocolProfileBehavior'],
  };
}

function byId(list: readonly unknown[]): ReadonlyMap<unknown, JsonObject> {
  return new Map(list.filter(isObject).map((each) => [each['id'], each]));
}

function named(ids: unknown, known: ReadonlyMap<unknown, JsonObject>): readonly JsonObject[] {
  return listOf(ids).flatMap((id): readonly JsonObject[] => {
    const found = known.get(id);
    return found === undefined ? [] : [found];
  });
}

function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? (value as readonly unknown[]) : [];
}

function sharedOf(owner: JsonObject): JsonObject {
  return {
    id: owner['id'],
    name: owner['name'],
    description: owner['description'],
    auth: authOf(owner),
    event: eventsOf(owner),
    variable: owner['variables'],
    protocolProfileBehavior: owner['protocolProfileBehavior'],
  };
}

function requestOf(request: JsonObject): JsonObject {
  const { event, auth, ...shared } = sharedOf(request);
  return {
    ...shared,
    variable: undefined,
    event,
    request: {
      method: request['method'],
      url: urlOf(request),
      header: request['headerData'] ?? headersOf(request['headers']),
      body: bodyOf(request),
      description: request['description'],
      auth,
    },
    response: listOf(request['responses']).filter(isObject).map(responseOf),
  };
}

function urlOf({ url, queryParams, pathVariableData, pathVariables }: JsonObject): unknown {
  const listed = listOf(pathVariableData);
  const named = isObject(pathVariables) ? Object.entries(pathVariables) : [];
  const variable = listed.length > 0 ? listed : named.map(([key, value]) => ({ key, value }));
  const off = listOf(queryParams).filter((each) => isObject(each) && each['enabled'] === false);
  const raw = scalarText(url) ?? '';
  if (variable.length === 0 && off.length === 0) return raw;
  const [, address = raw, typed = ''] = /^([^?]*)(?:\?(.*))?$/s.exec(raw) ?? [];
  const query = typed
    .split('&')
    .filter((pair) => pair !== '')
    .map((pair) => ({
      key: pair.replace(/=.*$/s, ''),
      value: pair.includes('=') ? pair.replace(/^[^=]*=/s, '') : null,
    }));
  return {
    raw,
    host: [address],
    query: [...query, ...off.map((each) => ({ ...(each as JsonObject), disabled: true }))],
    variable,
  };
}

/** Headers are lines, of which those that begin with `//` are switched off. */
function headersOf(headers: unknown): readonly JsonObject[] {
  if (typeof headers !== 'string') return listOf(headers).filter(isObject);
  return headers
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line) => {
      const [, off, key = '', value = ''] = /^(\/\/)?\s*([^:]*):?\s*(.*)$/.exec(line) ?? [];
      return { key: key.trim(), value, disabled: off !== undefined };
    });
}

function bodyOf(request: JsonObject): JsonObject | undefined {
  const { dataMode: mode, data, rawModeData: raw, graphqlModeData: graphql } = request;
  const options = request['dataOptions'];
  switch (mode) {
    case 'raw':
      return { mode: 'raw', raw: scalarText(raw) ?? scalarText(data) ?? '', options };
    case 'urlencoded':
      return { mode: 'urlencoded', urlencoded: fieldsOf(data) };
    case 'params':
      return listOf(data).length === 0 ? undefined : { mode: 'formdata', formdata: fieldsOf(data) };
    case 'binary':
      return { mode: 'file', file: { src: raw } };
    case 'graphql':
      return { mode: 'graphql', graphql };
    default:
      return undefined;
  }
}

function fieldsOf(data: unknown): readonly JsonObject[] {
  return listOf(data)
    .filter(isObject)
    .map((field) => ({
      ...field,
      disabled: field['enabled'] === false,
      ...(field['type'] === 'file' && { src: field['value'] }),
    }));
}

/** The type of authorization that older files name as a helper. */
const HELPERS: Readonly<Record<string, string>> = {
  basicAuth: 'basic',
  bearerAuth: 'bearer',
  digestAuth: 'digest',
  hawkAuth: 'hawk',
  oAuth1: 'oauth1',
  oAuth2: 'oauth2',
  ntlmAuth: 'ntlm',
  apikeyAuth: 'apikey',
  awsSigV4: 'awsv4',
};

function authOf({ auth, currentHelper: helper, helperAttributes: attributes }: JsonObject): unknown {
  if (auth !== undefined && auth !== null) return auth;
  if (helper === undefined || helper === null || helper === 'normal')
    return helper === 'normal' ? undefined : auth;
  const type = HELPERS[scalarText(helper) ?? ''] ?? helper;
  if (!isObject(attributes) || typeof type !== 'string') return undefined;
  const pairs = Object.entries(attributes).filter(([key]) => key !== 'id');
  return { type, [type]: pairs.map(([key, value]) => ({ key, value, type: 'any' })) };
}

function eventsOf({ events, preRequestScript, tests }: JsonObject): unknown {
  if (Array.isArray(events)) return events;
  const script = (listen: string, exec: unknown): readonly JsonObject[] =>
    typeof exec === 'string' && exec !== '' ? [{ listen, script: { exec: exec.split('\n') } }] : [];
  return [...script('prerequest', preRequestScript), ...script('test', tests)];
}

function responseOf(response: JsonObject): JsonObject {
  const code = isObject(response['responseCode']) ? response['responseCode'] : {};
  return {
    name: response['name'],
    code: code['code'],
    status: code['name'] ?? response['status'],
    header: response['headers'],
    body: response['text'],
  };
}
