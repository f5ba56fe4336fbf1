// Converts variables, whose values are texts or have a type.
import { isObject } from '../../../base/is-object.ts';
import { scalarText } from '../../../documents/json-values.ts';
import type { Variable } from '../../../collections/model/values.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { docsOf } from '../shared/postman/fields.ts';

const TYPES: ReadonlyMap<unknown, NonNullable<Variable['type']>> = new Map([
  ['number', 'number'],
  ['boolean', 'boolean'],
  ['object', 'json'],
  ['null', 'json'],
]);

export function variablesOf(list: unknown, context: ImportContext): Variable[] {
  return context
    .list(list, 'the variables')
    .filter(isObject)
    .map((entry) => {
      const { value } = entry;
      const typed = isObject(value) ? TYPES.get(value['type']) : undefined;
      const text = scalarText(isObject(value) ? value['data'] : value) ?? '';
      return {
        name: context.text(entry['name'], 'the variables: a name'),
        value: isObject(value) && value['type'] === 'null' ? 'null' : text,
        enabled: entry['disabled'] !== true && entry['enabled'] !== false,
        secret: entry['secret'] === true,
        docs: docsOf(entry['description'], context),
        ...(typed !== undefined && { type: typed }),
      };
    })
    .filter(({ name }) => name !== '');
}

/** Returns variables of a folder or request as plain ones, because these cannot keep secrets out of shared files. */
export function plainVariables(list: unknown, context: ImportContext): Variable[] {
  return variablesOf(list, context).map((variable) => ({ ...variable, secret: false }));
}
