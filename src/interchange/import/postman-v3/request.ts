// Converts requests of schema 3. HTTP requests become items of version 2.1 first, so that both formats share one
// conversion.
import { isObject } from '../../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../../documents/json-values.ts';
import type { Item } from '../../../collections/model/collection.ts';
import type { SavedRequest } from '../../../collections/model/request.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { requestOf } from '../shared/postman/items.ts';
import { splitUrl } from '../../../collections/model/url-parts.ts';
import { authIn, type AuthRules } from './auth.ts';
import { bodyOf } from './body.ts';
import { protocolRequest } from './protocols/index.ts';
import type { RequestFile } from './request-file.ts';
import { eventsOf } from './scripts.ts';
import { behaviourOf } from './settings.ts';

/** Returns one item, or none for a kind that is unknown. */
export function requestItems(file: RequestFile, context: ImportContext): Item[] {
  const kind = scalarText(file.fields['$kind']) ?? 'http-request';
  const request =
    kind === 'http-request' || kind === 'graphql-request'
      ? httpRequest(file, kind === 'graphql-request', context)
      : protocolRequest(kind, file, context);
  if (request === null) {
    context.warn(`requests of the kind ${kind} are not supported: it was left out`);
    return [];
  }
  return [{ kind: 'request', request: withRules(request, file.rules) }];
}

function httpRequest(file: RequestFile, isGraphql: boolean, context: ImportContext): SavedRequest {
  const { fields, id, stem, examples } = file;
  const item = {
    id,
    name: fields['name'] ?? stem,
    description: fields['description'],
    event: eventsOf(fields, isGraphql ? 'graphql' : 'http', context),
    response: examples,
  };
  const definition = isGraphql ? graphqlDefinition(fields) : requestDefinition(fields, context);
  const request = requestOf(item, definition, behaviourOf(fields['settings'], context), context);
  return { ...request, auth: authIn(fields['auth'], { type: 'inherit' }, context) };
}

/** Returns the request of version 2.1, also for examples. */
export function requestDefinition(fields: JsonObject, context: ImportContext): JsonObject {
  const header = renamed(fields, 'headers', ['header'], context);
  return {
    method: fields['method'],
    url: urlOf(fields, context),
    header,
    body: bodyOf(fields['body'], context),
  };
}

function graphqlDefinition(fields: JsonObject): JsonObject {
  const { url, query, variables, headers, method } = fields;
  const graphql = { query, variables, operationName: fields['operationName'] };
  return { method: method ?? 'POST', url, header: headers, body: { mode: 'graphql', graphql } };
}

/** Returns parts of a URL, in which the list of parameters takes the place of the query. */
function urlOf(fields: JsonObject, context: ImportContext): JsonObject {
  const { url } = fields;
  const text = isObject(url) ? (scalarText(url['raw']) ?? '') : context.text(url, 'the URL');
  const query = renamed(fields, 'queryParams', ['params', 'query'], context);
  const variable = renamed(fields, 'pathVariables', ['urlParameters'], context);
  return query === undefined
    ? { raw: text, variable }
    : { host: splitUrl(text).url, query: withQueryValues(query), variable };
}

/** A parameter without a value is `null` in version 2.1, and has no `=`. */
function withQueryValues(query: unknown): unknown {
  return isObject(query) ? Object.entries(query).map(([key, value]) => ({ key, value: value ?? '' })) : query;
}

/** Returns the value of a key, also under its names of other versions. */
function renamed(
  fields: JsonObject,
  key: string,
  others: readonly string[],
  context: ImportContext,
): unknown {
  if (fields[key] !== undefined && fields[key] !== null) return fields[key];
  const other = others.find((name) => fields[name] !== undefined);
  if (other === undefined) return undefined;
  context.warn(`"${other}" was read as "${key}"`);
  return fields[other];
}

/** Applies rules of the authorization that is inherited, which depend on the URL. */
function withRules(request: SavedRequest, rules: AuthRules): SavedRequest {
  if (request.auth.type !== 'inherit') return request;
  const rule = rules.find(({ matches }) => matches(request.url));
  return rule === undefined ? request : { ...request, auth: rule.auth };
}
