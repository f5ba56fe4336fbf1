// Exports collections as `.http` files, which VS Code REST Client, the HTTP client of JetBrains and httpyac read.
import type { Collection, Folder } from '../../../collections/model/collection.ts';
import { defineExport, type CollectionExport, type FolderExport } from '../contract.ts';
import { uniqueNames, type ExportedFile } from '../shared/folder-files.ts';
import { writtenFile } from './file.ts';

export const httpFile = defineExport<CollectionExport>({
  kind: 'collection',
  format: 'http',
  label: '.http file',
  ending: '.http',
  write: (collection) => {
    const warnings = new Set<string>();
    const text = writtenFile({ above: [collection], items: collection.items }, warnings);
    return { text, warnings: [...warnings] };
  },
});

/** A file for the requests of each folder, in folders for those that hold others. */
export const httpFolder = defineExport<FolderExport>({
  kind: 'folder',
  format: 'http-folder',
  label: 'Folder of .http files',
  ending: '',
  write: (collection) => {
    const warnings = new Set<string>();
    return { files: [...filesOf(collection, [collection], [], warnings)], warnings: [...warnings] };
  },
});

function* filesOf(
  owner: Collection | Folder,
  above: readonly (Collection | Folder)[],
  path: readonly string[],
  warnings: Set<string>,
): Generator<ExportedFile> {
  const unique = uniqueNames();
  const requests = owner.items.filter(({ kind }) => kind === 'request');
  if (requests.length > 0) {
    const name = path.length === 0 ? `${unique(owner.name)}.http` : `${unique('requests')}.http`;
    yield { path: [...path, name], text: writtenFile({ above, items: requests }, warnings) };
  }
  for (const item of owner.items) {
    if (item.kind === 'request') continue;
    const { folder } = item;
    const name = unique(folder.name);
    const inner = [...above, folder];
    if (folder.items.some(({ kind }) => kind === 'folder'))
      yield* filesOf(folder, inner, [...path, name], warnings);
    else if (folder.items.length > 0)
      yield {
        path: [...path, `${name}.http`],
        text: writtenFile({ above: inner, items: folder.items }, warnings),
      };
  }
}
