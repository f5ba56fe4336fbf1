// Files that are handed over for an import: dropped, chosen or pasted.
import type { ParamsOf } from '../../../../src/session/methods/ui-types.ts';
import { createStore } from '../../../state/store.ts';

export type ImportSource = ParamsOf<'client.plan_import'>['sources'][number];

/** The sources in the import sheet; null while it is closed. */
export const offered = createStore<readonly ImportSource[] | null>(null);

const MAX_FILES = 20_000;
/** Folders that no format reads. */
const SKIPPED = /^(?:\.git|node_modules)$/;

/** Opens the sheet, with sources or to choose some. */
export function openImport(sources: readonly ImportSource[] = []): void {
  offered.set([...(offered.get() ?? []), ...sources]);
}

/** Returns true where something that is dragged has files. */
export function hasFiles(transfer: DataTransfer): boolean {
  return transfer.types.includes('Files');
}

/** Reads what was dropped. Each file is a source; so is each folder with all that is in it. */
export async function droppedSources(transfer: DataTransfer): Promise<readonly ImportSource[]> {
  // Entries can be asked for only before the first pause.
  const entries = [...transfer.items]
    .map((item) => item.webkitGetAsEntry())
    .filter((entry) => entry !== null);
  return Promise.all(entries.map(sourceOf));
}

async function sourceOf(entry: FileSystemEntry): Promise<ImportSource> {
  if (isFolder(entry)) return { name: entry.name, files: await filesIn(entry, '', []) };
  return { name: entry.name, text: await (await fileOf(entry as FileSystemFileEntry)).text() };
}

async function filesIn(
  folder: FileSystemDirectoryEntry,
  path: string,
  found: { path: string; text: string }[],
): Promise<{ path: string; text: string }[]> {
  for (const entry of await entriesOf(folder)) {
    if (found.length >= MAX_FILES) break;
    if (isFolder(entry)) {
      if (!SKIPPED.test(entry.name)) await filesIn(entry, `${path}${entry.name}/`, found);
    } else
      found.push({
        path: path + entry.name,
        text: await (await fileOf(entry as FileSystemFileEntry)).text(),
      });
  }
  return found;
}

function isFolder(entry: FileSystemEntry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory;
}

function fileOf(entry: FileSystemFileEntry): Promise<File> {
  return new Promise((resolve, reject) => entry.file(resolve, reject));
}

/** Reads all entries of a folder, which the browser gives in batches. */
async function entriesOf(folder: FileSystemDirectoryEntry): Promise<readonly FileSystemEntry[]> {
  const reader = folder.createReader();
  const all: FileSystemEntry[] = [];
  for (;;) {
    const batch = await new Promise<readonly FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (batch.length === 0) return all;
    all.push(...batch);
  }
}

/** Reads files that were chosen; those of a folder are one source. */
export async function chosenSources(files: FileList): Promise<readonly ImportSource[]> {
  const list = [...files];
  const [first] = list;
  if (first === undefined) return [];
  if (first.webkitRelativePath === '')
    return Promise.all(list.map(async (file) => ({ name: file.name, text: await file.text() })));
  const [name = ''] = first.webkitRelativePath.split('/');
  const inner = list
    .map((file) => ({ file, path: file.webkitRelativePath.slice(name.length + 1) }))
    .filter(({ path }) => !path.split('/').some((part) => SKIPPED.test(part)))
    .slice(0, MAX_FILES);
  return [
    {
      name,
      files: await Promise.all(inner.map(async ({ file, path }) => ({ path, text: await file.text() }))),
    },
  ];
}
