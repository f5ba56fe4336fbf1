// A GraphQL document as it is typed: its operations, and what may stand at the caret.
import { fieldOf, namedType, type Schema } from './schema.ts';
import { tokensOf, type Token } from './tokens.ts';

export type OperationType = 'query' | 'mutation' | 'subscription';

export interface Operation {
  readonly type: OperationType;
  /** Empty for one without a name. */
  readonly name: string;
}

export function operationsOf(document: string): readonly Operation[] {
  const operations: Operation[] = [];
  let depth = 0;
  let isNamed = false;
  const tokens = tokensOf(document);
  for (const [at, { text }] of tokens.entries()) {
    if (depth === 0 && isOperationType(text)) {
      const next = tokens[at + 1];
      operations.push({ type: text, name: next?.kind === 'name' ? next.text : '' });
      isNamed = true;
    }
    if (depth === 0 && text === 'fragment') isNamed = true;
    if (text === '{') {
      if (depth === 0 && !isNamed) operations.push({ type: 'query', name: '' });
      depth += 1;
    }
    if (text === '(') depth += 1;
    if (text === '}' || text === ')') depth = Math.max(0, depth - 1);
    if (text === '}' && depth === 0) isNamed = false;
  }
  return operations;
}

/** Returns the operation that is run. */
export function chosenOperation(document: string, name: string): Operation | null {
  const operations = operationsOf(document);
  return operations.find((each) => each.name === name) ?? operations[0] ?? null;
}

function isOperationType(text: string): text is OperationType {
  return text === 'query' || text === 'mutation' || text === 'subscription';
}

/** A position in a document, where fields of a type may stand, or arguments of a field. */
export interface Position {
  /** The type whose fields may be chosen; empty where that is not known. */
  readonly type: string;
  /** The field whose arguments may be given; null outside of its parentheses. */
  readonly field: string | null;
}

/** Returns null outside of every selection. */
export function positionAt(document: string, offset: number, schema: Schema): Position | null {
  const tokens = tokensOf(document).filter(({ from }) => from < offset);
  /** The types of the selections that are open. */
  const open: string[] = [];
  let next = schema.roots.query;
  let field: string | null = null;
  let parentheses = 0;
  for (const [at, token] of tokens.entries()) {
    const { text, kind } = token;
    const before = tokens[at - 1]?.text;
    if (text === '(') parentheses += 1;
    else if (text === ')') parentheses = Math.max(0, parentheses - 1);
    else if (parentheses > 0) continue;
    else if (text === '{') {
      open.push(next);
      field = null;
    } else if (text === '}') {
      open.pop();
      field = null;
      if (open.length === 0) next = schema.roots.query;
    } else if (kind === 'name') {
      const current = open.at(-1);
      if (current === undefined) next = rootOf(token, before, next, schema);
      else if (before === 'on') next = text;
      else if (text === 'on' && before === '...') next = current;
      else if (before !== '@' && before !== '...') {
        field = text;
        next = namedType(fieldOf(schema, current, text)?.type ?? '');
      }
    } else if (text === '...') next = open.at(-1) ?? next;
  }
  const type = open.at(-1);
  return type === undefined ? null : { type, field: parentheses > 0 ? field : null };
}

/** Returns the type that a definition selects from. */
function rootOf({ text }: Token, before: string | undefined, present: string, { roots }: Schema): string {
  if (isOperationType(text) && before !== text) return roots[text];
  return before === 'on' ? text : present;
}

/** Levels of objects that are chosen with a field. */
const MAX_DEPTH = 2;

/** Returns a field as it is inserted: with arguments that must be given, and with the fields of an object. */
export function fieldText(schema: Schema, type: string, name: string, depth = 0): string {
  const field = fieldOf(schema, type, name);
  if (field === undefined) return name;
  const required = field.arguments.filter(({ isRequired }) => isRequired);
  const given =
    required.length === 0 ? '' : `(${required.map((each) => `${each.name}: $${each.name}`).join(', ')})`;
  const fields = schema.types.get(namedType(field.type));
  if (fields === undefined) return `${name}${given}`;
  const plain = fields.filter((each) => !schema.types.has(namedType(each.type)) && !each.isDeprecated);
  const [first] = fields;
  const inner =
    plain.length > 0 || first === undefined || depth >= MAX_DEPTH
      ? plain.map((each) => each.name)
      : [fieldText(schema, field.type, first.name, depth + 1)];
  return `${name}${given} { ${(inner.length === 0 ? ['__typename'] : inner).join(' ')} }`;
}
