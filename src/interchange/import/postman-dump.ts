// Imports data dumps of Postman: collections, environments and globals in one file.
import { messageOf } from '../../base/errors.ts';
import { isObject } from '../../base/is-object.ts';
import type { Collection } from '../../collections/model/collection.ts';
import { NOTHING_IMPORTED } from '../../collections/model/imported.ts';
import { scalarText, type JsonObject } from '../../documents/json-values.ts';
import { defineImport } from './contract.ts';
import { ImportContext } from './shared/import-context.ts';
import { postmanCollectionOf } from './shared/postman/collection.ts';
import { postmanEnvironmentOf } from './shared/postman/environment.ts';
import { variablesOf } from './shared/postman/fields.ts';

export const postmanDump = defineImport({
  id: 'postman-dump',
  label: 'Postman data dump',
  detect: (content) => isDump(content.value()),
  read: (content, options) => {
    const context = new ImportContext(options);
    const file = isDump(content.value()) ? (content.value() as JsonObject) : {};
    const listed = (name: string): readonly JsonObject[] =>
      context.list(file[name], `the ${name}`).filter(isObject);
    const collections = listed('collections').flatMap((each) => collectionIn(each, context));
    const environments = listed('environments').map((each) =>
      postmanEnvironmentOf(each, 'New Environment', context),
    );
    if (listed('headerPresets').length > 0) context.warn('presets of headers were left out');
    const { warnings, broken } = context;
    const globals = variablesOf(file['globals'], context);
    return { ...NOTHING_IMPORTED, collections, environments, globals, warnings, broken };
  },
});

function isDump(value: unknown): boolean {
  if (!isObject(value) || !Array.isArray(value['collections'])) return false;
  const others = [value['environments'], value['globals'], value['headerPresets']];
  return others.some(Array.isArray) || typeof value['version'] === 'number';
}

/** One that cannot be read does not stop the others. */
function collectionIn(file: JsonObject, context: ImportContext): readonly Collection[] {
  const { info } = file;
  const name = scalarText(isObject(info) ? info['name'] : file['name']) ?? 'New Collection';
  try {
    return [postmanCollectionOf(file, context.inside(name), name)];
  } catch (error) {
    context.inside(name).fail(messageOf(error));
    return [];
  }
}
