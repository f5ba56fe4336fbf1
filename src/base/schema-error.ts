// Renders the first issue of a failed zod validation as a sentence for the author of the value. Issues are plain
// data, so that this module does not load zod.
import { didYouMean } from './did-you-mean.ts';

/** The part of a zod issue that messages use. Parse with `reportInput: true`, so that `input` is present. */
export interface SchemaIssue {
  readonly code?: string | undefined;
  readonly path: readonly PropertyKey[];
  /** Describes a valid value, such as `a port from 0 to 65535`. Schemas in this project are written so. */
  readonly message: string;
  readonly input?: unknown;
  /** The unknown keys, of an `unrecognized_keys` issue. */
  readonly keys?: readonly string[];
  /** The issues of each alternative, of an `invalid_union` issue. */
  readonly errors?: readonly (readonly SchemaIssue[])[];
}

export interface SchemaErrorOptions {
  /** Path of the validated value in the document that the user wrote. */
  readonly prefix?: readonly PropertyKey[];
  /** Names what an unknown key is not: `setting` gives "prot is not a setting". */
  readonly kind: string;
  /** Returns the valid keys at the place of an unknown one; by default the words of the issue's message. */
  readonly known?: (issue: SchemaIssue) => readonly string[];
  /** Ends the message about an unknown key; by default a suggestion from the known ones. */
  readonly hint?: (key: string, issue: SchemaIssue) => string;
  /** Reports what is wrong inside the alternative of a union that was meant, instead of the union as a whole. */
  readonly intoUnions?: boolean;
  /** Renders a wrong value; must hide secrets where there can be any. By default JSON, cut at 80 characters. */
  readonly shown?: (value: unknown, path: readonly PropertyKey[]) => string;
}

export interface SchemaError {
  /** The path of the wrong value, such as `socks.port`; empty for the whole. */
  readonly field: string;
  readonly message: string;
}

/** Describes the first issue: the wrong field, its value, and what to give instead. */
export function schemaError(issues: readonly SchemaIssue[], options: SchemaErrorOptions): SchemaError {
  const issue = options.intoUnions === true ? innermost(issues[0]!) : issues[0]!;
  const path = [...(options.prefix ?? []), ...issue.path];
  const [key] = issue.keys ?? [];
  if (issue.code === 'unrecognized_keys' && key !== undefined) return unknownKey(issue, path, key, options);
  const field = fieldPath(path);
  const is =
    issue.input === undefined ? 'missing' : (options.shown?.(issue.input, path) ?? shownJson(issue.input));
  return { field, message: `${field === '' ? 'it' : field} is ${is}: give ${issue.message}` };
}

function unknownKey(
  issue: SchemaIssue,
  path: readonly PropertyKey[],
  key: string,
  { kind, known, hint }: SchemaErrorOptions,
): SchemaError {
  const field = fieldPath([...path, key]);
  const ending =
    hint?.(key, issue) ?? didYouMean(key, known === undefined ? issue.message.split(' ') : known(issue));
  return { field, message: `${field} is not a ${kind}: ${ending}` };
}

/**
 * Descends into a union: the alternative that was meant fails at a field inside it, the others as a whole, so the
 * first issue with a path is the one to report.
 */
function innermost(issue: SchemaIssue): SchemaIssue {
  if (issue.code !== 'invalid_union' || issue.errors === undefined) return issue;
  const inner = issue.errors.flatMap(([first]) =>
    first !== undefined && first.path.length > 0 ? [first] : [],
  )[0];
  return inner === undefined ? issue : innermost({ ...inner, path: [...issue.path, ...inner.path] });
}

const MAX_KEY_CHARS = 60;
const MAX_SHOWN_CHARS = 80;

/** Renders a path as `sslProxyingHosts[0].pattern`; keys that are not plain names are quoted. */
export function fieldPath(path: readonly PropertyKey[]): string {
  return path
    .map((part, index) => {
      if (typeof part === 'number') return `[${part}]`;
      const name = String(part).slice(0, MAX_KEY_CHARS);
      const text = /^\w[\w-]*$/.test(name) ? name : JSON.stringify(name);
      return index === 0 ? text : `.${text}`;
    })
    .join('');
}

/**
 * Renders a value as JSON, truncated to 80 characters; `missing` for values that JSON cannot represent. `replacer` is
 * that of `JSON.stringify`.
 */
export function shownJson(value: unknown, replacer?: (key: string, value: unknown) => unknown): string {
  const text = JSON.stringify(value, replacer) as string | undefined;
  if (text === undefined) return 'missing';
  return text.length > MAX_SHOWN_CHARS ? `${text.slice(0, MAX_SHOWN_CHARS)}…` : text;
}
