// Small parts that resources of Insomnia share: texts, and lists of names and values.
import { isFields, kindOf, type Fields } from '../../../documents/json-values.ts';
import type { Pair } from '../../model/values.ts';
import type { Notes } from '../shared/import-context.ts';
import { translated } from './templates.ts';

export function textOf(value: unknown, what: string, notes: Notes): string {
  return translated(notes.text(value, what), notes);
}

export function entriesOf(list: unknown, what: string, notes: Notes): readonly Fields[] {
  return notes.list(list, what).filter((entry): entry is Fields => {
    if (isFields(entry)) return true;
    notes.warn(`${what}: an entry is ${kindOf(entry)}, no object, and was left out`);
    return false;
  });
}

export function pairsOf(list: unknown, what: string, notes: Notes): Pair[] {
  return entriesOf(list, what, notes)
    .map((entry) => pairOf(entry, what, notes))
    .filter(({ name, value }) => name !== '' || value !== '');
}

export function pairOf(entry: Fields, what: string, notes: Notes): Pair {
  return {
    name: textOf(entry['name'], `${what}: a name`, notes),
    value: textOf(entry['value'], `${what}: a value`, notes),
    enabled: entry['disabled'] !== true && entry['enabled'] !== false,
    docs: notes.text(entry['description'], 'a description'),
  };
}
