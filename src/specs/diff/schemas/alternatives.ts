// Alternatives of a schema (`oneOf`, `anyOf`), their discriminator, and parts of `allOf` that cannot be made one.
import { isObject } from '../../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../../documents/json-values.ts';
import { referenceOf } from '../../../documents/openapi/references.ts';
import { DIFFERS, NARROWS, NEUTRAL, WIDENS } from '../change.ts';
import { listOf } from './effective.ts';
import { recordOf } from './objects.ts';
import type { SchemaRecursion } from './recursion.ts';
import { change, shown, textOf, within, type SchemaChange } from './schema-change.ts';

const KEYS = ['oneOf', 'anyOf'] as const;
const IDS = { oneOf: 'one-of', anyOf: 'any-of', allOf: 'all-of' } as const;

type Key = keyof typeof IDS;

/** Returns the keyword of the alternatives; null without any. */
function keyOf(schema: JsonObject): (typeof KEYS)[number] | null {
  return KEYS.find((key) => listOf(schema[key]).length > 0) ?? null;
}

/** Returns the changes where only one version has alternatives, as a whole; null where both or none have. */
export function wrappingChanges(
  old: JsonObject,
  young: JsonObject,
  recursion: SchemaRecursion,
): readonly SchemaChange[] | null {
  const [before, after] = [keyOf(old), keyOf(young)];
  if ((before === null) === (after === null)) return null;
  const isSent = recursion.direction === 'sent';
  if (after !== null) {
    const forms = recursion.forms('young', young, after);
    const fitting = forms.filter((form) => recursion.fits(old, form));
    const isFine = isSent ? fitting.length > 0 : fitting.length === forms.length;
    const ending = isFine ? '' : isSent ? ', none of which allows what was allowed' : ', some of them new';
    const predicate = `has one of ${forms.length} forms${ending}`;
    return [change(`${IDS[after]}-added`, isFine ? NEUTRAL : DIFFERS, predicate)];
  }
  const forms = recursion.forms('old', old, before!);
  const fitting = forms.filter((form) => recursion.fits(form, young));
  const isFine = isSent ? fitting.length === forms.length : fitting.length > 0;
  const ending = isFine ? '' : isSent ? ', of which it allows only some' : ', and is none of them';
  const predicate = `has one form, before one of ${forms.length}${ending}`;
  return [change(`${IDS[before!]}-removed`, isFine ? NEUTRAL : DIFFERS, predicate)];
}

export function alternativeChanges(
  old: JsonObject,
  young: JsonObject,
  recursion: SchemaRecursion,
): readonly SchemaChange[] {
  const both = KEYS.filter((key) => listOf(old[key]).length > 0 && listOf(young[key]).length > 0);
  const [before, after] = [keyOf(old), keyOf(young)];
  const pairs: readonly (readonly [Key, Key])[] =
    both.length > 0
      ? both.map((key) => [key, key])
      : before !== null && after !== null
        ? [[before, after]]
        : [];
  return [
    ...pairs.flatMap(([one, other]) =>
      branchChanges(listOf(old[one]), listOf(young[other]), other, recursion),
    ),
    ...branchChanges(listOf(old['allOf']), listOf(young['allOf']), 'allOf', recursion),
    ...discriminatorChanges(old['discriminator'], young['discriminator']),
  ];
}

function branchChanges(
  old: readonly unknown[],
  young: readonly unknown[],
  key: Key,
  recursion: SchemaRecursion,
): readonly SchemaChange[] {
  if (old.length === 0 && young.length === 0) return [];
  const { pairs, gone, added } = matched(old, young, recursion);
  const changes = pairs.flatMap(({ before, after, name }) =>
    within(`(${name})`, recursion.between(before, after)),
  );
  const [goneEffect, addedEffect] = key === 'allOf' ? [WIDENS, NARROWS] : [NARROWS, WIDENS];
  for (const branch of gone) {
    // Another form allows it.
    const isHarmless = key !== 'allOf' && young.some((each) => recursion.fits(branch, each));
    const text = key === 'allOf' ? 'need not be' : 'may not be';
    const predicate = `${text} ${nameOf(branch, old)} any more`;
    changes.push(change(`${IDS[key]}-removed`, isHarmless ? NEUTRAL : goneEffect, predicate));
  }
  for (const branch of added) {
    const isHarmless = key !== 'allOf' && old.some((each) => recursion.fits(each, branch));
    const predicate = `${key === 'allOf' ? 'must be' : 'may be'} ${nameOf(branch, young)} now`;
    changes.push(change(`${IDS[key]}-added`, isHarmless ? NEUTRAL : addedEffect, predicate));
  }
  return changes;
}

interface Matched {
  readonly pairs: readonly { readonly before: unknown; readonly after: unknown; readonly name: string }[];
  readonly gone: readonly unknown[];
  readonly added: readonly unknown[];
}

/** Finds branches again: by what is written there, then by what they mean, then those without a name by type. */
function matched(old: readonly unknown[], young: readonly unknown[], recursion: SchemaRecursion): Matched {
  const pairs: Matched['pairs'][number][] = [];
  let [gone, added] = [[...old], [...young]];
  const tests: readonly ((before: unknown, after: unknown) => boolean)[] = [
    (before, after) => keyText(before) === keyText(after),
    (before, after) => recursion.between(before, after).length === 0,
    (before, after) => titleOf(before) !== '' && titleOf(before) === titleOf(after),
    (before, after) => isAlike(before, after, gone, added),
  ];
  for (const isSame of tests)
    for (const before of gone) {
      const at = added.findIndex((after) => isSame(before, after));
      if (at < 0) continue;
      pairs.push({ before, after: added[at], name: nameOf(before, old) });
      added = added.filter((_, index) => index !== at);
      gone = gone.filter((each) => each !== before);
    }
  return { pairs, gone, added };
}

/** True for the only inline schemas of a type that are left. */
function isAlike(
  before: unknown,
  after: unknown,
  gone: readonly unknown[],
  added: readonly unknown[],
): boolean {
  if (!isObject(before) || !isObject(after)) return false;
  if (referenceOf(before) !== null || referenceOf(after) !== null) return false;
  const type = JSON.stringify(before['type']);
  const count = (list: readonly unknown[]): number =>
    list.filter((each) => isObject(each) && JSON.stringify(each['type']) === type).length;
  return JSON.stringify(after['type']) === type && count(gone) === 1 && count(added) === 1;
}

function keyText(branch: unknown): string {
  return referenceOf(branch) ?? textOf(branch);
}

function titleOf(branch: unknown): string {
  return isObject(branch) ? (scalarText(branch['title']) ?? '') : '';
}

/** Returns the name of a reference, a title, a type, or a position. */
function nameOf(branch: unknown, among: readonly unknown[]): string {
  const reference = referenceOf(branch);
  if (reference !== null) return reference.slice(reference.lastIndexOf('/') + 1);
  const title = titleOf(branch);
  if (title !== '') return shown(title);
  const type = isObject(branch) ? branch['type'] : undefined;
  const isOnly =
    typeof type === 'string' && among.filter((each) => isObject(each) && each['type'] === type).length === 1;
  return isOnly ? type : `form ${among.indexOf(branch) + 1}`;
}

function discriminatorChanges(before: unknown, after: unknown): readonly SchemaChange[] {
  if (!isObject(before) && !isObject(after)) return [];
  if (!isObject(before)) return [change('discriminator-added', NEUTRAL, 'has a discriminator')];
  if (!isObject(after)) return [change('discriminator-removed', NEUTRAL, 'has no discriminator any more')];
  const changes: SchemaChange[] = [];
  const [name, now] = [before['propertyName'], after['propertyName']].map((each) => shown(each));
  if (name !== now)
    changes.push(
      change('discriminator-property-name-changed', NEUTRAL, `has the discriminator ${now}, before ${name}`),
    );
  const [old, young] = [recordOf(before['mapping']), recordOf(after['mapping'])];
  for (const value of new Set([...Object.keys(old), ...Object.keys(young)])) {
    if (old[value] === young[value]) continue;
    const verb = old[value] === undefined ? 'added' : young[value] === undefined ? 'removed' : 'changed';
    const target = verb === 'removed' ? 'nothing' : shown(young[value]);
    const predicate = `has ${target} for the discriminator ${shown(value)}`;
    changes.push(change(`discriminator-mapping-${verb}`, NEUTRAL, predicate));
  }
  return changes;
}
