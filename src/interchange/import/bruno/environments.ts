// Reads the environments of a collection, which are files in its folder `environments`.
import type { Environment } from '../../../collections/model/environment.ts';
import { isObject } from '../../../base/is-object.ts';
import type { JsonObject } from '../../../documents/json-values.ts';
import type { SourceFolder } from '../shared/folder/source-folder.ts';
import { stableId } from '../shared/folder/stable-id.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { environmentFromBru } from './from-bru.ts';
import { readFields } from './read-file.ts';
import { variablesOf } from './variables.ts';

const FILE = /\.(?:bru|ya?ml)$/;
/** Environments of another program, which has a folder of the same name. */
const OTHER = /\.(?:postman_)?environment\.ya?ml$/;

export function environmentsIn(folder: SourceFolder): readonly Environment[] {
  if (folder.name !== 'environments') return [];
  return folder.files
    .filter((file) => FILE.test(file) && !OTHER.test(file))
    .flatMap((file) => {
      const fields = readFields(folder, file, environmentFromBru);
      if (fields === null) return [];
      const id = stableId('bruno', folder.path, file);
      return [environmentOf(fields, file.replace(FILE, ''), id, folder.contextOf(file))];
    });
}

export function environmentOf(
  fields: JsonObject,
  name: string,
  id: string,
  context: ImportContext,
): Environment {
  const { vars } = fields;
  if (isObject(vars)) context.warn('"vars" was read as "variables"');
  const listed = isObject(vars) ? Object.entries(vars).map(([key, value]) => ({ name: key, value })) : vars;
  return {
    id: context.id(id),
    name: context.name(fields['name'], name),
    variables: variablesOf(fields['variables'] ?? listed, context),
  };
}
