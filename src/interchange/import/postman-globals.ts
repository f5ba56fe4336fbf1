// Imports Postman globals, also the bare list of variables that Postman's command line writes.
import { isObject } from '../../base/is-object.ts';
import { NOTHING_IMPORTED } from '../../collections/model/imported.ts';
import { defineImport } from './contract.ts';
import { ImportContext } from './shared/import-context.ts';
import { variablesOf } from './shared/postman/fields.ts';

export const postmanGlobals = defineImport({
  id: 'postman-globals',
  label: 'Postman globals',
  detect: (content) => isGlobals(content.value()) || isBareList(content.value()),
  read: (content) => {
    const context = new ImportContext();
    const file = content.value();
    if (isBareList(file)) context.warn('it is a bare list of variables: they were read as globals');
    const globals = variablesOf(isObject(file) ? file['values'] : file, context);
    return { ...NOTHING_IMPORTED, globals, warnings: context.warnings };
  },
});

function isGlobals(value: unknown): boolean {
  return isObject(value) && value['_postman_variable_scope'] === 'globals';
}

function isBareList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length > 0 &&
    value.every((entry) => isObject(entry) && typeof entry['key'] === 'string' && 'value' in entry)
  );
}
