// Converts the trees of Insomnia 5 to the flat list of version 4.
import { isObject } from '../../../base/is-object.ts';
import { randomUUID } from 'node:crypto';
import type { JsonObject } from '../../../documents/json-values.ts';
import type { ImportContext } from '../shared/import-context.ts';

const TYPE = /^(?:collection|spec|environment)\.insomnia\.rest\/5\./;

export function isVersion5({ type }: JsonObject): boolean {
  return typeof type === 'string' && TYPE.test(type);
}

export function toVersion4(file: JsonObject, context: ImportContext): readonly JsonObject[] {
  const isEnvironment = String(file['type']).startsWith('environment.');
  const workspace = resource('workspace', file, null);
  return [
    ...(isEnvironment ? [] : [workspace]),
    ...itemsOf(file['collection'], workspace['_id'], context),
    ...environmentsOf(file['environments'], workspace['_id'], context),
    ...(isObject(file['cookieJar']) ? [{ ...file['cookieJar'], _type: 'cookie_jar' }] : []),
    ...specsOf(file['spec'], workspace),
  ];
}

/** Converts a resource. Version 5 has the fields of `meta` in a separate object. */
function resource(type: string, fields: JsonObject, parentId: unknown): JsonObject {
  const meta = isObject(fields['meta']) ? fields['meta'] : {};
  const scripts = isObject(fields['scripts']) ? fields['scripts'] : {};
  return {
    ...fields,
    _type: type,
    // Needed so that its children can refer to it.
    _id: typeof meta['id'] === 'string' ? meta['id'] : randomUUID(),
    parentId,
    metaSortKey: meta['sortKey'],
    description: fields['description'] ?? meta['description'],
    preRequestScript: scripts['preRequest'],
    afterResponseScript: scripts['afterResponse'],
  };
}

function itemsOf(list: unknown, parentId: unknown, context: ImportContext): readonly JsonObject[] {
  return context
    .list(list, 'the collection')
    .filter(isObject)
    .flatMap((item) => {
      if (!('children' in item)) return requestsOf(item, parentId, context);
      const group = resource('request_group', item, parentId);
      return [group, ...itemsOf(item['children'], group['_id'], context)];
    });
}

/** Converts a request, whose type is visible in its id or its fields. */
function requestsOf(item: JsonObject, parentId: unknown, context: ImportContext): readonly JsonObject[] {
  const meta = isObject(item['meta']) ? item['meta'] : {};
  const id = typeof meta['id'] === 'string' ? meta['id'] : '';
  const type = id.startsWith('ws-req')
    ? 'websocket_request'
    : id.startsWith('greq') || 'protoMethodName' in item
      ? 'grpc_request'
      : id.startsWith('socketio')
        ? 'socketio_request'
        : 'request';
  const settings = isObject(item['settings']) ? item['settings'] : {};
  const cookies = isObject(settings['cookies']) ? settings['cookies'] : {};
  const request: JsonObject = {
    ...resource(type, item, parentId),
    settingFollowRedirects: settings['followRedirects'],
    settingEncodeUrl: settings['encodeUrl'],
    settingSendCookies: cookies['send'],
  };
  const payloads = context.list(item['payloads'], 'the messages').filter(isObject);
  return [request, ...payloads.map((payload) => resource('websocket_payload', payload, request['_id']))];
}

function environmentsOf(
  environment: unknown,
  parentId: unknown,
  context: ImportContext,
): readonly JsonObject[] {
  if (!isObject(environment)) return [];
  const base = resource('environment', environment, parentId);
  const subs = context.list(environment['subEnvironments'], 'the environments').filter(isObject);
  return [base, ...subs.map((sub) => resource('environment', sub, base['_id']))];
}

/** Converts a description, which is stored as text or as the parsed value. */
function specsOf(spec: unknown, workspace: JsonObject): readonly JsonObject[] {
  if (!isObject(spec) || spec['contents'] === undefined || spec['contents'] === null) return [];
  const { contents } = spec;
  const text = typeof contents === 'string' ? contents : JSON.stringify(contents, null, 2);
  return [{ _type: 'api_spec', parentId: workspace['_id'], fileName: workspace['name'], contents: text }];
}
