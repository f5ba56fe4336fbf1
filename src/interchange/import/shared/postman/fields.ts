// Parts that Postman's formats share: descriptions, pairs, variables.
import { isObject } from '../../../../base/is-object.ts';
import { describeType, type JsonObject } from '../../../../documents/json-values.ts';
import type { Pair, QueryPair, Variable } from '../../../../collections/model/values.ts';
import type { ImportContext } from '../import-context.ts';

/** Returns a description, which is a text or an object that contains it. */
export function docsOf(description: unknown, context: ImportContext): string {
  return context.text(isObject(description) ? description['content'] : description, 'the description');
}

export function isEnabled({ disabled, enabled }: JsonObject): boolean {
  return disabled !== true && enabled !== false;
}

/** Returns entries of a list, or of an object that maps names to values. */
export function entriesOf(list: unknown, label: string, context: ImportContext): readonly JsonObject[] {
  const entries = isObject(list) ? namedEntries(list, context) : context.list(list, label);
  return entries.filter((entry): entry is JsonObject => {
    if (isObject(entry)) return true;
    context.warn(`${label}: an entry is ${describeType(entry)}, not an object, and was left out`);
    return false;
  });
}

function namedEntries(values: JsonObject, context: ImportContext): readonly JsonObject[] {
  const entries = Object.entries(values);
  context.countFields(entries.length);
  return entries.map(([key, value]) => ({ key, value }));
}

export function pairsOf(list: unknown, label: string, context: ImportContext): Pair[] {
  return entriesOf(list, label, context)
    .map((entry) => ({
      ...pairOf(entry, label, context),
      value: context.text(entry['value'], valueOf(label)),
    }))
    .filter(({ name, value, docs }) => name !== '' || value !== '' || docs !== '');
}

/** Converts query parameters; the value null means that there is no value. */
export function queryPairsOf(list: unknown, context: ImportContext): QueryPair[] {
  const label = 'the query';
  return entriesOf(list, label, context).map((entry) => ({
    ...pairOf(entry, label, context),
    value: entry['value'] === null ? null : context.text(entry['value'], valueOf(label)),
  }));
}

/** Converts everything but the value. Path variables and old headers have their name in another field. */
export function pairOf(entry: JsonObject, label: string, context: ImportContext): Omit<Pair, 'value'> {
  return {
    name: context.text(entry['key'] ?? entry['name'] ?? entry['id'], `${label}: a name`),
    enabled: isEnabled(entry),
    docs: docsOf(entry['description'], context),
  };
}

function valueOf(label: string): string {
  return `${label}: a value`;
}

/** Converts variables; objects and lists become JSON. */
export function variablesOf(list: unknown, context: ImportContext): Variable[] {
  const label = 'the variables';
  return entriesOf(list, label, context)
    .map((entry) => ({
      ...pairOf(entry, label, context),
      value: jsonOrText(entry['value']),
      secret: entry['type'] === 'secret',
      ...typeOf(entry),
    }))
    .filter(({ name, value }) => name !== '' || value !== '');
}

/** Returns the type that scripts see: the declared one, or that of a value which is not a text. */
function typeOf({ type, value }: JsonObject): Pick<Variable, 'type'> {
  if (type === 'string' || type === 'secret' || value === undefined || value === null) return {};
  if (type === 'number' || typeof value === 'number') return { type: 'number' };
  if (type === 'boolean' || typeof value === 'boolean') return { type: 'boolean' };
  return typeof value === 'object' ? { type: 'json' } : {};
}

export function jsonOrText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();
}
