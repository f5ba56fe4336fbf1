// A schema in the schema language (GraphQL specification, section 3), as far as completion and the explorer need it.
import { stringOf, tokensOf, type Token } from './tokens.ts';

export interface Argument {
  readonly name: string;
  /** As written, such as `[ID!]!`. */
  readonly type: string;
  /** True where a value must be given. */
  readonly isRequired: boolean;
}

export interface Field {
  readonly name: string;
  readonly type: string;
  readonly arguments: readonly Argument[];
  readonly description: string;
  readonly isDeprecated: boolean;
}

export interface Schema {
  readonly roots: Readonly<Record<'query' | 'mutation' | 'subscription', string>>;
  /** Types with fields, by name. */
  readonly types: ReadonlyMap<string, readonly Field[]>;
  readonly enums: ReadonlyMap<string, readonly string[]>;
}

export function parseSchema(text: string): Schema {
  const reader = new Reader(tokensOf(text));
  const roots = { query: 'Query', mutation: 'Mutation', subscription: 'Subscription' };
  const types = new Map<string, readonly Field[]>();
  const enums = new Map<string, readonly string[]>();
  while (!reader.isAtEnd) {
    const { text: word } = reader.next();
    if (word === 'schema')
      for (const { name, type } of fieldsIn(reader)) Object.assign(roots, { [name]: type });
    if (word === 'type' || word === 'interface' || word === 'input') {
      const { text: name } = reader.next();
      types.set(name, [...(types.get(name) ?? []), ...fieldsIn(reader)]);
    }
    if (word === 'enum') enums.set(reader.next().text, valuesIn(reader));
  }
  return { roots, types, enums };
}

/** Returns the name of a type without its list and non-null marks. */
export function namedType(type: string): string {
  return type.replaceAll(/[![\]]/g, '');
}

export function fieldOf(schema: Schema, type: string, name: string): Field | undefined {
  return schema.types.get(namedType(type))?.find((field) => field.name === name);
}

const END: Token = { kind: 'punctuator', text: '', from: 0, to: 0 };

class Reader {
  readonly #tokens: readonly Token[];
  #at = 0;

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#tokens.length;
  }

  get present(): Token {
    return this.#tokens[this.#at] ?? END;
  }

  next(): Token {
    const { present } = this;
    this.#at += 1;
    return present;
  }

  /** Steps over a token where it is the next one. */
  take(text: string): boolean {
    if (this.present.text !== text) return false;
    this.#at += 1;
    return true;
  }
}

/** Reads up to a block in braces; a definition without one ends with the next definition. */
function goToBlock(reader: Reader): boolean {
  const isWithout = /^(?:type|interface|input|enum|union|scalar|directive|schema|extend)$/;
  while (!reader.isAtEnd && reader.present.text !== '{') {
    if (reader.present.kind === 'text' || isWithout.test(reader.present.text)) return false;
    reader.next();
  }
  return reader.take('{');
}

function fieldsIn(reader: Reader): readonly Field[] {
  if (!goToBlock(reader)) return [];
  const fields: Field[] = [];
  let description = '';
  while (!reader.isAtEnd && !reader.take('}')) {
    const token = reader.next();
    if (token.kind === 'text') description = stringOf(token);
    if (token.kind !== 'name') continue;
    const given = reader.take('(') ? argumentsIn(reader) : [];
    if (!reader.take(':')) continue;
    const type = typeIn(reader);
    skipDefault(reader);
    fields.push({
      name: token.text,
      type,
      arguments: given,
      description,
      isDeprecated: directivesIn(reader),
    });
    description = '';
  }
  return fields;
}

function argumentsIn(reader: Reader): readonly Argument[] {
  const given: Argument[] = [];
  while (!reader.isAtEnd && !reader.take(')')) {
    const token = reader.next();
    if (token.kind !== 'name' || !reader.take(':')) continue;
    const type = typeIn(reader);
    const hasDefault = skipDefault(reader);
    directivesIn(reader);
    given.push({ name: token.text, type, isRequired: type.endsWith('!') && !hasDefault });
  }
  return given;
}

function typeIn(reader: Reader): string {
  let type = '';
  while (reader.present.text === '[') type += reader.next().text;
  type += reader.next().text;
  while (reader.present.text === '!' || reader.present.text === ']') type += reader.next().text;
  return type;
}

/** Steps over a value, such as `= { a: [1] }`. */
function skipDefault(reader: Reader): boolean {
  if (!reader.take('=')) return false;
  skipValue(reader);
  return true;
}

function skipValue(reader: Reader): void {
  let depth = 0;
  do {
    const { text } = reader.next();
    if (text === '{' || text === '[' || text === '(') depth += 1;
    if (text === '}' || text === ']' || text === ')') depth -= 1;
  } while (depth > 0 && !reader.isAtEnd);
}

/** Steps over directives. Returns true where one deprecates. */
function directivesIn(reader: Reader): boolean {
  let isDeprecated = false;
  while (reader.take('@')) {
    isDeprecated ||= reader.next().text === 'deprecated';
    if (reader.present.text === '(') skipValue(reader);
  }
  return isDeprecated;
}

function valuesIn(reader: Reader): readonly string[] {
  if (!goToBlock(reader)) return [];
  const values: string[] = [];
  while (!reader.isAtEnd && !reader.take('}')) {
    const token = reader.next();
    if (token.kind !== 'name') continue;
    values.push(token.text);
    directivesIn(reader);
  }
  return values;
}
