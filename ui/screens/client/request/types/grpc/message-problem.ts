// The first value of a message that its type does not take, by the rules of ProtoJSON
// (https://protobuf.dev/programming-guides/json/). Values with variables are not judged.
import type { DescriptionOf } from '../shared/description.ts';
import { jsonPlaces, type Placed } from './json-places.ts';

type Types = DescriptionOf<'grpc'>['services'][number]['types'];
type Field = Types[string][number];

export interface Problem {
  readonly line: number;
  readonly text: string;
}

/** Returns null where nothing is wrong, or nothing is known. */
export function messageProblem(text: string, type: string, types: Types): Problem | null {
  const message = jsonPlaces(text);
  return message === null ? null : inMessage(message, type, types, '');
}

function inMessage(value: Placed, type: string, types: Types, at: string): Problem | null {
  const fields = Object.hasOwn(types, type) ? types[type] : undefined;
  // A type that is not described, such as a well-known one, has a JSON of its own.
  if (fields === undefined || value.type === 'variable' || isNull(value)) return null;
  if (value.type !== 'object') return wrong(value, at === '' ? 'The message' : at, shortName(type));
  return firstProblem(value.entries, ([name, inner]) => {
    const path = at === '' ? name : `${at}.${name}`;
    const field = fields.find((each) => each.name === name || each.jsonName === name);
    if (field === undefined) return unknownField(inner, path, fields);
    return inField(inner, field, types, path);
  });
}

function inField(value: Placed, field: Field, types: Types, path: string): Problem | null {
  if (value.type === 'variable' || isNull(value)) return null;
  const inValue = (each: Placed, at: string): Problem | null =>
    inMessage(each, field.type, types, at) ?? scalarProblem(each, field, at);
  if (field.label === 'one') return inValue(value, path);
  if (field.label === 'many')
    return value.type === 'list'
      ? firstProblem(value.items, (item, index) => inValue(item, `${path}[${index}]`))
      : wrong(value, path, `a list of ${shortName(field.type)}`);
  return value.type === 'object'
    ? firstProblem(value.entries, ([key, item]) => inValue(item, `${path}.${key}`))
    : wrong(value, path, 'a map, which is an object');
}

function scalarProblem(value: Placed, { type, values }: Field, path: string): Problem | null {
  if (value.type === 'variable' || isNull(value)) return null;
  if (values !== undefined) return enumProblem(value, values, path);
  const isTaken = TAKES[type];
  return isTaken === undefined || isTaken(value) ? null : wrong(value, path, type);
}

/** Names of an enum that a message about another one shows. */
const MAX_NAMES = 8;

function enumProblem(value: Placed, values: readonly string[], path: string): Problem | null {
  if (value.type === 'number') return null;
  if (value.type !== 'text') return wrong(value, path, 'a name of its enum');
  if (values.includes(value.text)) return null;
  const names = values.slice(0, MAX_NAMES).join(', ');
  return {
    line: value.line,
    text: `${path} is one of ${names}${values.length > MAX_NAMES ? ' and others' : ''}, not ${value.text}.`,
  };
}

const isInteger = (value: Placed): boolean =>
  (value.type === 'number' || value.type === 'text') && Number.isInteger(Number(value.text));
const isNumber = (value: Placed): boolean =>
  value.type === 'number' ||
  (value.type === 'text' && (/^-?Infinity$|^NaN$/.test(value.text) || !Number.isNaN(Number(value.text))));
const isText = (value: Placed): boolean => value.type === 'text';

const TAKES: Readonly<Record<string, (value: Placed) => boolean>> = {
  string: isText,
  bytes: isText,
  bool: ({ type }) => type === 'word',
  double: isNumber,
  float: isNumber,
  ...Object.fromEntries(
    [
      'int32',
      'uint32',
      'sint32',
      'fixed32',
      'sfixed32',
      'int64',
      'uint64',
      'sint64',
      'fixed64',
      'sfixed64',
    ].map((type) => [type, isInteger]),
  ),
};

function isNull(value: Placed): boolean {
  return value.type === 'word' && value.text === 'null';
}

const KINDS = { object: 'an object', list: 'a list', text: 'a string', number: 'a number' } as const;

function wrong(value: Placed, path: string, type: string): Problem {
  const kind = value.type === 'word' || value.type === 'variable' ? value.text : KINDS[value.type];
  return { line: value.line, text: `${path} is ${type}, not ${kind}.` };
}

function unknownField({ line }: Placed, path: string, fields: readonly Field[]): Problem {
  const names = fields.slice(0, MAX_NAMES).map(({ name }) => name);
  const others = fields.length > MAX_NAMES ? ' and others' : '';
  const known = names.length === 0 ? 'the message has none' : `known are ${names.join(', ')}${others}`;
  return { line, text: `${path} is an unknown field: ${known}.` };
}

function firstProblem<T>(
  all: readonly T[],
  check: (each: T, index: number) => Problem | null,
): Problem | null {
  for (const [index, each] of all.entries()) {
    const problem = check(each, index);
    if (problem !== null) return problem;
  }
  return null;
}

/** Returns the last part of a full name. */
export function shortName(type: string): string {
  return type.slice(type.lastIndexOf('.') + 1);
}
