// Finds the examples of a request, which are files in a hidden folder with the name of its file.
import { isObject } from '../../../base/is-object.ts';
import type { JsonObject } from '../../../documents/json-values.ts';
import type { SourceFolder } from '../shared/folder/source-folder.ts';
import { stableId } from '../shared/folder/stable-id.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { requestDefinition } from './request.ts';
import { resourcesIn } from './resources.ts';

/** Returns saved responses of version 2.1, in order. */
export function examplesIn(folder: SourceFolder, stem: string): readonly JsonObject[] {
  return resourcesIn(folder, stem, 'examples', /\.example\.ya?ml$/).map((example) => {
    const { fields, file, folder: parent } = example;
    const id = stableId('postman-v3', parent.path, file);
    return responseOf(fields, example.stem, id, parent.contextOf(file));
  });
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
