// The properties of objects: which there are, which are required, and which others are allowed.
import { isObject } from '../../../base/is-object.ts';
import type { JsonObject } from '../../../documents/json-values.ts';
import { DIFFERS, NARROWS, NEUTRAL, WIDENS, type Direction, type Effect } from '../change.ts';
import { lifecycleChanges } from './lifecycle.ts';
import { listOf } from './effective.ts';
import type { SchemaRecursion } from './recursion.ts';
import { change, within, type SchemaChange } from './schema-change.ts';

/** A property that a server does not know any more; one that refuses unknown ones fails. */
const IGNORED: Effect = { sent: 'warning', received: 'warning' };
/** Properties that nobody described: new ones are not breaking either. */
const OPENED: Effect = { sent: 'info', received: 'warning' };
const MUST_SEND: Effect = { sent: 'error', received: 'info' };
const COMES_BACK: Effect = { sent: 'info', received: 'warning' };

export function objectChanges(
  old: JsonObject,
  young: JsonObject,
  recursion: SchemaRecursion,
): readonly SchemaChange[] {
  return [
    ...propertyChanges(old, young, recursion),
    ...othersChanges(old['additionalProperties'], young['additionalProperties'], recursion),
    ...dependencyChanges(old, young),
  ];
}

function propertyChanges(
  old: JsonObject,
  young: JsonObject,
  recursion: SchemaRecursion,
): readonly SchemaChange[] {
  const [before, after] = [recordOf(old['properties']), recordOf(young['properties'])];
  const [wasRequired, isRequired] = [new Set(listOf(old['required'])), new Set(listOf(young['required']))];
  const changes: SchemaChange[] = [];
  for (const [name, schema] of Object.entries(before)) {
    if (!Object.hasOwn(after, name)) {
      const effect = removalOf(wasRequired.has(name), young);
      const isAbsent = isAbsentIn(recursion.effective('old', schema), recursion.direction);
      changes.push(...within(name, [change('removed', effect, 'was removed')], isAbsent));
      continue;
    }
    const now = after[name];
    if (recursion.areSameReference(schema, now)) continue;
    changes.push(...changesWithin(name, schema, now, isRequired.has(name), recursion));
  }
  for (const name of new Set([...Object.keys(after), ...wasRequired, ...isRequired].map(String))) {
    const isNew = !Object.hasOwn(before, name) && Object.hasOwn(after, name);
    const required = isRequired.has(name);
    if (!isNew && required === wasRequired.has(name)) continue;
    if (!isNew && !Object.hasOwn(after, name) && Object.hasOwn(before, name)) continue;
    const schema = recursion.effective('young', after[name]);
    const isAbsent = isAbsentIn(schema, recursion.direction);
    const made = isNew
      ? required
        ? change('added-required', MUST_SEND, 'is new and required')
        : change('added', NEUTRAL, 'is new')
      : required
        ? change('became-required', NARROWS, 'became required')
        : change('became-optional', WIDENS, 'became optional');
    changes.push(...within(name, [made], isAbsent));
  }
  return changes;
}

/** A required property that is gone is missed; an optional one may be. */
function removalOf(wasRequired: boolean, young: JsonObject): Effect {
  const isRefused = young['additionalProperties'] === false;
  return { sent: isRefused ? 'error' : IGNORED.sent, received: wasRequired ? 'error' : IGNORED.received };
}

function changesWithin(
  name: string,
  before: unknown,
  after: unknown,
  isRequired: boolean,
  recursion: SchemaRecursion,
): readonly SchemaChange[] {
  const old = recursion.effective('old', before);
  const young = recursion.effective('young', after);
  const { direction } = recursion;
  const isAbsent = isAbsentIn(old, direction) || isAbsentIn(young, direction);
  return [
    ...within(name, lifecycleChanges(old, young, recursion.deprecationDays)),
    ...within(name, accessChanges(old, young, isRequired)),
    ...within(name, recursion.between(before, after), isAbsent),
  ];
}

function accessChanges(old: JsonObject, young: JsonObject, isRequired: boolean): readonly SchemaChange[] {
  const changes: SchemaChange[] = [];
  const [wasReadOnly, isReadOnly] = [old['readOnly'] === true, young['readOnly'] === true];
  if (wasReadOnly && !isReadOnly)
    changes.push(
      change(
        'became-not-read-only',
        isRequired ? MUST_SEND : NEUTRAL,
        `is not read-only any more${isRequired ? ', and required' : ''}`,
      ),
    );
  if (isReadOnly && !wasReadOnly) changes.push(change('became-read-only', NEUTRAL, 'became read-only'));
  const [wasWriteOnly, isWriteOnly] = [old['writeOnly'] === true, young['writeOnly'] === true];
  if (wasWriteOnly && !isWriteOnly)
    changes.push(
      change(
        'became-not-write-only',
        isRequired ? COMES_BACK : NEUTRAL,
        `is not write-only any more${isRequired ? ', and required' : ''}`,
      ),
    );
  if (isWriteOnly && !wasWriteOnly) {
    const effect: Effect = { sent: 'info', received: isRequired ? 'error' : 'warning' };
    changes.push(change('became-write-only', effect, 'became write-only'));
  }
  return changes;
}

/** True for a property that does not travel in a direction. */
function isAbsentIn({ readOnly, writeOnly }: JsonObject, direction: Direction): boolean {
  return direction === 'sent' ? readOnly === true : writeOnly === true;
}

function othersChanges(before: unknown, after: unknown, recursion: SchemaRecursion): readonly SchemaChange[] {
  const [old, young] = [othersOf(before), othersOf(after)];
  if (isObject(old) && isObject(young)) return within('*', recursion.between(old, young));
  if (typeof old === typeof young && old === young) return [];
  if (young === false)
    return [change('additional-properties-refused', NARROWS, 'has no other properties any more')];
  if (old === false) return [change('additional-properties-allowed', OPENED, 'may have other properties')];
  return isObject(young)
    ? [change('additional-properties-schema-added', NARROWS, 'has other properties of one kind only')]
    : [change('additional-properties-schema-removed', OPENED, 'may have other properties of any kind')];
}

/** Returns true where all are allowed. */
function othersOf(value: unknown): boolean | JsonObject {
  if (value === false) return false;
  return isObject(value) && Object.keys(value).length > 0 ? value : true;
}

/** Properties that are required where another one is there. */
function dependencyChanges(old: JsonObject, young: JsonObject): readonly SchemaChange[] {
  const [before, after] = [recordOf(old['dependentRequired']), recordOf(young['dependentRequired'])];
  return [...new Set([...Object.keys(before), ...Object.keys(after)])].flatMap((name) => {
    const [was, is] = [listOf(before[name]), listOf(after[name])];
    const gone = was.filter((each) => !is.includes(each));
    const added = is.filter((each) => !was.includes(each));
    if (gone.length === 0 && added.length === 0) return [];
    const verb = was.length === 0 ? 'added' : is.length === 0 ? 'removed' : 'changed';
    const effect = added.length === 0 ? WIDENS : gone.length === 0 ? NARROWS : DIFFERS;
    const needs = is.length === 0 ? 'nothing else' : is.map(String).join(', ');
    return [change(`dependent-required-${verb}`, effect, `with ${name} needs ${needs}`)];
  });
}

export function recordOf(value: unknown): JsonObject {
  return isObject(value) ? value : {};
}
