// Items of Postman: folders, which have items themselves, and requests.
import { isFields, kindOf, type Fields } from '../../../../documents/json-values.ts';
import { INHERIT, type Auth } from '../../../model/auth.ts';
import type { Body } from '../../../model/body.ts';
import type { Folder, Item } from '../../../model/collection.ts';
import { newRequest, type SavedRequest } from '../../../model/request.ts';
import type { Notes } from '../import-context.ts';
import { authOf } from './auth.ts';
import { bodyOf } from './body.ts';
import { examplesOf, methodOf } from './examples.ts';
import { docsOf } from './fields.ts';
import { headersOf } from './headers.ts';
import { scriptsOf } from './scripts.ts';
import { behaviourOf, sendsBody, settingsOf } from './settings.ts';
import { targetOf } from './url.ts';

/** Folders in folders; what lies deeper is lifted into the last of them. */
const MAX_DEPTH = 50;

/** `behaviour`: of what the items lie in. */
export function itemsOf(items: unknown, behaviour: Fields, notes: Notes, depth = 0): Item[] {
  return notes.list(items, 'the items').flatMap((item): Item[] => {
    if (!isFields(item)) return skipped(`an item is ${kindOf(item)}, no object`, notes);
    if ('request' in item && !Array.isArray(item['item'])) return requestItem(item, behaviour, notes);
    if (!('item' in item))
      return skipped(`"${nameOf(item, notes, 'an item')}" is neither folder nor request`, notes);
    if (depth < MAX_DEPTH) return [{ kind: 'folder', folder: folderOf(item, behaviour, notes, depth + 1) }];
    notes.warn(`folders lie more than ${MAX_DEPTH} deep: the deeper ones were dissolved`);
    return itemsOf(item['item'], behaviour, notes, depth);
  });
}

function skipped(reason: string, notes: Notes): never[] {
  notes.warn(`${reason}, and was left out`);
  return [];
}

function nameOf(item: Fields, notes: Notes, usual: string): string {
  return notes.name(item['name'], usual);
}

function folderOf(item: Fields, outer: Fields, outerNotes: Notes, depth: number): Folder {
  outerNotes.countFields(1);
  const name = nameOf(item, outerNotes, 'New Folder');
  const notes = outerNotes.inside(name);
  const behaviour = behaviourOf(outer, item['protocolProfileBehavior'], notes);
  if (notes.list(item['variable'], 'the variables').length > 0)
    notes.warn('folders have no variables of their own: they were left out');
  return {
    id: notes.id(item['id'] ?? item['_postman_id']),
    name,
    docs: docsOf(item['description'], notes),
    auth: authOf(item['auth'], INHERIT, notes),
    scripts: scriptsOf(item['event'], notes),
    items: itemsOf(item['item'], behaviour, notes, depth),
  };
}

function requestItem(item: Fields, behaviour: Fields, outer: Notes): Item[] {
  const { request } = item;
  if (!isFields(request) && typeof request !== 'string')
    return skipped(`the request "${nameOf(item, outer, 'New Request')}" is ${kindOf(request)}`, outer);
  const asked = typeof request === 'string' ? { url: request } : request;
  return [{ kind: 'request', request: requestOf(item, asked, behaviour, outer) }];
}

function requestOf(item: Fields, asked: Fields, outer: Fields, outerNotes: Notes): SavedRequest {
  outerNotes.countRequest();
  const name = nameOf(item, outerNotes, 'New Request');
  const notes = outerNotes.inside(name);
  const behaviour = behaviourOf(outer, item['protocolProfileBehavior'], notes);
  const method = methodOf(asked['method'], notes);
  const body = bodyOf(asked['body'], notes);
  const settings = settingsOf(behaviour, notes);
  return newRequest({
    id: notes.id(item['id'] ?? item['_postman_id']),
    name,
    type: body.type === 'graphql' ? 'graphql' : 'http',
    method,
    ...targetOf(asked['url'], notes),
    headers: headersOf(asked['header'], notes),
    body,
    auth: authWith(body, authOf(asked['auth'], INHERIT, notes)),
    scripts: scriptsOf(item['event'], notes),
    docs: docsOf(asked['description'] ?? item['description'], notes),
    settings: { ...settings, bodyWithGet: body.type === 'none' || sendsBody(method, behaviour) },
    examples: examplesOf(item['response'], notes),
  });
}

/** OAuth 1.0 that is not in the header goes into a form, where that is the body. */
function authWith(body: Body, auth: Auth): Auth {
  const isInForm = auth.type === 'oauth1' && auth.addTo === 'query' && body.type === 'urlencoded';
  return isInForm ? { ...auth, addTo: 'body' } : auth;
}
