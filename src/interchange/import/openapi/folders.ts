// Sorts requests into folders, one for each tag in the order of the document.
import { isObject } from '../../../base/is-object.ts';
import { scalarText, type JsonObject } from '../../../documents/json-values.ts';
import { INHERIT } from '../../../collections/model/auth.ts';
import type { Item } from '../../../collections/model/collection.ts';
import type { ImportContext } from '../shared/import-context.ts';
import { folderIdOf } from './ids.ts';

export const NO_SCRIPTS = { preRequest: '', test: '' };

export class TagFolders {
  readonly #tags = new Map<string, { readonly docs: string; readonly items: Item[] }>();
  readonly #untagged: Item[] = [];

  /** `tags` are those of the document. */
  constructor(tags: unknown, context: ImportContext) {
    const listed = context.list(tags, 'the tags').filter(isObject);
    context.countFields(listed.length);
    for (const tag of listed) {
      const name = scalarText(tag['name']) ?? '';
      if (name !== '' && !this.#tags.has(name)) this.#tags.set(name, { docs: docsOf(tag), items: [] });
    }
  }

  /** Adds a request to the folder of its first tag. */
  add(tags: unknown, item: Item): void {
    const [tag] = Array.isArray(tags)
      ? tags.map(scalarText).filter((name) => name !== undefined && name !== '')
      : [];
    if (tag === undefined) {
      this.#untagged.push(item);
      return;
    }
    const folder = this.#tags.get(tag) ?? { docs: '', items: [] };
    this.#tags.set(tag, folder);
    folder.items.push(item);
  }

  /** Returns folders with contents, followed by requests without a tag. */
  items(context: ImportContext): Item[] {
    const folders = [...this.#tags].filter(([, { items }]) => items.length > 0);
    return [
      ...folders.map(([tag, { docs, items }]) => folderOf(tag, docs, items, context)),
      ...this.#untagged,
    ];
  }
}

export function folderOf(given: string, docs: string, items: readonly Item[], context: ImportContext): Item {
  const name = context.name(given, 'New Folder');
  return {
    kind: 'folder',
    folder: {
      id: folderIdOf(name, context),
      name,
      docs,
      auth: INHERIT,
      variables: [],
      scripts: NO_SCRIPTS,
      items,
    },
  };
}

function docsOf(tag: JsonObject): string {
  return scalarText(tag['description']) ?? '';
}
