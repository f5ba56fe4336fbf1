// Finds the examples of a request, which are files in a hidden folder with the name of its file.
import { isObject } from '../../../base/is-object.ts';
import type { JsonObject } from '../../../documents/json-values.ts';
import { readYaml } from '../shared/folder/read-yaml.ts';
import type { SourceFolder } from '../shared/folder/source-folder.ts';
import { stableId } from '../shared/folder/stable-id.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { requestDefinition } from './request.ts';

const EXAMPLE_FILE = /\.example\.ya?ml$/;
const PLACE = '.resources';

/** Returns saved responses of version 2.1, in order. */
export function examplesIn(folder: SourceFolder, stem: string): readonly JsonObject[] {
  const place = [PLACE, `${stem}.resources`, 'examples'].reduce<SourceFolder | null>(
    (above, name) => (above?.folders.includes(name) === true ? above.folder(name) : null),
    folder,
  );
  if (place === null) return [];
  return place.files
    .filter((name) => EXAMPLE_FILE.test(name))
    .flatMap((name) => {
      const fields = readYaml(place, name);
      if (fields === null) return [];
      const id = stableId('postman-v3', place.path, name);
      const response = responseOf(fields, name.replace(EXAMPLE_FILE, ''), id, place.contextOf(name));
      return [{ response, order: orderOf(fields) }];
    })
    .sort((a, b) => a.order - b.order)
    .map(({ response }) => response);
}

function responseOf(fields: JsonObject, stem: string, id: string, context: ImportContext): JsonObject {
  const response = isObject(fields['response']) ? fields['response'] : {};
  const body = isObject(response['body']) ? response['body']['content'] : response['body'];
  return {
    id,
    name: fields['name'] ?? stem,
    ...(isObject(fields['request']) && { originalRequest: requestDefinition(fields['request'], context) }),
    code: response['statusCode'],
    status: response['statusText'],
    header: response['headers'],
    body,
  };
}

function orderOf({ order }: JsonObject): number {
  return typeof order === 'string' && order !== '' ? Number(order) : Number.MAX_VALUE;
}
