// The schema of a GraphQL server, by introspection (GraphQL specification, "Introspection").
import { buildClientSchema, getIntrospectionQuery, printSchema, type IntrospectionQuery } from 'graphql';
import { isObject } from '../../base/is-object.ts';
import { parseJson } from '../../base/json.ts';
import { messageOf, UserError } from '../../base/errors.ts';
import { changeItem } from '../../collections/edit/items.ts';
import type { Collection } from '../../collections/model/collection.ts';
import type { SavedRequest } from '../../collections/model/request.ts';

/**
 * Returns the collection with the request replaced by an introspection query. The query keeps the URL, the headers
 * and the pre-request scripts.
 */
export function introspecting(collection: Collection, id: string): Collection {
  const items = changeItem(collection.items, id, (item) =>
    item.kind === 'request' ? { ...item, request: question(item.request) } : item,
  );
  return { ...collection, items };
}

function question(request: SavedRequest): SavedRequest {
  return {
    ...request,
    type: 'graphql',
    method: 'POST',
    url: request.url.replace(/^ws(s?:)/i, 'http$1'),
    body: { type: 'graphql', query: getIntrospectionQuery(), variables: '', operationName: '' },
    scripts: { ...request.scripts, test: '' },
  };
}

/** Returns the schema in the GraphQL schema language. Throws a UserError when the response body has no schema. */
export function schemaText(body: string): string {
  const answer = answerIn(body);
  const { data, errors } = answer;
  if (!isObject(data) || !isObject(data['__schema']))
    throw new UserError('INVALID_DATA', `the server told no schema${reasonOf(errors)}`);
  try {
    return printSchema(buildClientSchema(data as unknown as IntrospectionQuery));
  } catch (error) {
    throw new UserError('INVALID_DATA', `the schema of the server is invalid: ${messageOf(error)}`, {
      cause: error,
    });
  }
}

function answerIn(body: string): Readonly<Record<string, unknown>> {
  let value: unknown;
  try {
    value = parseJson(body);
  } catch (error) {
    throw new UserError('INVALID_DATA', `the server told no schema: its answer is ${messageOf(error)}`, {
      cause: error,
    });
  }
  return isObject(value) ? value : {};
}

function reasonOf(errors: unknown): string {
  const [first] = Array.isArray(errors) ? (errors as unknown[]) : [];
  const message = isObject(first) ? first['message'] : undefined;
  return typeof message === 'string' ? `: ${message}` : '';
}
