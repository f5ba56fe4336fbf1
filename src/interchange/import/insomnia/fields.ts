// Parts that resources of Insomnia share: texts and pairs.
import { isObject } from '../../../base/is-object.ts';
import { describeType, type JsonObject } from '../../../documents/json-values.ts';
import type { Pair } from '../../../collections/model/values.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { translateTemplates } from './templates.ts';

export function textField(value: unknown, label: string, context: ImportContext): string {
  return translateTemplates(context.text(value, label), context);
}

export function entriesOf(list: unknown, label: string, context: ImportContext): readonly JsonObject[] {
  return context.list(list, label).filter((entry): entry is JsonObject => {
    if (isObject(entry)) return true;
    context.warn(`${label}: an entry is ${describeType(entry)}, not an object, and was left out`);
    return false;
  });
}

export function pairsOf(list: unknown, label: string, context: ImportContext): Pair[] {
  return entriesOf(list, label, context)
    .map((entry) => pairOf(entry, label, context))
    .filter(({ name, value }) => name !== '' || value !== '');
}

export function pairOf(entry: JsonObject, label: string, context: ImportContext): Pair {
  return {
    name: textField(entry['name'], `${label}: a name`, context),
    value: textField(entry['value'], `${label}: a value`, context),
    enabled: entry['disabled'] !== true && entry['enabled'] !== false,
    docs: context.text(entry['description'], 'a description'),
  };
}
