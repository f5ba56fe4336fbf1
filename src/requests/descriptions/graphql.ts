// The schema of a GraphQL server, by introspection (GraphQL specification, "Introspection").
import {
  buildClientSchema,
  getIntrospectionQuery,
  getNamedType,
  isCompositeType,
  isEnumType,
  isInputObjectType,
  isLeafType,
  isListType,
  isNonNullType,
  isObjectType,
  isInterfaceType,
  isRequiredArgument,
  isRequiredInputField,
  printSchema,
  type GraphQLField,
  type GraphQLInputType,
  type GraphQLOutputType,
  type GraphQLSchema,
  type IntrospectionQuery,
} from 'graphql';
import { isObject } from '../../base/is-object.ts';
import { messageOf, UserError } from '../../base/errors.ts';
import type { SavedRequest } from '../../collections/model/request.ts';
import { jsonOf, responseOf } from './answers.ts';
import type { AskingDescriber } from './contract.ts';
import type { DescriptionOf } from './shapes.ts';

export const graphql: AskingDescriber = {
  type: 'asks',
  questions: (request) => [question(request)],
  read([answer]) {
    const schema = schemaOf(jsonOf(responseOf(answer)));
    return { kind: 'graphql', schema: printSchema(schema), operations: operationsOf(schema) };
  },
};

function question(request: SavedRequest): SavedRequest {
  return {
    ...request,
    type: 'graphql',
    method: 'POST',
    url: request.url.replace(/^ws(s?:)/i, 'http$1'),
    body: { type: 'graphql', query: getIntrospectionQuery(), variables: '', operationName: '' },
  };
}

/** Throws a UserError when the answer has no schema. */
function schemaOf(answer: unknown): GraphQLSchema {
  const { data, errors } = isObject(answer) ? answer : {};
  if (!isObject(data) || !isObject(data['__schema']))
    throw new UserError('INVALID_DATA', `the server told no schema${reasonOf(errors)}`);
  try {
    return buildClientSchema(data as unknown as IntrospectionQuery);
  } catch (error) {
    throw new UserError('INVALID_DATA', `the schema of the server is invalid: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

function reasonOf(errors: unknown): string {
  const [first] = Array.isArray(errors) ? (errors as unknown[]) : [];
  const message = isObject(first) ? first['message'] : undefined;
  return typeof message === 'string' ? `: ${message}` : '';
}

type Operation = DescriptionOf<'graphql'>['operations'][number];

function operationsOf(schema: GraphQLSchema): Operation[] {
  const roots = [
    ['query', schema.getQueryType()],
    ['mutation', schema.getMutationType()],
    ['subscription', schema.getSubscriptionType()],
  ] as const;
  return roots.flatMap(([type, root]) =>
    Object.values(root?.getFields() ?? {}).map((field) => operationOf(type, field)),
  );
}

function operationOf(type: Operation['type'], field: GraphQLField<unknown, unknown>): Operation {
  const required = field.args.filter(isRequiredArgument);
  const variables = required.map(({ name, type: own }) => `$${name}: ${String(own)}`).join(', ');
  const passed = required.map(({ name }) => `${name}: $${name}`).join(', ');
  const head = `${type}${variables && ` (${variables})`}`;
  const selected = selection(field.type, 1);
  return {
    type,
    name: field.name,
    description: field.description ?? '',
    arguments: field.args.map(({ name, type: own }) => ({ name, type: String(own) })),
    result: String(field.type),
    query: `${head} {\n  ${field.name}${passed && `(${passed})`}${selected}\n}\n`,
    variables: JSON.stringify(
      Object.fromEntries(required.map(({ name, type: own }) => [name, exampleOf(own, 0)])),
      null,
      2,
    ),
  };
}

/** Selects the scalar fields of a type, those without arguments that must be there. */
function selection(type: GraphQLOutputType, depth: number): string {
  const named = getNamedType(type);
  if (!isCompositeType(named)) return '';
  const fields = isObjectType(named) || isInterfaceType(named) ? Object.values(named.getFields()) : [];
  const scalars = fields
    .filter((field) => isLeafType(getNamedType(field.type)) && !field.args.some(isRequiredArgument))
    .map(({ name }) => name);
  const indent = '  '.repeat(depth + 1);
  return ` {\n${(scalars.length > 0 ? scalars : ['__typename']).map((name) => `${indent}${name}\n`).join('')}${'  '.repeat(depth)}}`;
}

/** The depth of examples: input objects may refer to themselves. */
const MAX_DEPTH = 8;

function exampleOf(type: GraphQLInputType, depth: number): unknown {
  if (isNonNullType(type)) return exampleOf(type.ofType, depth);
  if (isListType(type)) return [exampleOf(type.ofType, depth + 1)];
  if (isEnumType(type)) return type.getValues()[0]?.name ?? null;
  if (isInputObjectType(type)) {
    const fields = depth < MAX_DEPTH ? Object.values(type.getFields()).filter(isRequiredInputField) : [];
    return Object.fromEntries(fields.map((field) => [field.name, exampleOf(field.type, depth + 1)]));
  }
  return SCALARS[type.name] ?? '';
}

const SCALARS: Readonly<Record<string, unknown>> = { Int: 0, Float: 0, Boolean: false, ID: '1', String: '' };
