// Converts items of Postman. An item is a request, or a folder with further items.
import { isObject } from '../../../../base/is-object.ts';
import { describeType, type JsonObject } from '../../../../documents/json-values.ts';
import { INHERIT, type Auth } from '../../../../collections/model/auth.ts';
import type { Body } from '../../../../collections/model/body.ts';
import type { Folder, Item } from '../../../../collections/model/collection.ts';
import { newRequest, type SavedRequest } from '../../../../collections/model/request.ts';
import type { ImportContext } from '../import-context.ts';
import { authOf } from './auth.ts';
import { bodyOf } from './body.ts';
import { examplesOf, methodOf } from './examples.ts';
import { docsOf } from './fields.ts';
import { headersOf } from './headers.ts';
import { scriptsOf } from './scripts.ts';
import { mergeBehaviour, sendsBody, settingsOf } from './settings.ts';
import { urlOf } from './url.ts';

/** The maximum nesting of folders; deeper ones are dissolved into the last one. */
const MAX_DEPTH = 50;

/** Converts items; `behaviour` is that of the folder or collection they are in. */
export function itemsOf(items: unknown, behaviour: JsonObject, context: ImportContext, depth = 0): Item[] {
  return context.list(items, 'the items').flatMap((item): Item[] => {
    if (!isObject(item)) return skip(`an item is ${describeType(item)}, not an object`, context);
    if ('request' in item && !Array.isArray(item['item'])) return requestItem(item, behaviour, context);
    if (!('item' in item))
      return skip(`"${nameOf(item, context, 'an item')}" is neither folder nor request`, context);
    if (depth < MAX_DEPTH) return [{ kind: 'folder', folder: folderOf(item, behaviour, context, depth + 1) }];
    context.warn(`folders are nested more than ${MAX_DEPTH} levels deep: the deeper ones were dissolved`);
    return itemsOf(item['item'], behaviour, context, depth);
  });
}

function skip(reason: string, context: ImportContext): never[] {
  context.warn(`${reason}, and was left out`);
  return [];
}

function nameOf(item: JsonObject, context: ImportContext, fallback: string): string {
  return context.name(item['name'], fallback);
}

function folderOf(
  item: JsonObject,
  inherited: JsonObject,
  parentContext: ImportContext,
  depth: number,
): Folder {
  parentContext.countFields(1);
  const name = nameOf(item, parentContext, 'New Folder');
  const context = parentContext.inside(name);
  const behaviour = mergeBehaviour(inherited, item['protocolProfileBehavior'], context);
  if (context.list(item['variable'], 'the variables').length > 0)
    context.warn('folders have no variables of their own: they were left out');
  return {
    id: context.id(item['id'] ?? item['_postman_id']),
    name,
    docs: docsOf(item['description'], context),
    auth: authOf(item['auth'], INHERIT, context),
    variables: [],
    scripts: scriptsOf(item['event'], context),
    items: itemsOf(item['item'], behaviour, context, depth),
  };
}

function requestItem(item: JsonObject, behaviour: JsonObject, context: ImportContext): Item[] {
  const { request } = item;
  if (!isObject(request) && typeof request !== 'string')
    return skip(`the request "${nameOf(item, context, 'New Request')}" is ${describeType(request)}`, context);
  const fields = typeof request === 'string' ? { url: request } : request;
  return [{ kind: 'request', request: requestOf(item, fields, behaviour, context) }];
}

/** Converts a request with the fields of its item; `inherited` is the behaviour of its folder. */
export function requestOf(
  item: JsonObject,
  request: JsonObject,
  inherited: JsonObject,
  parentContext: ImportContext,
): SavedRequest {
  parentContext.countRequest();
  const name = nameOf(item, parentContext, 'New Request');
  const context = parentContext.inside(name);
  const behaviour = mergeBehaviour(inherited, item['protocolProfileBehavior'], context);
  const method = methodOf(request['method'], context);
  const headers = headersOf(request['header'], context);
  const body = languageFrom(headers, request['body'], bodyOf(request['body'], context));
  const settings = settingsOf(behaviour, context);
  return newRequest({
    id: context.id(item['id'] ?? item['_postman_id']),
    name,
    type: body.type === 'graphql' ? 'graphql' : 'http',
    method,
    ...urlOf(request['url'], context),
    headers,
    body,
    auth: authWith(body, authOf(request['auth'], INHERIT, context)),
    scripts: scriptsOf(item['event'], context),
    docs: docsOf(request['description'] ?? item['description'], context),
    settings: { ...settings, bodyWithGet: body.type === 'none' || sendsBody(method, behaviour) },
    examples: examplesOf(item['response'], context),
  });
}

/** Takes the language of a body that names none from the Content-Type, as Postman does: JSON is sent without comments. */
function languageFrom(headers: SavedRequest['headers'], given: unknown, body: Body): Body {
  const hasLanguage = isObject(given) && isObject(given['options']) && isObject(given['options']['raw']);
  if (body.type !== 'raw' || hasLanguage) return body;
  const isJson = headers.some(
    ({ name, value, enabled }) => enabled && /^content-type$/i.test(name) && JSON_TYPE.test(value),
  );
  return isJson ? { ...body, language: 'json' } : body;
}

const JSON_TYPE = /^\s*application\/(?:\S+\+)?json\b/i;

/** Moves OAuth 1.0 parameters into a form body, where Postman sends them unless they are in the header. */
function authWith(body: Body, auth: Auth): Auth {
  const isInForm = auth.type === 'oauth1' && auth.addTo === 'query' && body.type === 'urlencoded';
  return isInForm ? { ...auth, addTo: 'body' } : auth;
}
