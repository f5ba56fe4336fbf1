// Environments of Insomnia: objects of any depth become variables such as `user.name`.
import { isFields, kindOf, scalarText, type Fields } from '../../../documents/json-values.ts';
import type { Environment } from '../../model/environment.ts';
import type { Variable } from '../../model/values.ts';
import type { Notes } from '../shared/import-context.ts';
import { translated } from './templates.ts';

export function environmentOf(resource: Fields, outer: Notes): Environment {
  const name = outer.name(resource['name'], 'New Environment');
  const notes = outer.inside(name);
  return { id: notes.id(resource['_id']), name, variables: environmentVariables(resource, notes) };
}

/** The newer way to keep them is a list, which also has those that are switched off. */
export function environmentVariables(resource: Fields, notes: Notes): Variable[] {
  const list = resource['kvPairData'];
  if (resource['environmentType'] !== 'kv' || !Array.isArray(list))
    return dataVariables(resource['data'], notes);
  notes.countFields(list.length);
  return list.filter(isFields).map((entry) => ({
    name: notes.text(entry['name'], 'the name of a variable'),
    value: valueOf(entry['value'], notes),
    enabled: entry['enabled'] !== false,
    secret: entry['type'] === 'secret',
    docs: '',
  }));
}

export function dataVariables(data: unknown, notes: Notes): Variable[] {
  if (data === undefined || data === null) return [];
  if (isFields(data)) return leaves(data, '', notes);
  notes.warn(`the variables are ${kindOf(data)}, no object, and were left out`);
  return [];
}

/** Of a name, for each entry that it counts as: all that lie deep have those of what they lie in in theirs. */
const CHARS_AN_ENTRY = 100;

function leaves(data: Fields, prefix: string, notes: Notes): Variable[] {
  return Object.entries(data).flatMap(([key, value]) => {
    const name = `${prefix}${key.toWellFormed()}`;
    notes.countFields(1 + Math.floor(name.length / CHARS_AN_ENTRY));
    if (isFields(value)) return leaves(value, `${name}.`, notes);
    return [{ name, value: valueOf(value, notes), enabled: true, secret: false, docs: '' }];
  });
}

function valueOf(value: unknown, notes: Notes): string {
  if (value === null || value === undefined) return '';
  return translated(scalarText(value) ?? JSON.stringify(value), notes);
}
