// Converts lists of names with values: headers, parameters, fields.
import { isObject } from '../../../base/is-object.ts';
import type { Pair } from '../../../collections/model/values.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { docsOf, jsonOrText } from '../shared/postman/fields.ts';

export function pairsOf(list: unknown, label: string, context: ImportContext): Pair[] {
  return context
    .list(list, label)
    .filter(isObject)
    .map(({ name, value, disabled, enabled, description }) => ({
      name: context.text(name, `${label}: a name`),
      value: jsonOrText(isObject(value) && 'data' in value ? value['data'] : value),
      enabled: disabled !== true && enabled !== false,
      docs: docsOf(description, context),
    }));
}
