// Converts environments of Insomnia. Nested objects become variables such as `user.name`.
import { isObject } from '../../../base/is-object.ts';
import { describeType, scalarText, type JsonObject } from '../../../documents/json-values.ts';
import type { Environment } from '../../../collections/model/environment.ts';
import type { Variable } from '../../../collections/model/values.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { translateTemplates } from './templates.ts';

export function environmentOf(resource: JsonObject, parent: ImportContext): Environment {
  const name = parent.name(resource['name'], 'New Environment');
  const context = parent.inside(name);
  return { id: context.id(resource['_id']), name, variables: environmentVariables(resource, context) };
}

/** Returns the variables. The newer form is a list, which also contains disabled ones. */
export function environmentVariables(resource: JsonObject, context: ImportContext): Variable[] {
  const list = resource['kvPairData'];
  if (resource['environmentType'] !== 'kv' || !Array.isArray(list))
    return dataVariables(resource['data'], context);
  context.countFields(list.length);
  return list.filter(isObject).map((entry) => ({
    name: context.text(entry['name'], 'the name of a variable'),
    value: valueOf(entry['value'], context),
    enabled: entry['enabled'] !== false,
    secret: entry['type'] === 'secret',
    docs: '',
  }));
}

export function dataVariables(data: unknown, context: ImportContext): Variable[] {
  if (data === undefined || data === null) return [];
  if (isObject(data)) return flattenVariables(data, '', context);
  context.warn(`the variables are ${describeType(data)}, not an object, and were left out`);
  return [];
}

/** The characters of a name that count as one entry, because nested names repeat those of their parents. */
const CHARS_PER_ENTRY = 100;

function flattenVariables(data: JsonObject, prefix: string, context: ImportContext): Variable[] {
  return Object.entries(data).flatMap(([key, value]) => {
    const name = `${prefix}${key.toWellFormed()}`;
    context.countFields(1 + Math.floor(name.length / CHARS_PER_ENTRY));
    if (isObject(value)) return flattenVariables(value, `${name}.`, context);
    return [{ name, value: valueOf(value, context), enabled: true, secret: false, docs: '' }];
  });
}

function valueOf(value: unknown, context: ImportContext): string {
  if (value === null || value === undefined) return '';
  return translateTemplates(scalarText(value) ?? JSON.stringify(value), context);
}
