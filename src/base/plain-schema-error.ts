// Renders the first issue of a schema with zod's own messages as a sentence for the author of the value. Values are
// not shown, because they may be secret, except when only certain names are allowed.
import { nearest } from './did-you-mean.ts';
import { isObject } from './is-object.ts';
import { fieldPath, shownJson, type SchemaIssue } from './schema-error.ts';

/** An issue, with zod's data for each kind. Parse with `reportInput: true`, so that `input` is present. */
export interface PlainIssue extends SchemaIssue {
  readonly expected?: unknown;
  readonly values?: readonly unknown[];
  readonly origin?: unknown;
  readonly minimum?: unknown;
  readonly maximum?: unknown;
  readonly errors?: readonly (readonly PlainIssue[])[];
  /** The key that chooses an alternative, of a union that has one, and its values. */
  readonly discriminator?: string | undefined;
  readonly options?: readonly unknown[];
}

export interface PlainSchemaError {
  /** The path of the wrong value. */
  readonly path: readonly PropertyKey[];
  /** For example `steps[0].times is a text: give a number`. */
  readonly reason: string;
}

/** Renders the first issue. `prefix` is the path of the whole value, as the reader knows it. */
export function plainSchemaError(
  issues: readonly PlainIssue[],
  prefix: readonly PropertyKey[] = [],
): PlainSchemaError {
  const issue = innermost(issues[0]!);
  const { path, code, keys = [] } = issue;
  const field = (of: readonly PropertyKey[]): string => fieldPath([...prefix, ...of]) || 'it';
  if (code === 'unrecognized_keys') {
    const full = [...path, ...keys.slice(0, 1)];
    return { path: full, reason: `${field(full)}: there is no such field${others(keys[0] ?? '', issue)}` };
  }
  return { path, reason: `${field(path)} ${sentenceOf(issue)}` };
}

/** The number of fields that a message lists. */
const MAX_LISTED = 40;

/** Lists the fields that there are, where the message of the issue has their names. */
function others(key: string, { message }: PlainIssue): string {
  const known = /^[\w-]+(?: [\w-]+)*$/.test(message) ? message.split(' ') : [];
  if (known.length === 0) return '';
  const more = known.length > MAX_LISTED ? ` and ${known.length - MAX_LISTED} more` : '';
  return `${suggestion(key, known)}. There are ${known.slice(0, MAX_LISTED).join(', ')}${more}`;
}

/** Descends into the alternative of a union that has come furthest. */
function innermost(issue: PlainIssue): PlainIssue {
  if (issue.code !== 'invalid_union' || issue.errors === undefined) return issue;
  const inner = issue.errors
    .flatMap(([first]) => (first === undefined ? [] : [first]))
    .filter(({ path }) => path.length > 0)
    .sort((a, b) => b.path.length - a.path.length)[0];
  return inner === undefined ? issue : innermost({ ...inner, path: [...issue.path, ...inner.path] });
}

function sentenceOf(issue: PlainIssue): string {
  const { code, input, message, values, expected } = issue;
  if (input === undefined && code !== 'invalid_union') return `is missing${wanted(issue)}`;
  switch (code) {
    case 'invalid_type':
      return `is ${kindOf(input)}: give ${KINDS.get(String(expected)) ?? `a value of the type ${String(expected)}`}`;
    case 'invalid_value':
      return `is ${shownJson(input)}${wanted(issue)}${suggestion(input, values ?? [])}`;
    case 'too_small':
    case 'too_big':
      return input === '' ? 'is empty: give a text' : `is ${sizeOf(input)}: give ${boundOf(issue)}`;
    case 'invalid_union':
      return issue.discriminator === undefined
        ? `is ${kindOf(input)}: give ${kindsOf(issue)}`
        : alternativeSentence(input, issue.discriminator, issue.options ?? []);
    default:
      // Messages of this project complete "give …".
      return `is not valid: ${message.startsWith('Invalid') ? message : `give ${message}`}`;
  }
}

/** Says which values choose an alternative. `input`: the whole object. */
function alternativeSentence(input: unknown, key: string, options: readonly unknown[]): string {
  const given = isObject(input) ? input[key] : undefined;
  const is = given === undefined ? 'is missing' : `is ${shownJson(given)}`;
  return `${is}: give one of ${options.map(String).join(', ')}${suggestion(given, options)}`;
}

/** Names the types of the alternatives. */
function kindsOf({ errors = [] }: PlainIssue): string {
  const kinds = errors.map(([first]) => KINDS.get(String(first?.expected)) ?? 'another value');
  return [...new Set(kinds)].join(' or ');
}

const KINDS: ReadonlyMap<string, string> = new Map([
  ['string', 'a text'],
  ['number', 'a number'],
  ['int', 'a whole number'],
  ['boolean', 'true or false'],
  ['array', 'a list'],
  ['object', 'names with values'],
  ['record', 'names with values'],
  ['null', 'nothing'],
]);

function wanted({ code, expected, values }: PlainIssue): string {
  if (code === 'invalid_value' && values !== undefined)
    return `: give ${values.length === 1 ? '' : 'one of '}${values.map(String).join(', ')}`;
  const kind = KINDS.get(String(expected));
  return kind === undefined ? '' : `: give ${kind}`;
}

function sizeOf(input: unknown): string {
  if (typeof input === 'number') return String(input);
  return typeof input === 'string' ? `${input.length} characters` : 'of another length';
}

function boundOf({ code, origin, minimum, maximum }: PlainIssue): string {
  const bound = code === 'too_small' ? `at least ${String(minimum)}` : `at most ${String(maximum)}`;
  if (origin === 'string') return `${bound} characters`;
  return origin === 'array' || origin === 'set' ? `${bound} entries` : `a number of ${bound}`;
}

/** The number of characters from which a beginning of a name stands for it. */
const MIN_BEGINNING = 3;

function suggestion(input: unknown, values: readonly unknown[]): string {
  if (typeof input !== 'string') return '';
  const names = values.map(String);
  const similar = nearest(input, names) ?? names.find((name) => isBeginning(input, name)) ?? null;
  return similar === null ? '' : ` (did you mean ${similar}?)`;
}

/** True when one is the beginning of the other: `user` of `username`, `auth` of `authorization`. */
function isBeginning(one: string, other: string): boolean {
  const [short, long] = [one, other].map((each) => each.toLowerCase()).sort((a, b) => a.length - b.length);
  return short!.length >= MIN_BEGINNING && long!.startsWith(short!);
}

function kindOf(value: unknown): string {
  if (value === null) return 'empty';
  if (Array.isArray(value)) return 'a list';
  if (typeof value === 'object') return 'an object';
  return typeof value === 'string'
    ? 'a text'
    : typeof value === 'boolean'
      ? String(value)
      : `a ${typeof value}`;
}
