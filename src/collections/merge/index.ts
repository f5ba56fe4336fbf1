// Updates a collection from the file that it was imported from, and keeps the user's additions.
import { isDeepStrictEqual } from 'node:util';
import { requestsOf, type Collection, type Folder, type Item } from '../model/collection.ts';
import type { SavedRequest } from '../model/request.ts';
import { mergedAuth, mergedScripts, mergedRequest, mergedVariables } from './merged-request.ts';
import { matchRequests, type Matches } from './match.ts';

/** A merged collection, and the names of its requests by their outcome. */
export interface Merged {
  readonly collection: Collection;
  readonly added: readonly string[];
  readonly updated: readonly string[];
  /** Requests that the file does not have. They are kept, at the end of their folder. */
  readonly missing: readonly SavedRequest[];
  /** Requests and folders whose scripts are not those of the file, and were kept. */
  readonly keptScripts: readonly string[];
}

/**
 * Returns `ours` with the requests, order and descriptions of `theirs`. Our scripts, authorization, examples and
 * variable values win where we have any.
 */
export function mergeCollection(ours: Collection, theirs: Collection): Merged {
  const matches = matchRequests(ours.items, theirs.items);
  const conflicts = new Set<string>();
  const items = mergeItems(ours.items, theirs.items, matches, conflicts);
  const known = new Map([...requestsOf(ours.items)].map(({ request }) => [request.id, request]));
  const requests = [...requestsOf(items)].map(({ request }) => request);
  const { id, name } = ours;
  return {
    collection: { ...mergedFields(ours, theirs, conflicts), id, name, items },
    added: requests.filter((request) => !known.has(request.id)).map((request) => request.name),
    updated: requests
      .filter((request) => known.has(request.id) && !isDeepStrictEqual(known.get(request.id), request))
      .map((request) => request.name),
    missing: matches.unmatched,
    keptScripts: [...conflicts],
  };
}

/** Returns the fields that collections and folders share. */
function mergedFields<Owner extends Collection | Folder>(
  ours: Owner,
  theirs: Owner,
  conflicts: Set<string>,
): Owner {
  return {
    ...theirs,
    id: ours.id,
    auth: mergedAuth(ours.auth, theirs.auth),
    scripts: mergedScripts(ours, theirs, conflicts),
    variables: mergedVariables(ours.variables, theirs.variables),
    ...(ours.headers !== undefined && { headers: ours.headers }),
    ...(ours.settings !== undefined && { settings: ours.settings }),
  };
}

function mergeItems(
  ours: readonly Item[],
  theirs: readonly Item[],
  matches: Matches,
  conflicts: Set<string>,
): readonly Item[] {
  const ownFolders = ours.flatMap((item) => (item.kind === 'folder' ? [item.folder] : []));
  const merged = theirs.map((item): Item => {
    if (item.kind === 'folder') {
      const at = ownFolders.findIndex(({ id, name }) => id === item.folder.id || name === item.folder.name);
      const [own] = at < 0 ? [] : ownFolders.splice(at, 1);
      return { kind: 'folder', folder: mergeFolder(own, item.folder, matches, conflicts) };
    }
    const own = matches.ours.get(item.request);
    return {
      kind: 'request',
      request: own === undefined ? item.request : mergedRequest(own, item.request, conflicts),
    };
  });
  return [...merged, ...unmatchedItems(ours, ownFolders, matches)];
}

function mergeFolder(
  own: Folder | undefined,
  folder: Folder,
  matches: Matches,
  conflicts: Set<string>,
): Folder {
  const items = mergeItems(own?.items ?? [], folder.items, matches, conflicts);
  return own === undefined ? { ...folder, items } : { ...mergedFields(own, folder, conflicts), items };
}

/** Returns the items that the file does not have, without folders whose requests all moved elsewhere. */
function unmatchedItems(
  items: readonly Item[],
  folders: readonly Folder[],
  matches: Matches,
): readonly Item[] {
  return items.flatMap((item): readonly Item[] => {
    if (item.kind === 'request') return matches.unmatched.includes(item.request) ? [item] : [];
    const { folder } = item;
    if (!folders.includes(folder)) return [];
    const inner = folder.items.flatMap((each) => (each.kind === 'folder' ? [each.folder] : []));
    const remaining = unmatchedItems(folder.items, inner, matches);
    return remaining.length === 0 && folder.items.length > 0
      ? []
      : [{ kind: 'folder', folder: { ...folder, items: remaining } }];
  });
}
