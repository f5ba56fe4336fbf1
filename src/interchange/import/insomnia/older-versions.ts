// Converts exports of Insomnia before version 4 to its list of resources.
import { isObject } from '../../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../../documents/json-values.ts';
import type { ImportContext } from '../shared/import-context.ts';

/** True for version 1, in which requests are nested in groups. */
export function isVersion1({ __export_format: format, items }: JsonObject): boolean {
  return format === 1 && Array.isArray(items);
}

const WORKSPACE = 'wrk_version_1';
const MEDIA_TYPES: ReadonlyMap<unknown, string> = new Map([
  ['json', 'application/json'],
  ['xml', 'application/xml'],
  ['form', 'application/x-www-form-urlencoded'],
  ['text', 'text/plain'],
]);

/** `name` is that of the collection, which the file does not have. */
export function fromVersion1(file: JsonObject, name: string, context: ImportContext): readonly JsonObject[] {
  const workspace = { _id: WORKSPACE, _type: 'workspace', parentId: null, name };
  const items = context.list(file['items'], 'the items').filter(isObject);
  return [workspace, ...items.flatMap((item, index) => groupOf(item, `fld_${index + 1}`, context))];
}

function groupOf(item: JsonObject, id: string, context: ImportContext): readonly JsonObject[] {
  // Requests may also stand beside the groups.
  if (!Array.isArray(item['requests'])) return [requestOf(item, id.replace('fld', 'req'), WORKSPACE)];
  const environments = isObject(item['environments']) ? item['environments'] : {};
  const group = {
    _id: id,
    _type: 'request_group',
    parentId: WORKSPACE,
    name: item['name'],
    environment: environments['base'],
  };
  const others = Object.keys(environments).filter((key) => key !== 'base');
  if (others.length > 0)
    context
      .inside(scalarText(item['name']) ?? '')
      .warn(`of its environments only the base was read: ${others.join(', ')} were left out`);
  const requests = context.list(item['requests'], 'the requests').filter(isObject);
  return [group, ...requests.map((request, index) => requestOf(request, `${id}_${index + 1}`, id))];
}

function requestOf(request: JsonObject, id: string, parentId: string): JsonObject {
  const own = isObject(request['__insomnia']) ? request['__insomnia'] : {};
  return withBody({
    ...request,
    _id: id,
    _type: 'request',
    parentId,
    parameters: request['params'],
    format: MEDIA_TYPES.get(own['format']),
  });
}

/** Converts the bodies of version 2, which are texts. */
export function fromVersion2(resources: readonly unknown[]): readonly unknown[] {
  return resources.map((resource) =>
    isObject(resource) && resource['_type'] === 'request' ? withBody(resource) : resource,
  );
}

function withBody(request: JsonObject): JsonObject {
  const { body } = request;
  if (typeof body !== 'string') return request;
  if (body === '') return { ...request, body: {} };
  const headers = Array.isArray(request['headers']) ? request['headers'].filter(isObject) : [];
  const header = headers.find(({ name }) => scalarText(name)?.toLowerCase() === 'content-type');
  const mimeType = scalarText(header?.['value']) ?? scalarText(request['format']) ?? '';
  if (!/x-www-form-urlencoded/i.test(mimeType)) return { ...request, body: { mimeType, text: body } };
  const params = [...new URLSearchParams(body)].map(([name, value]) => ({ name, value }));
  return { ...request, body: { mimeType, params } };
}
