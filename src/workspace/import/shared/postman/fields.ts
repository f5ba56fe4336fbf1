// Small parts that Postman's formats have in many places: descriptions, lists of names and values, variables.
import { isFields, kindOf, type Fields } from '../../../../documents/json-values.ts';
import type { Pair, QueryPair, Variable } from '../../../model/values.ts';
import type { Notes } from '../import-context.ts';

/** A text, or an object that holds it. */
export function docsOf(description: unknown, notes: Notes): string {
  return notes.text(isFields(description) ? description['content'] : description, 'the description');
}

export function isEnabled({ disabled, enabled }: Fields): boolean {
  return disabled !== true && enabled !== false;
}

/** The entries of a list, or of an object that has a value for each name. */
export function entriesOf(list: unknown, what: string, notes: Notes): readonly Fields[] {
  const entries = isFields(list) ? namedEntries(list, notes) : notes.list(list, what);
  return entries.filter((entry): entry is Fields => {
    if (isFields(entry)) return true;
    notes.warn(`${what}: an entry is ${kindOf(entry)}, no object, and was left out`);
    return false;
  });
}

function namedEntries(values: Fields, notes: Notes): readonly Fields[] {
  const entries = Object.entries(values);
  notes.countFields(entries.length);
  return entries.map(([key, value]) => ({ key, value }));
}

export function pairsOf(list: unknown, what: string, notes: Notes): Pair[] {
  return entriesOf(list, what, notes)
    .map((entry) => ({ ...pairOf(entry, what, notes), value: notes.text(entry['value'], valueOf(what)) }))
    .filter(({ name, value, docs }) => name !== '' || value !== '' || docs !== '');
}

/** A value of null is none at all. */
export function queryPairsOf(list: unknown, notes: Notes): QueryPair[] {
  const what = 'the query';
  return entriesOf(list, what, notes).map((entry) => ({
    ...pairOf(entry, what, notes),
    value: entry['value'] === null ? null : notes.text(entry['value'], valueOf(what)),
  }));
}

/** Without its value. Path variables and old headers have their name elsewhere. */
export function pairOf(entry: Fields, what: string, notes: Notes): Omit<Pair, 'value'> {
  return {
    name: notes.text(entry['key'] ?? entry['name'] ?? entry['id'], `${what}: a name`),
    enabled: isEnabled(entry),
    docs: docsOf(entry['description'], notes),
  };
}

function valueOf(what: string): string {
  return `${what}: a value`;
}

/** Objects and lists become their JSON. */
export function variablesOf(list: unknown, notes: Notes): Variable[] {
  const what = 'the variables';
  return entriesOf(list, what, notes)
    .map((entry) => ({
      ...pairOf(entry, what, notes),
      value: jsonOrText(entry['value']),
      secret: entry['type'] === 'secret',
    }))
    .filter(({ name, value }) => name !== '' || value !== '');
}

export function jsonOrText(value: unknown): string {
  if (value === null || value === undefined) return '';
  return (typeof value === 'string' ? value : JSON.stringify(value)).toWellFormed();
}
