// The searchable texts of a workspace. They never include values of secret variables.
import type { Collection, Item } from '../model/collection.ts';
import type { SavedRequest } from '../model/request.ts';
import type { Variable } from '../model/values.ts';
import { specText, type StoredSpec } from '../storage/specs.ts';
import type { Workspace } from '../storage/workspace.ts';
import { allItems, pathOf } from './items.ts';

export type SearchKind =
  | 'collection'
  | 'folder'
  | 'request'
  | 'example'
  | 'environment'
  | 'variable'
  | 'spec'
  | 'dataset'
  | 'flow'
  | 'run'
  | 'loadTest';

/** An object of the workspace with its texts by field. */
export interface Searchable {
  readonly kind: SearchKind;
  readonly id: string;
  readonly name: string;
  /** Names that lead to it. */
  readonly path: string;
  readonly texts: Readonly<Record<string, string>>;
}

export interface Match {
  readonly field: string;
  readonly excerpt: string;
}

/** The number of characters of an excerpt before and after the match. */
const CONTEXT_CHARS = 60;

/** Returns the first field that contains the text, ignoring case; null when none does. */
export function matchOf(texts: Searchable['texts'], query: string): Match | null {
  const wanted = query.toLowerCase();
  for (const [field, text] of Object.entries(texts)) {
    const at = text.toLowerCase().indexOf(wanted);
    if (at < 0) continue;
    const [start, end] = [Math.max(0, at - CONTEXT_CHARS), at + query.length + CONTEXT_CHARS];
    const excerpt = text.slice(start, end).replace(/\s+/g, ' ').trim();
    return { field, excerpt: `${start > 0 ? '…' : ''}${excerpt}${end < text.length ? '…' : ''}` };
  }
  return null;
}

/** Resolves with everything in the workspace. */
export async function searchable(workspace: Workspace): Promise<readonly Searchable[]> {
  const collections = await workspace.collections();
  const environments = await workspace.environments();
  const specs = await workspace.specs();
  const datasets = await workspace.datasetNames();
  const flows = await workspace.flows();
  const runs = await workspace.runConfigurations.all();
  const loadTests = await workspace.loadTests.all();
  return [
    ...collections.flatMap(({ collection }) => collectionTexts(collection)),
    ...variableTexts(await workspace.globals(), 'globals', 'Globals'),
    ...environments.flatMap(({ id, name, variables }) => [
      object('environment', id, name, name, {}),
      ...variableTexts(variables, id, name),
    ]),
    ...specs.map((spec) => object('spec', spec.id, spec.name, spec.name, { document: documentOf(spec) })),
    ...datasets.map((name) => object('dataset', name, name, name, {})),
    ...flows.map(({ id, name, steps }) => object('flow', id, name, name, { steps: JSON.stringify(steps) })),
    ...runs.map(({ id, name }) => object('run', id, name, name, {})),
    ...loadTests.map(({ id, name, thresholds }) =>
      object('loadTest', id, name, name, { thresholds: thresholds.join('\n') }),
    ),
  ];
}

function object(
  kind: SearchKind,
  id: string,
  name: string,
  path: string,
  texts: Readonly<Record<string, string>>,
): Searchable {
  return { kind, id, name, path, texts: { name, ...texts } };
}

/** A document that cannot be read is found by its name. */
function documentOf(spec: StoredSpec): string {
  try {
    return specText(spec);
  } catch {
    return '';
  }
}

function collectionTexts(collection: Collection): readonly Searchable[] {
  const { id, name, docs, scripts, variables, items } = collection;
  return [
    object('collection', id, name, name, { docs, ...scripts }),
    ...variableTexts(variables, id, name),
    ...[...allItems(items)].flatMap((placed) => itemTexts(placed.item, `${name}/${pathOf(placed)}`)),
  ];
}

function itemTexts(item: Item, path: string): readonly Searchable[] {
  if (item.kind === 'folder') {
    const { id, name, docs, scripts, variables } = item.folder;
    return [object('folder', id, name, path, { docs, ...scripts }), ...variableTexts(variables, id, path)];
  }
  const { request } = item;
  return [
    object('request', request.id, request.name, path, requestTexts(request)),
    ...variableTexts(request.variables, request.id, path),
    ...request.examples.map(({ id, name, body, base64 }) =>
      object('example', id, name, `${path}/${name}`, { body: base64 ? '' : body }),
    ),
  ];
}

function requestTexts({
  url,
  query,
  headers,
  body,
  docs,
  scripts,
  type,
  ...request
}: SavedRequest): Searchable['texts'] {
  const own: unknown = Reflect.get(request, type);
  const pairs = (list: readonly { readonly name: string; readonly value: string | null }[]): string =>
    list.map(({ name, value }) => `${name}: ${value ?? ''}`).join('\n');
  return {
    url,
    query: pairs(query),
    headers: pairs(headers),
    body: body.type === 'none' ? '' : JSON.stringify(body),
    ...(own !== undefined && { [type]: JSON.stringify(own) }),
    docs,
    ...scripts,
  };
}

function variableTexts(variables: readonly Variable[], owner: string, path: string): readonly Searchable[] {
  return variables.map(({ name, value, secret, docs }) =>
    object('variable', `${owner}/${name}`, name, `${path}/${name}`, { value: secret ? '' : value, docs }),
  );
}
