// Imports Postman collections of schema 3: folders with a YAML file for each request, as Postman keeps them beside the
// code of a project.
import type { Environment } from '../../../collections/model/environment.ts';
import { defineFolderFormat } from '../shared/folder/contract.ts';
import { readYaml } from '../shared/folder/read-yaml.ts';
import type { SourceFolder } from '../shared/folder/source-folder.ts';
import { stableId } from '../shared/folder/stable-id.ts';
import { variablesOf } from '../shared/postman/fields.ts';
import { DEFINITION, readCollection, REQUEST_FILE, RESOURCES } from './tree.ts';

const ENVIRONMENT_FILE = /\.(?:postman_)?environment\.ya?ml$/;
const GLOBALS_FILE = /\.globals\.ya?ml$/;

export const postmanV3 = defineFolderFormat({
  id: 'postman-v3',
  label: 'Postman folder',
  isRoot: (folder) =>
    folder.files.some((name) => REQUEST_FILE.test(name)) ||
    (folder.folders.includes(RESOURCES) &&
      folder.folder(RESOURCES).files.some((name) => DEFINITION.test(name))),
  read: readCollection,
  environments: (folder) =>
    folder.files.filter((name) => ENVIRONMENT_FILE.test(name)).flatMap((name) => environmentOf(folder, name)),
  globals: (folder) => {
    const file = folder.files.find((name) => GLOBALS_FILE.test(name));
    const globals = file === undefined ? null : readYaml(folder, file);
    return globals === null || file === undefined
      ? null
      : variablesOf(globals['values'] ?? globals['variables'], folder.contextOf(file));
  },
});

function environmentOf(folder: SourceFolder, file: string): Environment[] {
  const fields = readYaml(folder, file);
  if (fields === null) return [];
  const context = folder.contextOf(file);
  if (fields['values'] === undefined && fields['variables'] !== undefined)
    context.warn('"variables" was read as "values"');
  const variables = variablesOf(fields['values'] ?? fields['variables'], context);
  const name = context.name(fields['name'], file.replace(ENVIRONMENT_FILE, ''));
  return [{ id: context.id(stableId('postman-v3', folder.path, file)), name, variables }];
}
