// The values that a schema names: lists of values, constants and defaults, and its patterns and multiples.
import { isDeepStrictEqual } from 'node:util';
import type { JsonObject } from '../../../documents/json-values.ts';
import { DIFFERS, effectOfSetting, NARROWS, NEUTRAL, UNCLEAR, WIDENS, type Effect } from '../change.ts';
import { change, shown, textOf, type SchemaChange } from './schema-change.ts';

/** Another value in a response: clients are told to expect the unknown, and some do not. */
const ONE_MORE: Effect = { sent: 'info', received: 'warning' };
/** Patterns that everything matches. */
const MATCHES_ALL = /^\^?\.\*\$?$/;

export function valueChanges(old: JsonObject, young: JsonObject): readonly SchemaChange[] {
  return [
    ...enumChanges(old, young),
    ...constChanges(old, young),
    ...extensibleChanges(old, young),
    ...patternChanges(patternOf(old), patternOf(young)),
    ...multipleChanges(old['multipleOf'], young['multipleOf']),
    ...uniqueChanges(old['uniqueItems'] === true, young['uniqueItems'] === true),
    ...defaultChanges(old['default'], young['default']),
  ];
}

/** Beside a list of values, a constant is a list of one. */
function enumChanges(old: JsonObject, young: JsonObject): readonly SchemaChange[] {
  if (old['enum'] === undefined && young['enum'] === undefined) return [];
  const [before, after] = [listedValues(old), listedValues(young)];
  if (before === null) return [change('became-enum', NARROWS, 'has a list of values')];
  if (after === null) return [change('enum-dropped', WIDENS, 'has no list of values any more')];
  const [known, now] = [new Set(before), new Set(after)];
  return [
    ...before
      .filter((value) => !now.has(value))
      .map((value) => change('enum-value-removed', NARROWS, `is never ${shown(value)} now`)),
    ...after
      .filter((value) => !known.has(value))
      .map((value) => change('enum-value-added', ONE_MORE, `may be ${shown(value)}`)),
  ];
}

function listedValues({ enum: values, const: value }: JsonObject): readonly string[] | null {
  if (Array.isArray(values)) return [...new Set(values.map(textOf))];
  return value === undefined ? null : [textOf(value)];
}

function constChanges(old: JsonObject, young: JsonObject): readonly SchemaChange[] {
  const [before, after] = [old['const'], young['const']];
  if (old['enum'] !== undefined || young['enum'] !== undefined) return [];
  if (isDeepStrictEqual(before, after)) return [];
  if (before === undefined) return [change('const-added', NARROWS, `is always ${shown(after)} now`)];
  if (after === undefined)
    return [change('const-removed', WIDENS, `may be something other than ${shown(before)}`)];
  return [change('const-changed', DIFFERS, `is always ${shown(after)}, before ${shown(before)}`)];
}

/** Lists that may grow at any time (`x-extensible-enum`). */
function extensibleChanges(old: JsonObject, young: JsonObject): readonly SchemaChange[] {
  const [before, after] = [old['x-extensible-enum'], young['x-extensible-enum']];
  if (!Array.isArray(before) || !Array.isArray(after)) return [];
  const values = after.map(textOf);
  return before
    .map(textOf)
    .filter((value) => !values.includes(value))
    .map((value) => change('extensible-enum-value-removed', NARROWS, `is never ${shown(value)} now`));
}

function patternOf({ pattern }: JsonObject): string | undefined {
  return typeof pattern === 'string' && !MATCHES_ALL.test(pattern) ? pattern : undefined;
}

function patternChanges(before: string | undefined, after: string | undefined): readonly SchemaChange[] {
  if (before === after) return [];
  const effect = effectOfSetting(before, after);
  if (before === undefined) return [change('pattern-added', effect, `has the pattern ${shown(after)}`)];
  if (after === undefined)
    return [change('pattern-removed', effect, `has no pattern any more, before ${shown(before)}`)];
  return [change('pattern-changed', effect, `has the pattern ${shown(after)}, before ${shown(before)}`)];
}

function multipleChanges(before: unknown, after: unknown): readonly SchemaChange[] {
  const [old, young] = [before, after].map((each) => (typeof each === 'number' && each > 0 ? each : null));
  if (old === young || old === undefined || young === undefined) return [];
  if (old === null)
    return young === 1 ? [] : [change('multiple-of-set', NARROWS, `is a multiple of ${young}`)];
  if (young === null) return [change('multiple-of-unset', WIDENS, `need not be a multiple of ${old}`)];
  const effect = isMultiple(old, young) ? WIDENS : isMultiple(young, old) ? NARROWS : DIFFERS;
  return [change('multiple-of-changed', effect, `is a multiple of ${young}, before ${old}`)];
}

function isMultiple(value: number, of: number): boolean {
  const times = value / of;
  return Math.abs(times - Math.round(times)) < 1e-9;
}

function uniqueChanges(before: boolean, after: boolean): readonly SchemaChange[] {
  if (before === after) return [];
  return after
    ? [change('unique-items-set', NARROWS, 'has each item once')]
    : [change('unique-items-unset', WIDENS, 'may have an item twice')];
}

function defaultChanges(before: unknown, after: unknown): readonly SchemaChange[] {
  if (isDeepStrictEqual(before, after)) return [];
  if (before === undefined)
    return [change('default-value-added', NEUTRAL, `has the default ${shown(after)}`)];
  if (after === undefined)
    return [change('default-value-removed', NEUTRAL, `has no default any more, before ${shown(before)}`)];
  return [
    change('default-value-changed', NEUTRAL, `has the default ${shown(after)}, before ${shown(before)}`),
  ];
}

/** Keywords about the content of a string. */
export function contentChanges(old: JsonObject, young: JsonObject): readonly SchemaChange[] {
  return (
    [
      ['contentMediaType', 'content-media-type', 'media type'],
      ['contentEncoding', 'content-encoding', 'encoding'],
    ] as const
  ).flatMap(([keyword, id, title]) => {
    const [before, after] = [old[keyword], young[keyword]];
    if (before === after) return [];
    const effect = before === undefined || after === undefined ? effectOfSetting(before, after) : DIFFERS;
    const predicate =
      after === undefined
        ? `has no ${title} any more, before ${shown(before)}`
        : `has the ${title} ${shown(after)}`;
    return [change(`${id}-changed`, effect, predicate)];
  });
}

/** Keywords whose parts are not compared, with what completes "has …". */
const WHOLE = [
  ['not', 'values that it must not have'],
  ['if', 'a condition'],
  ['then', 'what holds if its condition does'],
  ['else', 'what holds if its condition does not'],
  ['xml', 'a form in XML'],
] as const;

/** Changes of parts that are compared as a whole, because no rule says what a change in them means. */
export function wholeChanges(
  old: JsonObject,
  young: JsonObject,
  areSame: (before: unknown, after: unknown) => boolean,
): readonly SchemaChange[] {
  return WHOLE.flatMap(([keyword, title]) => {
    const [before, after] = [old[keyword], young[keyword]];
    if (before === after || areSame(before, after)) return [];
    const effect = keyword === 'xml' ? UNCLEAR : effectOfSetting(before, after);
    if (before === undefined) return [change(`${keyword}-added`, effect, `has ${title}`)];
    if (after === undefined) return [change(`${keyword}-removed`, effect, `does not have ${title} any more`)];
    return [change(`${keyword}-changed`, effect, `has ${title}, which changed`)];
  });
}
