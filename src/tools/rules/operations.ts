// Operations of rules on header fields and on query parameters: set, add, remove, replace.
import { z } from 'zod';
import { octetsOfText, textOfOctets } from '../../base/octets.ts';
import type { HeaderLines } from '../../proxy/hooks.ts';
import { effectiveWhen, fieldName, fieldValue, flag, object, oneOf, text } from './fields.ts';
import { expandCaptures, referenceError } from './patterns/captures.ts';
import { compileRegex, regexError } from './patterns/regex.ts';

const OPERATIONS = 'a list of objects with op ("set", "add", "remove" or "replace"), name and value';
const FIND = 'the text to find, not empty';

const REPLACE = { op: ['replace'] };

/** The fields of every operation. `find` and `regex` are those of `replace`. */
const common = {
  op: oneOf(['set', 'add', 'remove', 'replace']),
  find: effectiveWhen(text.default('').describe('For replace: the text of the value to replace'), REPLACE),
  regex: effectiveWhen(
    flag.default(false).describe('For replace: `find` is a regular expression; $1 is its first group'),
    REPLACE,
  ),
} as const;

type Common = Readonly<z.output<z.ZodObject<typeof common>>>;

/** An operation whose text is checked. `value` replaces `find`. */
export interface Operation extends Common {
  readonly name: string;
  readonly value: string;
}

const { op, ...replacing } = common;

export const headerOperations = z
  .array(
    object({ op, name: fieldName, value: fieldValue.default(''), ...replacing }).superRefine(checkReplace),
    OPERATIONS,
  )
  .default([]);

const PARAMETER = 'the name of a query parameter';

export const queryOperations = z
  .array(
    object({
      op,
      name: z.string(PARAMETER).min(1, PARAMETER),
      value: text.default(''),
      ...replacing,
    }).superRefine(checkReplace),
    OPERATIONS,
  )
  .default([]);

function checkReplace(operation: Operation, context: z.core.$RefinementCtx): void {
  if (operation.op !== 'replace') return;
  const { find, regex, value } = operation;
  const issue = (field: 'find' | 'value', message: string): void =>
    context.addIssue({ code: 'custom', path: [field], input: operation[field], message });
  const expected = find === '' ? FIND : regex ? regexError(find) : null;
  if (expected !== null) {
    issue('find', expected);
    return;
  }
  const reference = regex ? referenceError(value, compileRegex(find).groupCount) : null;
  if (reference !== null) issue('value', reference);
}

/** Returns true when `$1` in the value refers to a capture of the rule's pattern, and not to a group of `find`. */
function takesCaptures({ op: kind, regex }: Operation): boolean {
  return kind !== 'replace' || !regex;
}

/** Returns the operations with captures of the rule's pattern in their values. */
export function expandedOperations<O extends Operation>(
  operations: readonly O[],
  captures: readonly string[],
): readonly O[] {
  return operations.map((operation) =>
    takesCaptures(operation) ? { ...operation, value: expandCaptures(operation.value, captures) } : operation,
  );
}

/** Returns the first reference in a value to a capture that the rule's pattern does not have; null without one. */
export function operationIssue(
  operations: readonly Operation[],
  captureCount: number,
): { readonly at: number; readonly expected: string } | null {
  for (const [at, operation] of operations.entries()) {
    const expected = takesCaptures(operation) ? referenceError(operation.value, captureCount) : null;
    if (expected !== null) return { at, expected };
  }
  return null;
}

/** A header operation as other code of the project writes it. */
export type HeaderOperation = Pick<Operation, 'op' | 'name' | 'value'> & Partial<Operation>;

/**
 * Applies operations in order. `set` replaces all fields of a name by one, in the place of the first or at the end.
 * Names are compared without regard to case.
 */
export function applyHeaderOperations(
  fields: HeaderLines,
  operations: readonly HeaderOperation[],
): HeaderLines {
  return operations.reduce(
    (lines, operation) =>
      applied(
        lines,
        { ...operation, value: octetsOfText(operation.value) },
        {
          isNamed: (name) => name.toLowerCase() === operation.name.toLowerCase(),
          replaced: (octets) => {
            const value = textOfOctets(octets);
            const replaced = replacedText(value, operation);
            return replaced === value ? octets : octetsOfText(replaced);
          },
        },
      ),
    fields,
  );
}

/** Applies operations to the query of a path. Parameters that none of them names stay as they are written. */
export function applyQueryOperations(path: string, operations: readonly Operation[]): string {
  if (operations.length === 0 || path === '*') return path;
  const at = path.indexOf('?');
  const [bare, query] = at < 0 ? [path, ''] : [path.slice(0, at), path.slice(at + 1)];
  const pairs = query === '' ? [] : query.split('&').map(splitPair);
  const changed = operations.reduce<Pairs>(
    (before, operation) =>
      applied(
        before,
        { ...operation, name: encoded(operation.name), value: encoded(operation.value) },
        {
          isNamed: (name) => decodedQueryText(name) === operation.name,
          replaced: (value) => encoded(replacedText(decodedQueryText(value), operation)),
        },
      ),
    pairs,
  );
  if (changed.length === 0) return bare;
  return `${bare}?${changed.map(([name, value]) => (value === null ? name : `${name}=${value}`)).join('&')}`;
}

/** Names and values; null for a parameter without `=`. */
type Pairs = readonly (readonly [name: string, value: string | null])[];

interface Naming {
  readonly isNamed: (name: string) => boolean;
  /** Returns the value after `replace`. */
  readonly replaced: (value: string) => string;
}

function applied<Line extends readonly [string, string | null]>(
  lines: readonly Line[],
  { op: kind, name, value }: HeaderOperation,
  { isNamed, replaced }: Naming,
): readonly (Line | readonly [string, string])[] {
  const line = [name, value] as const;
  if (kind === 'add') return [...lines, line];
  if (kind === 'remove') return lines.filter((each) => !isNamed(each[0]));
  if (kind === 'replace')
    return lines.map((each) =>
      isNamed(each[0]) && each[1] !== null ? ([each[0], replaced(each[1])] as const) : each,
    );
  const at = lines.findIndex((each) => isNamed(each[0]));
  if (at < 0) return [...lines, line];
  return [...lines.slice(0, at), line, ...lines.slice(at + 1).filter((each) => !isNamed(each[0]))];
}

/** Replaces each occurrence of `find`. */
function replacedText(before: string, { find = '', regex = false, value }: HeaderOperation): string {
  if (find === '') return before;
  if (!regex) return before.replaceAll(find, () => value);
  return compileRegex(find).replaceAll(before, (groups) => expandCaptures(value, groups));
}

function splitPair(text: string): readonly [string, string | null] {
  const at = text.indexOf('=');
  return at < 0 ? [text, null] : [text.slice(0, at), text.slice(at + 1)];
}

function encoded(value: string): string {
  return encodeURIComponent(value.toWellFormed());
}

/** Decodes text of a query. When an escape is invalid, decodes only the plus signs. */
export function decodedQueryText(value: string): string {
  const spaced = value.replaceAll('+', ' ');
  try {
    return decodeURIComponent(spaced);
  } catch {
    return spaced;
  }
}
