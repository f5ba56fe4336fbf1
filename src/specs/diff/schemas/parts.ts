// The schemas within a schema other than properties: items, patterns of names, and what only JSON Schema 2020-12 has.
import type { JsonObject } from '../../../documents/json-values.ts';
import { NARROWS, UNCLEAR, WIDENS } from '../change.ts';
import { listOf } from './effective.ts';
import { recordOf } from './objects.ts';
import type { SchemaRecursion } from './recursion.ts';
import { change, within, type SchemaChange } from './schema-change.ts';

interface Part {
  readonly keyword: string;
  /** Completes "has …". */
  readonly title: string;
  /** The name of the part in the path of a change. */
  readonly name: string;
}

/** Parts that limit what is valid, and are compared further where both versions have them. */
const PARTS: readonly Part[] = [
  { keyword: 'contains', title: 'items of which one must match', name: '(contains)' },
  { keyword: 'propertyNames', title: 'names of a certain form', name: '(names)' },
  { keyword: 'unevaluatedItems', title: 'no other items', name: '(other items)' },
  { keyword: 'unevaluatedProperties', title: 'no other properties', name: '(other properties)' },
  { keyword: 'contentSchema', title: 'a content of one form', name: '(content)' },
];

const RECORDS = [
  { keyword: 'patternProperties', id: 'pattern-property', title: 'properties that match' },
  { keyword: 'dependentSchemas', id: 'dependent-schema', title: 'a form of its own with' },
] as const;

export function partChanges(
  old: JsonObject,
  young: JsonObject,
  recursion: SchemaRecursion,
): readonly SchemaChange[] {
  return [
    ...PARTS.flatMap((part) => singleChanges(old, young, part, recursion)),
    ...RECORDS.flatMap((record) => recordChanges(old, young, record, recursion)),
    ...prefixChanges(listOf(old['prefixItems']), listOf(young['prefixItems']), recursion),
    ...itemChanges(old, young, recursion),
  ];
}

function singleChanges(
  old: JsonObject,
  young: JsonObject,
  { keyword, title, name }: Part,
  recursion: SchemaRecursion,
): readonly SchemaChange[] {
  const [before, after] = [old[keyword], young[keyword]].map((each) => (each === true ? undefined : each));
  if (before === undefined && after === undefined) return [];
  const id = keyword.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
  if (before === undefined) return [change(`${id}-added`, NARROWS, `has ${title}`)];
  if (after === undefined) return [change(`${id}-removed`, WIDENS, `need not have ${title} any more`)];
  return within(name, recursion.between(before, after));
}

function recordChanges(
  old: JsonObject,
  young: JsonObject,
  { keyword, id, title }: (typeof RECORDS)[number],
  recursion: SchemaRecursion,
): readonly SchemaChange[] {
  const [before, after] = [recordOf(old[keyword]), recordOf(young[keyword])];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    if (!Object.hasOwn(before, name)) return [change(`${id}-added`, NARROWS, `has ${title} ${name}`)];
    if (!Object.hasOwn(after, name))
      return [change(`${id}-removed`, WIDENS, `need not have ${title} ${name} any more`)];
    return within(`(${name})`, recursion.between(before[name], after[name]));
  });
}

function prefixChanges(
  before: readonly unknown[],
  after: readonly unknown[],
  recursion: SchemaRecursion,
): readonly SchemaChange[] {
  return Array.from({ length: Math.max(before.length, after.length) }).flatMap((_, at) => {
    if (at >= before.length) return [change('prefix-items-added', WIDENS, `may have an item ${at + 1}`)];
    if (at >= after.length)
      return [change('prefix-items-removed', NARROWS, `does not describe an item ${at + 1} any more`)];
    return within(`[${at}]`, recursion.between(before[at], after[at]));
  });
}

function itemChanges(
  { items: before }: JsonObject,
  { items: after }: JsonObject,
  recursion: SchemaRecursion,
): readonly SchemaChange[] {
  if (before === undefined && after === undefined) return [];
  if (Array.isArray(before) || Array.isArray(after))
    return recursion.areSame(before, after)
      ? []
      : [change('items-changed', UNCLEAR, 'has a list of forms of items, which changed')];
  return within('[]', recursion.between(before, after));
}
